// What there is to say about a solved graph, for people and for machines.
#pragma once

#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "cli/names.hpp"
#include "warpath/result.hpp"
#include "warpath/types.hpp"

namespace warpath::cli {

struct Extreme {
  double distance = 0;
  Index from = 0;
  Index to = 0;
};

// What one pass over the distances tells.
struct Overview {
  // The largest finite distance between two vertices (the smallest, for widest paths); empty for
  // reachability, and when no path leads anywhere.
  std::optional<Extreme> extreme;
  Index unreachable = 0;  // ordered pairs of different vertices without a path
};
Overview look_over(const Result& result);

// Everything the summary reports.
struct Summary {
  std::string input;
  std::string output;  // empty: none
  std::string labels;  // the file of labels beside it; empty: none
  Index arcs = 0;
  bool one_way = false;  // as in Loaded
  bool mostly_zero = false;
  double seconds_reading = 0;
  double seconds_writing = 0;
  double seconds_total = 0;
  Overview overview;
};

// Fits 80 columns.
std::string for_people(const Result& result, const Names& names, const Summary& summary);
nlohmann::ordered_json for_machines(const Result& result, const Names& names,
                                    const Summary& summary);

// The part that a plan already knows, as JSON.
nlohmann::ordered_json plan_json(const Plan& plan, Index arcs);

}  // namespace warpath::cli
