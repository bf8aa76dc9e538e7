// The paper's analysis of its kernels (sections 3.3, 4 and 5), made again from measurements: is it
// the bus, the arithmetic, or that too few threads are there to hide what is waited for?
#pragma once

#include <span>
#include <string>

#include <nlohmann/json.hpp>

#include "bench/measure.hpp"
#include "bench/paper/occupancy.hpp"

namespace warpath::bench {

// One kernel, at one size.
struct Analysis {
  Record record;
  double copy_bytes_per_second = 0;  // of a copy within the device's memory
  Footprint footprint;               // of a thread block
  Occupancy occupancy;
};

nlohmann::ordered_json to_json(const Analysis& analysis);

// A table for people within 80 columns: a column per kernel, up to five.
std::string analysis_table(std::span<const Analysis> kernels);

}  // namespace warpath::bench
