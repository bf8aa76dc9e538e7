// Tables in the shape of the paper's table of results: for people, within 80 columns, with a blank
// where a number is missing.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "warpath/types.hpp"

namespace warpath::bench {

// Seconds of a kernel at a size; 0 where there are none.
using Seconds = std::function<double(std::string_view kernel, Index n)>;

// The seconds themselves, or what else has a column per kernel.
std::string times_table(std::string_view title, const Seconds& seconds, std::string_view unit = "");

// Every column over the one before it: the paper's, and ours.
std::string steps_table(const Seconds& ours);

// Every column over the same column of the paper.
std::string over_paper_table(const Seconds& ours);

}  // namespace warpath::bench
