// Predecessors of one source that may lead round in circles become a tree.
#pragma once

#include "routes/links.hpp"

namespace warpath::routes {

// Looks whether the predecessors of all vertices lead to the source. Those that do not are found
// anew, from the tree outwards: by the fewest arcs, after what rounding makes arcs add to the
// distances (Dijkstra's algorithm with both as the length); by the best arcs for bottlenecks
// (Prim's algorithm). False where that leaves a vertex out. O(n), and O(links log n) of what is
// found anew.
template <class S>
bool make_tree(const Links<typename S::Weight>& links, Vertex source,
               const typename S::Weight* distances, Vertex* predecessors);

}  // namespace warpath::routes
