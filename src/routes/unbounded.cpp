#include "routes/unbounded.hpp"

#include <algorithm>

#include "routes/cycle.hpp"
#include "warpath/semiring.hpp"

namespace warpath::routes {

template <class Arcs>
UnboundedPairs::UnboundedPairs(const Arcs& arcs, const CycleTolerance& tolerance)
    : components_(components_of(arcs)) {
  const Vertex count = components_.count();
  bad_.resize(at(count));
  CycleSearch<Arcs> search(arcs, tolerance);
  for (Vertex c = 0; c < count; ++c) {
    bad_[at(c)] = !search.find(components_.members(c), components_.of).vertices.empty();
    any_ = any_ || bad_[at(c)];
  }
  if (!any_) return;
  link(arcs);
  seen_.resize(at(count));
  leads_ = bad_;
  // Arcs lead to lower numbers.
  for (Vertex c = 0; c < count; ++c) {
    for (Index a = offsets_[at(c)]; a < offsets_[at(c) + 1]; ++a) {
      if (leads_[at(targets_[at(a)])]) leads_[at(c)] = true;
    }
  }
}

template <class Arcs>
void UnboundedPairs::link(const Arcs& arcs) {
  using T = typename Arcs::Weight;
  std::vector<Vertex> from(at(components_.count()), -1);
  for (Vertex c = 0; c < components_.count(); ++c) {
    for (const Vertex u : components_.members(c)) {
      for (Index k = 0; k < arcs.count(u); ++k) {
        if (arcs.weight(u, k) == no_path<T>()) continue;
        const Vertex to = components_.of[at(arcs.target(u, k))];
        if (to == c || from[at(to)] == c) continue;
        from[at(to)] = c;
        targets_.push_back(to);
      }
    }
    offsets_.push_back(static_cast<Index>(targets_.size()));
  }
}

std::span<const Vertex> UnboundedPairs::from(Index source) {
  const Vertex start = components_.of[at(source)];
  if (start == answered_ || !any_) return answer_;
  answered_ = start;
  answer_.clear();
  if (!leads_[at(start)]) return answer_;
  // From high numbers to low: every component is done with before those that it leads to.
  std::fill(seen_.begin(), seen_.begin() + start + 1, std::uint8_t{0});
  seen_[at(start)] = 1;
  for (Vertex c = start; c >= 0; --c) {
    if (seen_[at(c)] == 0) continue;
    if (bad_[at(c)]) seen_[at(c)] = 2;
    if (seen_[at(c)] == 2) {
      const std::span<const Vertex> members = components_.members(c);
      answer_.insert(answer_.end(), members.begin(), members.end());
    } else if (!leads_[at(c)]) {
      continue;
    }
    for (Index a = offsets_[at(c)]; a < offsets_[at(c) + 1]; ++a) {
      std::uint8_t& next = seen_[at(targets_[at(a)])];
      next = std::max(next, seen_[at(c)]);
    }
  }
  return answer_;
}

#define WARPATH_INSTANTIATE(T, name)                                                    \
  template UnboundedPairs::UnboundedPairs(const ListedArcs<T>&, const CycleTolerance&); \
  template UnboundedPairs::UnboundedPairs(const MatrixArcs<T>&, const CycleTolerance&);
WARPATH_EACH_ARC_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace warpath::routes
