// The paper's analysis of its kernels (sections 3.3, 4 and 5), made again from measurements: is it
// the bus, the arithmetic, or that too few threads are there to hide what is waited for?
#pragma once

#include <span>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "bench/paper/occupancy.hpp"
#include "warpath/kernel.hpp"
#include "warpath/types.hpp"

namespace warpath::bench {

// One kernel, at one size.
struct Analysis {
  std::string_view kernel;
  Index n = 0;
  Index block = 1;  // pivots that a word is used for when it has come to the chip
  double seconds = 0;
  double copy_bytes_per_second = 0;  // of a copy within the device's memory
  double peak_tasks_per_second = 0;  // of add and min alone
  Footprint footprint;               // of a thread block
  Occupancy occupancy;
  std::string device;
  std::string date;

  double tasks_per_second() const;
  // By the paper's count, which knows no caches: 3 words in and 1 out, for `block` tasks.
  double bytes_per_task() const { return 4.0 * sizeof(float) / static_cast<double>(block); }
  double implied_bytes_per_second() const { return tasks_per_second() * bytes_per_task(); }
  double copy_fraction() const { return implied_bytes_per_second() / copy_bytes_per_second; }
  double peak_fraction() const { return tasks_per_second() / peak_tasks_per_second; }
  // Additions and minima that the device could do while it does one task.
  double flops_per_task() const { return 2 / peak_fraction(); }
};

nlohmann::ordered_json to_json(const Analysis& analysis);

// A table for people within 80 columns: a column per kernel, up to five.
std::string analysis_table(std::span<const Analysis> kernels);

}  // namespace warpath::bench
