// What the paper (Lund and Smith, sections 3 to 5) says of its kernels.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "warpath/types.hpp"

namespace warpath::bench {

// The rows of its table of results: numbers of vertices.
inline constexpr std::array<Index, 17> kPaperSizes = {1024,  2048,  3072,  4096,  5120,  6144,
                                                      7168,  8192,  9216,  10240, 11264, 12288,
                                                      13312, 14336, 15360, 16384, 17408};

// A column of that table, and the analysis; 0 where it says nothing. On an NVIDIA Tesla
// C1060, textbook on an AMD Phenom 9950. Its rates are those of n = 4096.
struct Published {
  std::string_view kernel;  // as it is called here
  std::array<double, kPaperSizes.size()> seconds = {};
  double tasks_per_second = 0;
  double bytes_per_second = 0;
  double flops_per_task = 0;  // of 933 GFLOP/s, as advertised
  int shared_bytes = 0;       // with 32 bytes of parameters
  int blocks = 0;             // per multiprocessor, as far as shared memory is concerned
};
inline constexpr double kPublishedCopyRate = 77e9;

// From left to right; the paper calls the first CPU.
inline constexpr Published kPaperColumns[] = {
    {.kernel = "textbook", .seconds = {2.405, 18.38, 62.04, 145.2}},
    {.kernel = "harish-narayanan",
     .seconds = {0.408, 3.212, 10.99, 26.05, 50.87, 87.9, 0, 208.6},
     .tasks_per_second = 2.6e9,
     .bytes_per_second = 42e9,
     .flops_per_task = 359},
    {.kernel = "katz-kider",
     .seconds = {0.108, 0.65, 2.01, 4.62, 8.84, 15.09, 23.82, 35.37, 50.24, 68.67, 91.08, 0, 0, 0,
                 0, 277.8},
     .tasks_per_second = 14.9e9,
     .flops_per_task = 62.7,
     .shared_bytes = 12320,
     .blocks = 1},
    {.kernel = "optimized-blocked",
     .seconds = {0.0428, 0.282, 0.653, 2.06, 4.02, 6.89, 10.9, 16.39, 23.05, 31.52, 41.82, 54.05,
                 68.56, 85.56, 0, 126.9},
     .shared_bytes = 12320,
     .blocks = 1},
    {.kernel = "staged-load",
     .seconds = {0.0274, 0.14, 0.401, 0.934, 1.76, 2.98, 4.65, 6.88, 9.71, 13.22, 17.48, 22.67,
                 28.63, 36.7, 43.74, 53.02, 63.4},
     .tasks_per_second = 73.6e9,
     .bytes_per_second = 46e9,
     .flops_per_task = 12.7,
     .shared_bytes = 1056,
     .blocks = 15},
};

// Zeros for a kernel that is not in the paper.
inline Published published(std::string_view kernel) {
  const auto* column = std::ranges::find(kPaperColumns, kernel, &Published::kernel);
  return column == std::end(kPaperColumns) ? Published{.kernel = kernel} : *column;
}

// Zero where the paper has none.
inline double paper_seconds(std::string_view kernel, Index n) {
  const auto* row = std::ranges::find(kPaperSizes, n);
  if (row == kPaperSizes.end()) return 0;
  return published(kernel).seconds[static_cast<std::size_t>(row - kPaperSizes.begin())];
}

}  // namespace warpath::bench
