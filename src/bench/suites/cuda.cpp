// The suite "cuda": what the dense CUDA engine must reach, measured in one run on this machine's
// first device. Takes two minutes or three, and 8 GiB of host memory.
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "bench/suite.hpp"

namespace warpath::bench {
namespace {

constexpr Index kLarge = 16384;  // where types are compared
constexpr Limit kFraction{0.88, 0.94};

// What is solved, without its size.
struct Kind {
  std::string_view name;
  WeightType weight = WeightType::float32;
  bool any_sign = false;
  bool undirected = false;
  bool pinned = false;
};

constexpr Kind kPlain{"float32 >= 0"};

struct Row {
  Kind kind;
  Index n;
  Limit milliseconds;
  bool fraction = false;  // its peak_fraction is a goal, too
};

constexpr Row kSizes[] = {
    {kPlain, 1024, {0.30, 0.18}}, {kPlain, 2048, {1.0, 0.75}},        {kPlain, 4096, {5.6, 4.7}},
    {kPlain, 8192, {38, 35}},     {kPlain, kLarge, {285, 270}, true},
};

constexpr Row kTypes[] = {
    {{.name = "float32 any sign", .any_sign = true}, kLarge, {338, 315}, true},
    {{.name = "int32", .weight = WeightType::int32}, kLarge, {290, 270}, true},
    {{.name = "int16", .weight = WeightType::int16}, kLarge, {150, 140}, true},
    {{.name = "float64", .weight = WeightType::float64}, kLarge, {930, 860}, true},
    {{.name = "float32 undirected", .undirected = true}, kLarge, {165, 145}},
    {kPlain, 32768, {2240, 2120}},  // a matrix of 4 GiB: last, because it takes longest
};

Record measured(const SuiteRun& run, const Kind& kind, Index n) {
  Case what;
  what.kernel = "cuda";
  what.weight = kind.weight;
  what.n = n;
  what.any_sign = kind.any_sign;
  what.undirected = kind.undirected;
  what.pinned = kind.pinned;
  return run.measured(what);
}

// What the way to the device and back adds.
void end_to_end(const SuiteRun& run) {
  Kind kind = kPlain;
  kind.pinned = true;
  const Record record = measured(run, kind, kLarge);
  run.at_most(fmt::format("from and to pinned memory over kernel, n={}", kLarge), "", {1.2, 1.1},
              record.end_to_end_seconds / record.seconds);
}

}  // namespace

void run_cuda(const SuiteRun& run) {
  std::vector<std::pair<const Row*, double>> fractions;  // shown together, at the end
  const auto time = [&](const Row& row) {
    const Record record = measured(run, row.kind, row.n);
    run.at_most(fmt::format("{}, n={}", row.kind.name, row.n), "ms", row.milliseconds,
                record.seconds * 1e3);
    if (row.fraction) fractions.emplace_back(&row, record.peak_fraction);
  };
  for (const Row& row : kSizes) time(row);
  end_to_end(run);
  for (const Row& row : kTypes) time(row);
  for (const auto& [row, reached] : fractions) {
    run.at_least(fmt::format("peak fraction, {}, n={}", row->kind.name, row->n), "", kFraction,
                 reached);
  }
}

}  // namespace warpath::bench
