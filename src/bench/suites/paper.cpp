// The suite "paper": the paper's table of results (Lund and Smith, section 5), made again on this
// machine's first CUDA device and one core. Takes several minutes.
#include <array>
#include <span>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "bench/suite.hpp"
#include "bench/timing.hpp"
#include "kernels/kernel.hpp"
#include "warpath/warpath.hpp"

namespace warpath::bench {
namespace {

// The rows of that table: numbers of vertices.
constexpr std::array<Index, 17> kSizes = {1024,  2048,  3072,  4096,  5120,  6144,
                                          7168,  8192,  9216,  10240, 11264, 12288,
                                          13312, 14336, 15360, 16384, 17408};
constexpr std::size_t kShared = 3;     // the largest that all columns have
constexpr std::size_t kCompared = 15;  // where the paper compares its last three
static_assert(kSizes[kShared] == 4096 && kSizes[kCompared] == 16384);

struct Column {
  std::string_view kernel;                         // as it is called here
  std::array<double, kSizes.size()> seconds = {};  // 0 where there are none
};

// From left to right; the paper calls the first CPU. On an NVIDIA Tesla C1060, textbook on an AMD
// Phenom 9950.
constexpr std::array<Column, 5> kPublished = {{
    {"textbook", {2.405, 18.38, 62.04, 145.2}},
    {"harish-narayanan", {0.408, 3.212, 10.99, 26.05, 50.87, 87.9, 0, 208.6}},
    {"katz-kider",
     {0.108, 0.65, 2.01, 4.62, 8.84, 15.09, 23.82, 35.37, 50.24, 68.67, 91.08, 0, 0, 0, 0, 277.8}},
    {"optimized-blocked",
     {0.0428, 0.282, 0.653, 2.06, 4.02, 6.89, 10.9, 16.39, 23.05, 31.52, 41.82, 54.05, 68.56, 85.56,
      0, 126.9}},
    {"staged-load",
     {0.0274, 0.14, 0.401, 0.934, 1.76, 2.98, 4.65, 6.88, 9.71, 13.22, 17.48, 22.67, 28.63, 36.7,
      43.74, 53.02, 63.4}},
}};

Record measured(const SuiteRun& run, std::string_view kernel, Index n, double published = 0) {
  const Case what{.kernel = std::string(kernel), .n = n};
  const bool on_device = find_kernel(kernel)->backend == Backend::cuda;
  // Once: textbook, from n = 2048 on.
  const Repeats repeats{.fixed = run.times(on_device ? 5 : 3), .once_above = 5};
  Record record = measure({&what, 1}, repeats).front();
  record.paper_seconds = published;
  run.listener.on_record(record);
  return record;
}

Column measured(const SuiteRun& run, const Column& published) {
  Column here{published.kernel};
  for (std::size_t i = 0; i < kSizes.size(); ++i) {
    if (published.seconds[i] == 0) continue;
    here.seconds[i] = measured(run, here.kernel, kSizes[i], published.seconds[i]).seconds;
  }
  return here;
}

// What the kernels' traffic is held against.
void measure_copy(const SuiteRun& run, const Plan& plan) {
  const double rate = kernel_of(plan).copy_rate(plan);
  run.listener.on_finding({{"what", "copy in device memory"},
                           {"copy_bytes_per_second", rate},
                           {"device", run.device},
                           {"version", version()},
                           {"date", now_text()}});
  run.text(fmt::format("copy in device memory: {:.4g} GB/s, read and written\n", rate / 1e9));
}

void set_goals(const SuiteRun& run, std::span<const Column> here) {
  const double then = kPublished.back().seconds[kCompared];
  run.goal(fmt::format("{} over the paper's {:.2f} s, n={}", here.back().kernel, then,
                       kSizes[kCompared]),
           "x", {75, 100}, then / here.back().seconds[kCompared]);
  const auto step = [](std::span<const Column> columns, std::size_t i) {
    return columns[i - 1].seconds[kShared] / columns[i].seconds[kShared];
  };
  for (std::size_t i = 1; i < here.size(); ++i) {
    run.goal(fmt::format("{} over {}, n={}", here[i].kernel, here[i - 1].kernel, kSizes[kShared]),
             "x", {1, step(kPublished, i)}, step(here, i));
  }
}

}  // namespace

void run_paper(const SuiteRun& run) {
  std::array<Column, kPublished.size()> here;
  for (std::size_t i = 1; i < here.size(); ++i) here[i] = measured(run, kPublished[i]);
  // The last column once more, without its cyclic order.
  measure_copy(run, measured(run, "staged-load-straight", kSizes[kCompared]).plan);
  here[0] = measured(run, kPublished[0]);  // takes minutes
  set_goals(run, here);
  run.text("\nTables as in the paper: --json FILE, then scripts/figures/paper_tables.py FILE\n");
}

}  // namespace warpath::bench
