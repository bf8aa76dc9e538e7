// One call of `path`: what was asked for, and where routes come from.
#pragma once

#include <optional>
#include <string>

#include "cli/input/load.hpp"
#include "cli/input/names.hpp"
#include "cli/path/route.hpp"

namespace warpath::cli {

struct PathArguments {
  std::string graph;
  std::string from;
  std::string to;
  std::string format;
  std::string weights;
  std::string column;
  std::string semiring = "shortest-path";
  std::string coordinates;
  std::string svg;
  std::string pairs;
  std::string paths;
  std::string distances;
  bool has_from = false;
  bool has_to = false;
  bool has_pairs = false;
  bool csv = false;
  bool undirected = false;
  bool all = false;
  bool json = false;
  bool force = false;
  bool quiet = false;
};

// What does not go together, before anything is read. Error usage.
void check_questions(const PathArguments& arguments);

// The route between two vertices: the saved one with --paths, else by a search.
std::optional<Route> one_route(const PathArguments& arguments, const Graph& graph,
                               const Names& names, Index from, Index to);

// Prints the routes of --pairs.
void run_pairs(const PathArguments& arguments, const Graph& graph, const Names& names);

}  // namespace warpath::cli
