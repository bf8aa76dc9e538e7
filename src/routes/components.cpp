#include "routes/components.hpp"

#include <algorithm>

#include "warpath/semiring.hpp"

namespace warpath::routes {
namespace {

// Vertices by component, in their order.
void gather(Components& components, Vertex count) {
  components.offsets.assign(at(count) + 1, 0);
  for (const Vertex c : components.of) ++components.offsets[at(c) + 1];
  for (Vertex c = 0; c < count; ++c) components.offsets[at(c) + 1] += components.offsets[at(c)];
  std::vector<Index> next(components.offsets.begin(), components.offsets.end() - 1);
  components.vertices.resize(components.of.size());
  for (std::size_t v = 0; v < components.of.size(); ++v) {
    components.vertices[at(next[at(components.of[v])]++)] = static_cast<Vertex>(v);
  }
}

}  // namespace

template <class Arcs>
Components components_of(const Arcs& arcs) {
  using T = typename Arcs::Weight;
  constexpr Vertex unseen = -1;
  const Index n = arcs.vertices();
  struct Visit {
    Vertex vertex;
    Index next;  // arc
  };
  Components components;
  components.of.assign(at(n), unseen);
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
      components.of[at(member)] = count;
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
      if (arcs.weight(u, k) == no_path<T>()) continue;
      const Vertex v = arcs.target(u, k);
      if (number[at(v)] == unseen) {
        enter(v);
      } else if (components.of[at(v)] == unseen) {
        lowest[at(u)] = std::min(lowest[at(u)], number[at(v)]);
      }
    }
  }
  gather(components, count);
  return components;
}

#define WARPATH_INSTANTIATE(T, name)                       \
  template Components components_of(const ListedArcs<T>&); \
  template Components components_of(const MatrixArcs<T>&);
WARPATH_EACH_ARC_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace warpath::routes
