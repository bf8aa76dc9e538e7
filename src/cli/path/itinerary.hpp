// A route in words: for people, and for scripts.
#pragma once

#include <optional>
#include <string>

#include "base/json.hpp"

#include "cli/input/names.hpp"
#include "cli/path/route.hpp"
#include "cli/shell/console.hpp"
#include "warpath/graph.hpp"

namespace warpath::cli {

// What was asked, and what came of it.
struct Journey {
  const Graph& graph;
  const Names& names;
  Index from = 0;
  Index to = 0;
  SemiringKind semiring = SemiringKind::shortest_path;
  std::optional<Route> route = {};
};

// "Berlin to München: 584 in 3 legs", without an end of line, and its two parts. Names are cut where
// lines have so many columns.
std::string headline(const Journey& journey, std::size_t columns = kNoLimit);
std::string title_of(const Journey& journey, std::size_t columns);  // "Berlin to München: 584"
std::string count_legs(const Journey& journey);  // "3 legs"; there must be a route

// The headline and a table of the legs; of many legs only the first and the last, unless `all`.
std::string for_people(const Journey& journey, bool all, std::size_t columns = kNoLimit);

Json for_machines(const Journey& journey);

// "Berlin to München: 584 in 2 legs: Berlin > Leipzig > München"; long routes lose their middle,
// unless `all`.
std::string line_for_people(const Journey& journey, bool all);

// from,to,total,legs,route; the last three are empty where there is no way.
std::string csv_line(const Journey& journey);

}  // namespace warpath::cli
