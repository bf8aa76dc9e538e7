// Routes with the weights of their legs.
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

// Best routes to each of the targets, by one search (routes/search.hpp); empty where there is none.
// Error as there, by the names of the vertices.
std::vector<std::optional<Route>> find_routes(const Graph& graph, Index from,
                                              std::span<const Index> targets, SemiringKind semiring,
                                              const Names& names);

// The route along these vertices, of which there is one at least, each leg by the best arc between
// its ends. Empty where two of them have no arc; then `missing` is the place of the second.
std::optional<Route> route_along(const Graph& graph, std::vector<Index> vertices,
                                 SemiringKind semiring, std::size_t& missing);

}  // namespace warpath::cli
