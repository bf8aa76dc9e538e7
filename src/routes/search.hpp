// Best routes from one vertex to some others, by a search that goes no farther than it must.
#pragma once

#include <span>
#include <vector>

#include "warpath/graph.hpp"

namespace warpath::routes {

// For each target the vertices along the route, from the first to the last; none where there is no
// path, and one from a vertex to itself. Of equally good routes that of predecessors.hpp: what
// Result::path() and Router::path() answer, too, but for floats whose sums were rounded otherwise.
//
// Error negative_cycle, with the cycle, when shortest paths are asked for and one is within reach
// of `from`. Cycles of floats that are negative by no more than rounding count as 0, as for
// solve(). O(arcs log arcs); for shortest paths with negative weights O(vertices * arcs).
std::vector<std::vector<Index>> find_routes(const Graph& graph, Index from,
                                            std::span<const Index> targets, SemiringKind semiring);

}  // namespace warpath::routes
