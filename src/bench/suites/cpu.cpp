// The suite "cpu": what the dense CPU engine must reach, on two threads, measured in one run.
#include <algorithm>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "bench/proof.hpp"
#include "bench/suite.hpp"
#include "bench/timing.hpp"
#include "warpath/solve.hpp"

namespace warpath::bench {
namespace {

constexpr int kThreads = 2;
constexpr Index kLarge = 4096;

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

Case large(const SuiteRun& run, WeightType weight, bool any_sign) {
  Case what;
  what.kernel = "cpu";
  what.weight = weight;
  what.n = kLarge;
  what.threads = kThreads;
  what.any_sign = any_sign;
  what.isa = run.options().isa;
  return what;
}

void fraction_goal(const SuiteRun& run, std::string_view name, const Record& record, Limit limit) {
  run.at_least(fmt::format("peak fraction, {}, n={}, {} thread{}", name, record.what.n,
                           record.what.threads, record.what.threads == 1 ? "" : "s"),
               "", limit, record.peak_fraction);
}

void fraction(const SuiteRun& run, std::string_view name, const Case& what, Limit limit) {
  fraction_goal(run, name, run.measured(what), limit);
}

void against_textbook(const SuiteRun& run) {
  Case cpu = large(run, WeightType::float32, false);
  cpu.n = 2048;
  Case textbook = cpu;
  textbook.kernel = "textbook";
  textbook.threads = 1;
  // Not in turns: textbook takes so long that it would decide how often cpu is run.
  const Record slow = run.measured(textbook);
  const Record fast = run.measured(cpu);
  run.at_least("cpu over textbook, float32, n=2048, 2 threads", "x", {70, 100},
               slow.seconds / fast.seconds);
}

// Three rows of the table share the directed run on two threads, and take turns with it.
void against_itself(const SuiteRun& run) {
  const Case directed = large(run, WeightType::float32, false);
  Case single = directed;
  single.threads = 1;
  Case undirected = directed;
  undirected.undirected = true;
  const Case cases[] = {directed, single, undirected};
  const auto records = run.measured(cases);
  fraction_goal(run, "float32 >= 0", records[0], {0.78, 0.90});
  run.at_least("2 threads over 1, float32 >= 0, n=4096", "x", {1.85, 1.95},
               records[1].seconds / records[0].seconds);
  run.at_most("undirected over directed time, n=4096", "", {0.60, 0.53},
              records[2].seconds / records[0].seconds);
}

// 10,000 solves, each of the same input; restoring it is not counted.
void many_small(const SuiteRun& run) {
  constexpr Index n = 64;
  constexpr int solves = 10'000;
  Case what = large(run, WeightType::float32, false);
  what.n = n;
  const DenseMatrix weights = weights_of(what);
  const auto& input = std::get<Matrix<float>>(weights);
  Matrix<float> work(n, n);
  const auto many = [&](const auto& solve_once) {
    double total = 0;
    for (int i = 0; i < solves; ++i) {
      std::memcpy(work.data(), input.data(), Matrix<float>::bytes_needed(n, n));
      total += seconds_of(solve_once);
    }
    return total;
  };
  Options options;
  options.isa = run.options().isa;
  const auto library = [&] { solve_in_place<float>(work.view(), options); };
  const auto loops = [&] { triple_loop(work.data(), n, work.leading_dimension()); };
  many(library);
  prove({SemiringKind::shortest_path, std::as_const(work).view()}, weights);
  many(loops);
  prove({SemiringKind::shortest_path, std::as_const(work).view()}, weights);
  std::vector<double> with_library;
  std::vector<double> with_loops;
  for (int round = 0; round < std::max(5, run.times(0)); ++round) {
    with_library.push_back(many(library));
    with_loops.push_back(many(loops));
  }
  run.at_least("10,000 solves of n=64 over three plain loops", "x", {5, 12},
               median(with_loops) / median(with_library));
}

}  // namespace

void run_cpu(const SuiteRun& run) {
  against_textbook(run);
  const auto f32 = WeightType::float32;
  fraction(run, "float32 any sign", large(run, f32, true), {0.88, 0.95});
  fraction(run, "float64 any sign", large(run, WeightType::float64, true), {0.88, 0.95});
  against_itself(run);
  fraction(run, "int32", large(run, WeightType::int32, false), {0.78, 0.90});
  fraction(run, "int16", large(run, WeightType::int16, false), {0.72, 0.88});
  Case small = large(run, f32, false);
  small.n = 256;
  small.threads = 1;
  fraction(run, "float32 >= 0", small, {0.50, 0.75});
  many_small(run);
}

}  // namespace warpath::bench
