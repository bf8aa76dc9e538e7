// In which order vertices are eliminated.
#pragma once

#include <vector>

#include "sparse/pattern.hpp"

namespace warpath::sparse {

// Nested dissection: separators last, and so on inside the parts. order[k] is the vertex that goes k-th.
// A function of the pattern alone. One at a time in a process, because METIS draws from the C library's random
// numbers; whoever draws from them in another thread meanwhile gets in its way (a different order, and rounding
// may differ). Error unsupported beyond 2^30 links, does_not_fit.
std::vector<Vertex> nested_dissection(const Pattern& pattern);

}  // namespace warpath::sparse
