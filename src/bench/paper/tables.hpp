// What the paper says of its kernels, and what was measured here, side by side: tables for people
// within 80 columns, with a blank where a number is missing, and records for machines.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "bench/paper/occupancy.hpp"
#include "bench/paper/published.hpp"
#include "bench/records.hpp"

namespace warpath::bench {

// Seconds of a kernel at a size; 0 where there are none.
using Seconds = std::function<double(std::string_view kernel, Index n)>;

// How many times as fast a column of the paper is as the one before it.
double step(const Seconds& seconds, const Published& column, Index n);

// The seconds themselves, or what else has a column per kernel.
std::string times_table(std::string_view title, const Seconds& seconds, std::string_view unit = "");

// Every column over the one before it: the paper's, and ours.
std::string steps_table(const Seconds& ours);

// Every column over the same column of the paper.
std::string over_paper_table(const Seconds& ours);

// The paper's analysis of a kernel (sections 3.3, 4 and 5), made again from a measurement: is it
// the bus, the arithmetic, or that too few threads are there to hide what is waited for? `copy_rate`
// in bytes per second, within the device's memory; the others are of a thread block.
Json analysis_of(const Record& record, double copy_rate, const Footprint& footprint,
                 const Occupancy& occupancy);

// A column per kernel, up to five.
std::string analysis_table(std::span<const Json> analyses);

}  // namespace warpath::bench
