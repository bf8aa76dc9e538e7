// The input of everything that works on arcs instead of a matrix: converted, checked, each pair once.
#pragma once

#include <vector>

#include "base/crew.hpp"
#include "numerics/facts.hpp"
#include "sparse/pattern.hpp"
#include "warpath/graph.hpp"

namespace warpath::sparse {

// By source, sorted by target: of parallel arcs the best, no self-loops, no "no path", no -0.
template <class T>
struct Arcs {
  std::vector<Index> offsets{0};
  std::vector<Vertex> targets;
  std::vector<T> weights;
  bool symmetric = false;  // every arc can be travelled back at the same weight

  Vertex vertices() const { return static_cast<Vertex>(offsets.size() - 1); }
};

// What look_at() and fill() do to a matrix. Error bad_input as there, naming the first such arc. `both_ways`: arcs count in
// either direction. The same for any number of threads.
template <class T>
Arcs<T> arcs_of(const Graph& graph, const Rules<T>& rules, bool both_ways, Crew& crew);

// What is known about paths along them.
template <class T>
InputFacts facts_of(const Arcs<T>& arcs, const Rules<T>& rules);

// The arcs turned round.
template <class T>
Arcs<T> reversed(const Arcs<T>& arcs);

}  // namespace warpath::sparse
