#include "routes/unbounded.hpp"

#include <algorithm>

#include "routes/components.hpp"
#include "warpath/semiring.hpp"

namespace warpath::routes {
template <class Arcs>
UnboundedPairs::UnboundedPairs(const Arcs& arcs, CycleSearch<Arcs>& search)
    : component_(components_of(arcs)) {
  for (Vertex v = 0; v < arcs.vertices(); ++v) {
    const std::size_t c = at(component_[at(v)]);
    members_.resize(std::max(members_.size(), c + 1));
    members_[c].push_back(v);
  }
  for (const auto& members : members_) {
    bad_.push_back(!search.find(members, component_).vertices.empty());
  }
  leads_ = bad_;
  if (!any()) return;
  seen_.resize(members_.size());
  next_.resize(members_.size());
  std::vector<Vertex> from(members_.size(), -1);
  for (Vertex c = 0; at(c) < members_.size(); ++c) {
    for (const Vertex u : members_[at(c)]) {
      for (Index k = 0; k < arcs.count(u); ++k) {
        if (arcs.weight(u, k) == no_path<typename Arcs::Weight>()) continue;
        const Vertex to = component_[at(arcs.target(u, k))];
        if (to == c || from[at(to)] == c) continue;
        from[at(to)] = c;
        next_[at(c)].push_back(to);
        leads_[at(c)] = leads_[at(c)] || leads_[at(to)];
      }
    }
  }
}

std::span<const Vertex> UnboundedPairs::from(Index source) {
  const Vertex start = component_[at(source)];
  if (start == answered_) return answer_;
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
      answer_.insert(answer_.end(), members_[at(c)].begin(), members_[at(c)].end());
    } else if (!leads_[at(c)]) {
      continue;
    }
    for (const Vertex to : next_[at(c)]) seen_[at(to)] = std::max(seen_[at(to)], seen_[at(c)]);
  }
  return answer_;
}

#define WARPATH_INSTANTIATE(T, name)                                                          \
  template UnboundedPairs::UnboundedPairs(const ListedArcs<T>&, CycleSearch<ListedArcs<T>>&); \
  template UnboundedPairs::UnboundedPairs(const MatrixArcs<T>&, CycleSearch<MatrixArcs<T>>&);
WARPATH_EACH_ARC_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace warpath::routes
