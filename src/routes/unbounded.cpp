#include "routes/unbounded.hpp"

#include <algorithm>

#include "warpath/semiring.hpp"

namespace warpath::routes {
namespace {

// The component of each vertex. Tarjan's algorithm with a stack of its own: graphs are deeper than
// the system's stack.
template <class Arcs>
std::vector<Vertex> components_of(const Arcs& arcs) {
  constexpr Vertex unseen = -1;
  const Index n = arcs.vertices();
  struct Visit {
    Vertex vertex;
    Index next;  // arc
  };
  std::vector<Vertex> component(at(n), unseen);
  std::vector<Vertex> number(at(n), unseen);  // in the order of the search
  std::vector<Vertex> lowest(at(n));          // number that is known to be in the same component
  std::vector<Vertex> open;                   // vertices without a component
  std::vector<Visit> visits;
  Vertex seen = 0;
  Vertex count = 0;
  const auto enter = [&](Vertex v) {
    number[at(v)] = lowest[at(v)] = seen++;
    open.push_back(v);
    visits.push_back({v, 0});
  };
  const auto leave = [&](Vertex v) {
    visits.pop_back();
    if (!visits.empty()) {
      Vertex& above = lowest[at(visits.back().vertex)];
      above = std::min(above, lowest[at(v)]);
    }
    if (lowest[at(v)] != number[at(v)]) return;
    Vertex member;
    do {
      member = open.back();
      open.pop_back();
      component[at(member)] = count;
    } while (member != v);
    ++count;
  };
  for (Vertex start = 0; start < n; ++start) {
    if (number[at(start)] == unseen) enter(start);
    while (!visits.empty()) {
      Visit& visit = visits.back();
      const Vertex u = visit.vertex;
      if (visit.next == arcs.count(u)) {
        leave(u);
        continue;
      }
      const Index k = visit.next++;
      if (arcs.weight(u, k) == no_path<typename Arcs::Weight>()) continue;
      const Vertex v = arcs.target(u, k);
      if (number[at(v)] == unseen) {
        enter(v);
      } else if (component[at(v)] == unseen) {
        lowest[at(u)] = std::min(lowest[at(u)], number[at(v)]);
      }
    }
  }
  return component;
}

}  // namespace

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
