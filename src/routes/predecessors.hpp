// From distances and arcs to predecessors, whichever kernel computed the distances.
//
// The vertex before j on a best path from i is a k for which the path to k and on by the arc from k
// to j is as good as the distance to j. Links are few, so looking at all of them costs little
// beside a solve. The rule, the same everywhere (docs/routes.md): the arc from i itself where that
// is a best path; else the first link into j, in the order of comes_first(), that gives at least
// the distance; else, since floats may have been added in another order, the one that gives the
// best.
//
// Where every vertex has a predecessor that is strictly nearer to the source, or as near by an arc
// of weight 0 of which there are no cycles, they form a tree. Where that fails, by cycles of weight
// 0, by negative arcs, by rounding, or because bottlenecks are equal all along, the row is looked
// at again (tree.hpp).
#pragma once

#include <functional>
#include <span>

#include "base/crew.hpp"
#include "routes/links.hpp"
#include "warpath/matrix.hpp"

namespace warpath::routes {

// Rows of distances, and where their predecessors go.
template <class T>
struct Rows {
  MatrixView<const T> distances;         // row-major
  MatrixView<Vertex> predecessors;       // of the same shape
  std::span<const Vertex> sources = {};  // of the rows; empty: row i is that of vertex i

  Vertex source(Index i) const { return sources.empty() ? static_cast<Vertex>(i) : sources[at(i)]; }
};

// A row of predecessors that may lead round in circles becomes a tree (tree.hpp); false where the
// links are too few for that.
template <class S>
bool make_tree(const Links<typename S::Weight>& links, Vertex source,
               const typename S::Weight* distances, Vertex* predecessors);

// False, and unfinished, where the links are too few to explain a distance: then all arcs are
// wanted. `stop` is asked between rows; what has been done when it says so is unspecified.
template <class T>
bool find_predecessors(const Links<T>& links, const Rows<T>& rows, Crew& crew,
                       const std::function<bool()>& stop);

}  // namespace warpath::routes
