// From what the user has, a graph or a matrix of any type and layout, to the working matrix.
#pragma once

#include "base/any_matrix.hpp"
#include "base/crew.hpp"
#include "warpath/graph.hpp"

namespace warpath {

// Writes every cell; of parallel arcs the better stays. Error bad_input when a weight cannot be held
// by S's type (see Options::weights).
template <class S>
void fill(MatrixView<typename S::Weight> to, const Graph& graph, Crew& crew);

// Writes every cell, tidied. Cells at the input's own no_path for S's kind become S's.
template <class S>
void fill(MatrixView<typename S::Weight> to, const AnyInput& from, Crew& crew);

}  // namespace warpath
