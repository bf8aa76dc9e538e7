// The table of results of the paper (Lund and Smith, section 5), and tables of the same shape.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "warpath/types.hpp"

namespace warpath::cli {

// The columns, from left to right, as kernels are called here: textbook (the paper: CPU),
// harish-narayanan, katz-kider, optimized-blocked, staged-load.
std::span<const std::string_view> paper_columns();

// The rows: numbers of vertices.
std::span<const Index> paper_sizes();

// Seconds, on an NVIDIA Tesla C1060 and, in the first column, an AMD Phenom 9950; 0 where the paper
// has none.
double paper_seconds(std::string_view kernel, Index n);

// Seconds of a kernel at a size; 0 where there are none.
using Seconds = std::function<double(std::string_view kernel, Index n)>;

// All of them are for people, within 80 columns, with a blank where a number is missing.

// The seconds themselves.
std::string times_table(std::string_view title, const Seconds& seconds);

// Every column over the one before it: the paper's, and ours.
std::string steps_table(const Seconds& ours);

// Every column over the same column of the paper.
std::string over_paper_table(const Seconds& ours);

}  // namespace warpath::cli
