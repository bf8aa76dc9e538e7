// Suites: fixed sets of measurements, each with what must be reached.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/measure.hpp"

namespace warpath::cli {

// One line of a suite's table.
struct Goal {
  std::string row;   // what is compared
  std::string unit;  // "x" for ratios of speed, "s", "MiB", "" for fractions
  double must = 0;
  double aim = 0;
  double reached = 0;
  bool smaller_is_better = false;

  bool met(double limit) const { return smaller_is_better ? reached <= limit : reached >= limit; }
};

// Called with every result as soon as it is there.
struct SuiteListener {
  std::function<void(const Record&)> on_record;
  std::function<void(const Goal&)> on_goal;
};

// The dense CPU engine on two threads, with one instruction set (empty: the best). Takes minutes.
void run_cpu_suite(const SuiteListener& listener, const Repeats& repeats, const std::string& isa);

// Reading files, on one core. Writes about 250 MB of temporary files.
void run_io_suite(const SuiteListener& listener);

}  // namespace warpath::cli
