// Routes with the weights of their legs: found by a search, or saved by `solve`.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/input/names.hpp"
#include "cli/input/saved_matrix.hpp"
#include "warpath/graph.hpp"

namespace warpath::cli {

struct Route {
  std::vector<Index> vertices;  // from the first to the last
  std::vector<double> legs;     // the weight of each arc; one less than there are vertices
  double total = 0;             // by the semiring; for reachability, the number of legs
};

// Best routes to each of the targets, by one search (routes/search.hpp); empty where there is none.
// Error negative_cycle, by the names of the vertices, where one lies on the way to a target; others
// are ignored, and take a search more each.
std::vector<std::optional<Route>> find_routes(const Graph& graph, Index from,
                                              std::span<const Index> targets, SemiringKind semiring,
                                              const Names& names);

// The route along these vertices, of which there is one at least, each leg by the best arc between
// its ends. Empty where two of them have no arc; then `missing` is the place of the second.
std::optional<Route> route_along(const Graph& graph, std::vector<Index> vertices,
                                 SemiringKind semiring, std::size_t& missing);

// Routes from what `solve` has saved, without solving again.
struct SavedRoutes {
  const Graph& graph;
  const Names& names;
  SemiringKind semiring;
  SavedMatrix predecessors;
  std::optional<SavedMatrix> distances = {};  // to compare routes with

  // Where arcs lead from the last vertex that was asked about: pairs often come by their sources.
  struct Reached {
    Index from = -1;
    std::vector<bool> vertices = {};
  };
  mutable Reached last = {};

  // The saved route. Legs weigh what the graph's arcs weigh. Error bad_input, naming file and
  // vertices, when it is no route of this graph, or has another length than the distances say;
  // negative_cycle when these say that there is no end to how short it can be, or the arcs do: the
  // predecessor of such a target is -1, as that of one without a way.
  std::optional<Route> route(Index from, Index to) const;

 private:
  void compare(Index from, Index to, const std::optional<Route>& route) const;
  // Error as above where arcs lead to a target without a predecessor.
  void check_no_way(Index from, Index to) const;
};

}  // namespace warpath::cli
