// The suites "cpu" and "cuda": what the dense engines must reach, each measured in one run: on two
// threads, and on the first device. The latter takes three minutes and 8 GiB of host memory.
#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "bench/proof.hpp"
#include "bench/suite.hpp"
#include "bench/timing.hpp"
#include "warpath/solve.hpp"

namespace warpath::bench {
namespace {

// A problem with what must be reached of the peak, and in how much time; 0: that is no goal.
struct Row {
  std::string_view name;
  Case what;
  Limit fraction;
  Limit milliseconds = {0, 0};
};

using enum WeightType;

// --- on the CPU ----------------------------------------------------------------------------------

// What is not said otherwise is large, and has two threads.
Case on_cpu(const SuiteRun& run, Case what) {
  if (what.kernel == "auto") what.kernel = "cpu";
  if (what.n == 0) what.n = 4096;
  if (what.threads == 0) what.threads = 2;
  what.isa = run.options.isa;
  return what;
}

void set_fraction_goal(const SuiteRun& run, std::string_view name, Limit limit,
                       const Record& record) {
  const int threads = record.what.threads;
  run.goal(fmt::format("peak fraction, {}, n={}, {} thread{}", name, record.what.n, threads,
                       threads == 1 ? "" : "s"),
           "", limit, record.peak_fraction);
}

void against_textbook(const SuiteRun& run) {
  // Not in turns: textbook takes so long that it would decide how often cpu is run.
  const Record slow = run.measured(on_cpu(run, {.kernel = "textbook", .n = 2048, .threads = 1}));
  const Record fast = run.measured(on_cpu(run, {.n = 2048}));
  run.goal("cpu over textbook, float32, n=2048, 2 threads", "x", {70, 100},
           slow.seconds / fast.seconds);
}

// Three rows of the table share the directed run on two threads, and take turns with it.
void against_itself(const SuiteRun& run) {
  const Case cases[] = {on_cpu(run, {}), on_cpu(run, {.threads = 1}),
                        on_cpu(run, {.undirected = true})};
  const auto records = run.measured(cases);
  set_fraction_goal(run, "float32 >= 0", {0.78, 0.90}, records[0]);
  run.goal("2 threads over 1, float32 >= 0, n=4096", "x", {1.85, 1.95},
           records[1].seconds / records[0].seconds);
  run.goal("undirected over directed time, n=4096", "", {0.60, 0.53},
           records[2].seconds / records[0].seconds);
}

// What a program does that has no library: three loops over an array, min by comparison. Not
// inlined, so that the compiler knows no more about n and the cells than a library would.
[[gnu::noinline]] void triple_loop(float* w, Index n, Index ld) {
  for (Index k = 0; k < n; ++k) {
    for (Index i = 0; i < n; ++i) {
      for (Index j = 0; j < n; ++j) {
        const float through = w[i * ld + k] + w[k * ld + j];
        if (through < w[i * ld + j]) w[i * ld + j] = through;
      }
    }
  }
}

// 10,000 solves, each of the same input; restoring it is not counted.
void many_small(const SuiteRun& run) {
  constexpr Index n = 64;
  const DenseMatrix weights = weights_of({.n = n});
  const auto& input = std::get<Matrix<float>>(weights);
  Matrix<float> work(n, n);
  const Options options{.isa = run.options.isa};
  const auto medians = medians_in_turns(
      std::max(5, run.times(0)), 2,
      [&](int who) {
        double total = 0;
        for (int i = 0; i < 10'000; ++i) {
          std::memcpy(work.data(), input.data(), Matrix<float>::bytes_needed(n, n));
          total += seconds_of([&] {
            if (who == 0) solve_in_place<float>(work.view(), options);
            if (who == 1) triple_loop(work.data(), n, work.leading_dimension());
          });
        }
        return total;
      },
      [&](int) {
        prove({SemiringKind::shortest_path, std::as_const(work).view()}, weights);
      });
  run.goal("10,000 solves of n=64 over three plain loops", "x", {5, 12}, medians[1] / medians[0]);
}

// --- on CUDA -------------------------------------------------------------------------------------

constexpr Index kLarge = 16384;  // where types are compared
constexpr Limit kFraction{0.88, 0.94};

}  // namespace

void run_cpu(const SuiteRun& run) {
  const Row rows[] = {
      {"float32 any sign", {.any_sign = true}, {0.88, 0.95}},
      {"float64 any sign", {.weight = float64, .any_sign = true}, {0.88, 0.95}},
      {"int32", {.weight = int32}, {0.78, 0.90}},
      {"int16", {.weight = int16}, {0.72, 0.88}},
      {"float32 >= 0", {.n = 256, .threads = 1}, {0.50, 0.75}},
  };
  against_textbook(run);
  against_itself(run);
  for (const Row& row : rows) {
    set_fraction_goal(run, row.name, row.fraction, run.measured(on_cpu(run, row.what)));
  }
  many_small(run);
}

void run_cuda(const SuiteRun& run) {
  const Row rows[] = {
      {"float32 >= 0", {.n = 1024}, {}, {0.30, 0.18}},
      {"float32 >= 0", {.n = 2048}, {}, {1.0, 0.75}},
      {"float32 >= 0", {.n = 4096}, {}, {5.6, 4.7}},
      {"float32 >= 0", {.n = 8192}, {}, {38, 35}},
      {"float32 >= 0", {.n = kLarge}, kFraction, {285, 270}},
      {"float32 >= 0", {.n = kLarge, .pinned = true}, {}},
      {"float32 any sign", {.n = kLarge, .any_sign = true}, kFraction, {338, 315}},
      {"int32", {.weight = int32, .n = kLarge}, kFraction, {290, 270}},
      {"int16", {.weight = int16, .n = kLarge}, kFraction, {150, 140}},
      {"float64", {.weight = float64, .n = kLarge}, kFraction, {930, 860}},
      {"float32 undirected", {.n = kLarge, .undirected = true}, {}, {165, 145}},
      // A matrix of 4 GiB: last, because it takes longest.
      {"float32 >= 0", {.n = 32768}, {}, {2240, 2120}},
  };
  std::vector<double> fractions;  // shown together, at the end
  for (const Row& row : rows) {
    Case what = row.what;
    what.kernel = "cuda";
    const Record record = run.measured(what);
    fractions.push_back(record.peak_fraction);
    // Pinned memory shows what the way to the device and back adds.
    if (what.pinned) {
      run.goal(fmt::format("from and to pinned memory over kernel, n={}", what.n), "", {1.2, 1.1},
               record.end_to_end_seconds / record.seconds);
    } else {
      run.goal(fmt::format("{}, n={}", row.name, what.n), "ms", row.milliseconds,
               record.seconds * 1e3);
    }
  }
  for (std::size_t i = 0; i < std::size(rows); ++i) {
    if (rows[i].fraction.must == 0) continue;
    run.goal(fmt::format("peak fraction, {}, n={}", rows[i].name, rows[i].what.n), "",
             rows[i].fraction, fractions[i]);
  }
}

}  // namespace warpath::bench
