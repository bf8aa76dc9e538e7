// Best routes in a graph.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "cli/input/names.hpp"
#include "warpath/graph.hpp"

namespace warpath::cli {

struct Route {
  std::vector<Index> vertices;  // from the first to the last
  std::vector<double> legs;     // the weight of each arc; one less than there are vertices
  double total = 0;             // by the semiring; for reachability, the number of legs
};

// The best route; of equally good ones that with the fewest arcs, and of these the one whose first
// vertex that differs has the smaller number. Empty when there is none. From a vertex to itself the
// route has no legs.
//
// Error negative_cycle, naming a cycle, when shortest paths are asked for and one is within reach of
// `from`. Cycles of floats that are negative by no more than rounding count as 0, as for solve().
// O(arcs log arcs); for shortest paths with negative weights O(vertices * arcs).
std::optional<Route> find_route(const Graph& graph, Index from, Index to, SemiringKind semiring,
                                const Names& names);

// The same route for each of the targets, by one search.
std::vector<std::optional<Route>> find_routes(const Graph& graph, Index from,
                                              std::span<const Index> targets, SemiringKind semiring,
                                              const Names& names);

// The route along these vertices, of which there is one at least, each leg by the best arc between
// its ends. Empty where two of them have no arc; then `missing` is the place of the second.
std::optional<Route> route_along(const Graph& graph, std::vector<Index> vertices,
                                 SemiringKind semiring, std::size_t& missing);

}  // namespace warpath::cli
