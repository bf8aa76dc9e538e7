// Measures kernels: verified first, timed after.
#pragma once

#include <limits>
#include <span>
#include <string>
#include <vector>

#include "bench/case.hpp"
#include "warpath/plan.hpp"

namespace warpath::bench {

// What was measured: one record of the JSON output.
struct Record {
  Case what;
  Plan plan;
  double seconds = 0;  // median; on a device, of the kernel alone, with the matrix in its memory
  double seconds_min = 0;
  double end_to_end_seconds = 0;  // median; from host memory to host memory
  int repeats = 0;
  double tasks_per_second = 0;       // n³ / seconds
  double peak_tasks_per_second = 0;  // of a register-only loop, in the same minutes
  double peak_fraction = 0;          // of the work done, which is half for symmetric problems
  double paper_seconds = 0;          // what the paper reports for it; 0: nothing
  bool verified = false;
  std::string device;
  std::string date;
};

struct Repeats {
  int fixed = 0;  // 0: at least 5, more when they are short, 3 above 30 s each

  // Seconds. A case whose first, verified solve takes longer is not solved again: that one is its
  // measurement. What it takes to warm up does not show in a solve so long.
  double once_above = std::numeric_limits<double>::infinity();
};

// Every case is solved once and some of its rows are proved (Error verification_failed when one is
// wrong); this warms up, too. Then the cases take turns, so that a disturbance hits all of them and
// their ratios stay fair. Each run restores the input and then times the whole of solve_in_place,
// and the device's part of it by the device's clock. Error device_unavailable for a pinned case
// without a device.
std::vector<Record> measure(std::span<const Case> cases, const Repeats& repeats = {});

}  // namespace warpath::bench
