// Routes from what `solve` has saved, without solving again. Of the matrices only those cells are
// read that lie on the way.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "cli/input/names.hpp"
#include "cli/path/route.hpp"
#include "warpath/graph.hpp"
#include "warpath/io.hpp"

namespace warpath::cli {

// A matrix that was solved for a graph.
class SavedMatrix {
 public:
  // Error bad_input when its size or the names beside it are not those of the graph.
  SavedMatrix(const std::string& path, const std::string& graph, const Names& names);

  const std::string& path() const { return cells_.path(); }
  WeightType weight_type() const { return cells_.weight_type(); }

  // Of the row of `from`. Error usage when that is none of the sources.
  double cell(Index from, Index column) const;

 private:
  io::NpyRows cells_;
  const Names& names_;
  bool chosen_ = false;  // only some rows are there
  std::unordered_map<Index, Index> rows_;
};

class SavedRoutes {
 public:
  struct Files {
    std::string graph;
    std::string predecessors;
    std::string distances;  // empty: none to compare with
  };

  // What it is given must outlive it. Error as SavedMatrix; bad_input when predecessors are no int32.
  SavedRoutes(const Files& files, const Graph& graph, const Names& names, SemiringKind semiring);

  // The saved route. Legs weigh what the graph's arcs weigh. Error bad_input, naming file and
  // vertices, when it is no route of this graph, or has another length than the distances say;
  // negative_cycle when these say that there is no end to how short it can be.
  std::optional<Route> route(Index from, Index to) const;

 private:
  [[noreturn]] void wrong(Index from, Index to, const std::string& what) const;
  void compare(Index from, Index to, const std::optional<Route>& route) const;
  std::string name(Index v) const;

  Files files_;
  const Graph& graph_;
  const Names& names_;
  SemiringKind semiring_;
  SavedMatrix predecessors_;
  std::optional<SavedMatrix> distances_;
};

}  // namespace warpath::cli
