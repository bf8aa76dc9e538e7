// What the paper (Lund and Smith, sections 3 to 5) says of its kernels.
#pragma once

#include <array>
#include <span>
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

// The kernels of the columns from left to right; the paper calls the first CPU.
std::span<const std::string_view> paper_columns();

// Zeros for a kernel that is not in the paper.
Published published(std::string_view kernel);

// Zero where the paper has none.
double paper_seconds(std::string_view kernel, Index n);

}  // namespace warpath::bench
