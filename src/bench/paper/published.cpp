#include "bench/paper/published.hpp"

#include <algorithm>

namespace warpath::bench {
namespace {

constexpr Published kColumns[] = {
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

constexpr auto kNames = [] {
  std::array<std::string_view, std::size(kColumns)> names;
  std::transform(std::begin(kColumns), std::end(kColumns), names.begin(),
                 [](const Published& column) { return column.kernel; });
  return names;
}();

}  // namespace

std::span<const std::string_view> paper_columns() { return kNames; }

Published published(std::string_view kernel) {
  for (const Published& column : kColumns) {
    if (column.kernel == kernel) return column;
  }
  return {.kernel = kernel};
}

double paper_seconds(std::string_view kernel, Index n) {
  const auto* row = std::find(kPaperSizes.begin(), kPaperSizes.end(), n);
  if (row == kPaperSizes.end()) return 0;
  return published(kernel).seconds[static_cast<std::size_t>(row - kPaperSizes.begin())];
}

}  // namespace warpath::bench
