// What there is to say about a solved graph, for people and for machines.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "cli/input/names.hpp"
#include "cli/solve/overview.hpp"
#include "warpath/result.hpp"
#include "warpath/types.hpp"
#include "warpath/verify.hpp"

namespace warpath::cli {

// Everything the summary reports.
struct Summary {
  std::string input;
  std::string output;   // empty: none
  std::string paths;    // where predecessors were written; empty: nowhere
  std::string labels;   // the file of labels beside it; empty: none
  std::string sources;  // the file of the rows' names
  Index vertices = 0;
  Index rows = 0;
  bool chosen = false;  // rows are those of some sources
  Index arcs = 0;
  bool one_way = false;  // as in Loaded
  bool mostly_zero = false;
  double seconds_reading = 0;
  double seconds_writing = 0;
  double seconds_total = 0;
  std::optional<verify::Certificate> verified;  // when that was asked for
  double seconds_verifying = 0;
  Overview overview;
};

// Fits 80 columns.
std::string for_people(const Statistics& statistics, const Names& names, const Summary& summary);
nlohmann::ordered_json for_machines(const Statistics& statistics, const Names& names,
                                    const Summary& summary);

// The part that every solve reports: graph, method, kernel, time.
std::string head_for_people(const Statistics& statistics, const Summary& summary);
nlohmann::ordered_json head_for_machines(const Statistics& statistics, const Summary& summary);

// The part that a plan already knows, as JSON.
nlohmann::ordered_json plan_json(const Plan& plan, Index arcs);

// A line of the summary: what, and then the text in its column.
std::string summary_line(std::string_view label, const std::string& text);

// JSON has no infinities, which a widest path may have.
nlohmann::ordered_json number_json(double number);

}  // namespace warpath::cli
