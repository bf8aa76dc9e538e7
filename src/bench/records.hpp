// Measurements as text: a table for people, JSON and CSV for machines.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/json.hpp"
#include "bench/measure.hpp"

namespace warpath::bench {

// One line of a suite's table. What is aimed at says whether smaller is better.
struct Goal {
  std::string row;   // what is compared
  std::string unit;  // "x" for ratios of speed, "s", "ms", "MiB", "" for fractions
  double must = 0;
  double aim = 0;
  double reached = 0;
  std::string device = {};  // that it was reached on

  bool smaller_is_better() const { return aim < must; }
  bool met(double limit) const { return smaller_is_better() ? reached <= limit : reached >= limit; }
};

Json to_json(const Record& record);
Json to_json(const Goal& goal);

// The same of a solve, where something was timed that is no Case: its plan and its parts.
Json to_json(const Statistics& solve);

// The tables of people, within 80 columns: a head and one line per record, and all goals.
std::string table_head();
std::string table_line(const Record& record);
std::string goals_table(const std::vector<Goal>& goals);

// An array with one record per line.
std::string json_text(const std::vector<Json>& records);

// The same fields as the JSON, with a head line.
std::string csv_text(const std::vector<Json>& records);

}  // namespace warpath::bench
