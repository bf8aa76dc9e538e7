// From what the user has, a graph or a matrix of any type and layout, to the working matrix.
#pragma once

#include "warpath/graph.hpp"
#include "warpath/matrix.hpp"

namespace warpath {

// Writes every cell. Of parallel arcs the better stays; with `both_ways` arcs count in either
// direction. Error bad_input when a weight cannot be held by S's type (see Options::weights).
template <class S>
void fill(MatrixView<typename S::Weight> to, const Graph& graph, bool both_ways);

// Writes every cell. Cells at the no_path of `from`'s type for S's kind become S's.
template <class S>
void fill(MatrixView<typename S::Weight> to, const AnyMatrixView& from);

}  // namespace warpath
