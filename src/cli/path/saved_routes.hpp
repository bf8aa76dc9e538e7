// Routes from what `solve` has saved, without solving again.
#pragma once

#include <optional>
#include <string>

#include "cli/input/saved_matrix.hpp"
#include "cli/path/route.hpp"
#include "warpath/graph.hpp"

namespace warpath::cli {

class SavedRoutes {
 public:
  // Without distances there is nothing to compare routes with. The graph and the names must outlive
  // this. Error bad_input if predecessors are not int32.
  SavedRoutes(const Graph& graph, const Names& names, SemiringKind semiring,
              SavedMatrix predecessors, std::optional<SavedMatrix> distances);

  // The saved route. Legs weigh what the graph's arcs weigh. Error bad_input, naming file and
  // vertices, when it is no route of this graph, or has another length than the distances say;
  // negative_cycle when these say that there is no end to how short it can be.
  std::optional<Route> route(Index from, Index to) const;

 private:
  [[noreturn]] void wrong(Index from, Index to, const std::string& what) const;
  void compare(Index from, Index to, const std::optional<Route>& route) const;
  std::string name(Index v) const { return names_.name(v); }

  const Graph& graph_;
  const Names& names_;
  SemiringKind semiring_;
  SavedMatrix predecessors_;
  std::optional<SavedMatrix> distances_;
};

}  // namespace warpath::cli
