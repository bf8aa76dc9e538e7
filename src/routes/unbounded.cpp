#include "routes/unbounded.hpp"

#include <algorithm>
#include <utility>

#include "routes/components.hpp"
#include "warpath/semiring.hpp"

namespace warpath::routes {
namespace {

Index count_of(const std::vector<Vertex>& component) {
  return component.empty() ? 0 : *std::max_element(component.begin(), component.end()) + Index{1};
}

}  // namespace

template <class Arcs>
UnboundedPairs::UnboundedPairs(const Arcs& arcs, CycleSearch<Arcs>& search)
    : component_(components_of(arcs)), members_(count_of(component_), [&](const auto& visit) {
        for (Vertex v = 0; v < arcs.vertices(); ++v) visit(component_[at(v)], v);
      }) {
  const Index count = count_of(component_);
  for (Index c = 0; c < count; ++c) {
    bad_.push_back(!search.find(std::as_const(members_).of(c), component_).vertices.empty());
  }
  leads_ = bad_;
  if (!any()) return;
  seen_.resize(at(count));
  next_ = ByVertex<Vertex>(count, [&](const auto& visit) {
    std::vector<Vertex> from(at(count), -1);
    for (Vertex c = 0; c < count; ++c) {
      for (const Vertex u : members_.of(c)) {
        for (Index k = 0; k < arcs.count(u); ++k) {
          if (arcs.weight(u, k) == no_path<typename Arcs::Weight>()) continue;
          const Vertex to = component_[at(arcs.target(u, k))];
          if (to != c && std::exchange(from[at(to)], c) != c) visit(c, to);
        }
      }
    }
  });
  for (Index c = 0; c < count; ++c) {
    const auto next = next_.of(c);
    if (std::any_of(next.begin(), next.end(), [&](Vertex to) { return leads_[at(to)]; })) {
      leads_[at(c)] = true;
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
      const auto members = members_.of(c);
      answer_.insert(answer_.end(), members.begin(), members.end());
    } else if (!leads_[at(c)]) {
      continue;
    }
    for (const Vertex to : next_.of(c)) seen_[at(to)] = std::max(seen_[at(to)], seen_[at(c)]);
  }
  return answer_;
}

#define WARPATH_INSTANTIATE(T, name)                                                          \
  template UnboundedPairs::UnboundedPairs(const ListedArcs<T>&, CycleSearch<ListedArcs<T>>&); \
  template UnboundedPairs::UnboundedPairs(const MatrixArcs<T>&, CycleSearch<MatrixArcs<T>>&);
WARPATH_EACH_ARC_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace warpath::routes
