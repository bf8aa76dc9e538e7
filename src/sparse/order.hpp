// In which order vertices are eliminated.
#pragma once

#include <vector>

#include "sparse/pattern.hpp"

namespace warpath::sparse {

// order[k] is the vertex that goes k-th: always one that is linked with few at that time. A
// function of the pattern alone, on one thread. Error unsupported beyond 2^29 links;
// std::bad_alloc.
std::vector<Vertex> by_degree(const Pattern& pattern);

}  // namespace warpath::sparse
