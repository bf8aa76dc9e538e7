// The arcs that a solve works on, in the type that it works in, for those who walk along them.
//
// Both kinds have the same few functions: vertices(), and for each vertex u count(u) arcs, numbered
// from 0, each with a target and a weight, which is no_path() where there is none.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <numeric>
#include <vector>

#include "numerics/convert.hpp"
#include "warpath/graph.hpp"
#include "warpath/matrix.hpp"

namespace warpath::routes {

using Vertex = Graph::Target;

constexpr std::size_t at(Index i) { return static_cast<std::size_t>(i); }

// By source. Parallel arcs and self-loops are all there.
template <class T>
struct ListedArcs {
  using Weight = T;
  std::vector<Index> offsets{0};
  std::vector<Vertex> targets = {};
  std::vector<T> weights = {};

  Index vertices() const { return static_cast<Index>(offsets.size()) - 1; }
  Index count(Index u) const { return offsets[at(u) + 1] - offsets[at(u)]; }
  Vertex target(Index u, Index k) const { return targets[at(offsets[at(u)] + k)]; }
  T weight(Index u, Index k) const { return weights[at(offsets[at(u)] + k)]; }
};

// The cells of a matrix, any strides.
template <class T>
struct MatrixArcs {
  using Weight = T;
  MatrixView<const T> cells;

  Index vertices() const { return cells.rows(); }
  Index count(Index) const { return cells.columns(); }
  Vertex target(Index, Index k) const { return static_cast<Vertex>(k); }
  T weight(Index u, Index k) const { return cells(u, k); }
};

// As shortest paths see them. `both_ways`: arcs count in either direction. Error bad_input when T
// cannot hold a weight.
template <class T>
ListedArcs<T> arcs_of(const Graph& graph, bool both_ways) {
  const Index n = graph.vertices();
  ListedArcs<T> arcs;
  arcs.offsets.assign(at(n) + 1, 0);
  const auto each = [&](const auto& visit) {
    for (Index u = 0; u < n; ++u) {
      for (Index a = graph.offsets()[at(u)]; a < graph.offsets()[at(u) + 1]; ++a) {
        const Vertex v = graph.targets()[at(a)];
        visit(u, v, a);
        if (both_ways) visit(v, u, a);
      }
    }
  };
  each([&](Index u, Index, Index) { ++arcs.offsets[at(u) + 1]; });
  std::partial_sum(arcs.offsets.begin(), arcs.offsets.end(), arcs.offsets.begin());
  arcs.targets.resize(at(arcs.offsets.back()));
  arcs.weights.resize(arcs.targets.size());
  std::vector<Index> next(arcs.offsets.begin(), arcs.offsets.end() - 1);
  graph.visit_weights([&](auto weights) {
    each([&](Index u, Index v, Index a) {
      const std::size_t place = at(next[at(u)]++);
      arcs.targets[place] = static_cast<Vertex>(v);
      arcs.weights[place] = to_weight<ShortestPath<T>>(
          weights[at(a)], [&] { return fmt::format("the weight of the arc from {} to {}", u, v); });
    });
  });
  return arcs;
}

}  // namespace warpath::routes
