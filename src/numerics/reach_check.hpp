// Finds distances that have outgrown their type.
#pragma once

#include "base/crew.hpp"
#include "numerics/orientation.hpp"
#include "warpath/types.hpp"

namespace warpath {

// Error bad_input, naming a pair, unless the cells of a solved matrix that are not `no_path` are
// transitively closed: from i to k and from k to j, but not from i to j, means that the distance
// from i to j was too large for T. Takes n² reads when every pair is reachable; when not, n²/8
// bytes and up to n³/64 steps, less where many vertices reach the same ones.
template <class T>
void check_reach(const T* w, Index n, Index ld, T no_path, Orientation orientation, Crew& crew);

}  // namespace warpath
