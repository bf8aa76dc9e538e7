// The arcs that a solve works on, in the type that it works in, for those who walk along them.
//
// Both kinds have the same few functions: vertices(), and for each vertex u count(u) arcs, numbered
// from 0, each with a target and a weight, which is no_path() where there is none.
#pragma once

#include <vector>

#include "base/by_vertex.hpp"
#include "numerics/fill.hpp"
#include "warpath/graph.hpp"
#include "warpath/matrix.hpp"

namespace warpath::routes {

using warpath::at;
using Vertex = Graph::Target;

// An arc, for whoever stands at its one end.
template <class T>
struct Link {
  Vertex vertex;  // at the other end
  T weight;
};

// By source, as shortest paths see them. Parallel arcs and self-loops are all there.
template <class T>
class ListedArcs {
 public:
  using Weight = T;

  // `both_ways`: arcs count in either direction. Error bad_input when T cannot hold a weight.
  ListedArcs(const Graph& graph, bool both_ways)
      : links_(graph.vertices(), [&](const auto& visit) {
          std::vector<T> buffer;
          for (Vertex u = 0; u < graph.vertices(); ++u) {
            const Vertex* target = graph.targets().data() + graph.offsets()[at(u)];
            for (const T weight : arc_weights(graph, u, rules_of<ShortestPath<T>>, buffer)) {
              const Vertex v = *target++;
              visit(u, {v, weight});
              if (both_ways) visit(v, {u, weight});
            }
          }
        }) {}

  Index vertices() const { return static_cast<Index>(links_.offsets.size()) - 1; }
  Index count(Index u) const { return static_cast<Index>(links_.count(u)); }
  Vertex target(Index u, Index k) const { return links_.of(u)[at(k)].vertex; }
  T weight(Index u, Index k) const { return links_.of(u)[at(k)].weight; }

 private:
  ByVertex<Link<T>> links_;
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

}  // namespace warpath::routes
