// Strongly connected components: sets of vertices of which each reaches all others.
#pragma once

#include <algorithm>
#include <vector>

#include "routes/arcs.hpp"
#include "warpath/semiring.hpp"

namespace warpath::routes {

// The component of each vertex, so numbered that arcs lead to the same or to a lower number. Tarjan's
// algorithm with a stack of its own: graphs are deeper than the system's stack.
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

}  // namespace warpath::routes
