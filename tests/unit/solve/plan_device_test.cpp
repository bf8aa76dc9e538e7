// Plans for kernels on a device, on machines with invented devices and without any.
#include <gtest/gtest.h>

#include "support/ways.hpp"
#include "warpath/generate.hpp"
#include "warpath/plan.hpp"

namespace support {
namespace {

using warpath::Backend;
using warpath::ErrorCode;
using warpath::Machine;
using warpath::make_plan;
using warpath::Options;
using warpath::Plan;
using warpath::Problem;
using warpath::SemiringKind;
using warpath::WeightType;

constexpr std::size_t kGiB = std::size_t{1} << 30;

Machine without_device() {
  Machine machine;
  machine.cores = 4;
  machine.isa = this_machine().isa;
  machine.memory_total = machine.memory_available = std::size_t{1} << 60;
  machine.cuda = "hiding in the invented cupboard";
  return machine;
}

Machine with_device(std::size_t free_bytes, std::size_t total_bytes = 64 * kGiB) {
  Machine machine = without_device();
  machine.cuda.clear();
  machine.devices.push_back({.name = "Invented GPU",
                             .memory_total = total_bytes,
                             .memory_free = free_bytes,
                             .compute_major = 9,
                             .multiprocessors = 132});
  return machine;
}

Options with_kernel(std::string_view name) {
  Options options;
  options.kernel = name;
  return options;
}

std::vector<std::string> cuda_kernels() {
  std::vector<std::string> names;
  for (const warpath::KernelInfo& kernel : warpath::kernels()) {
    if (kernel.backend == Backend::cuda) names.emplace_back(kernel.name);
  }
  return names;
}

struct Expected {
  const char* kernel;
  Index block;
  std::size_t matrices;
};
constexpr Expected kPaper[] = {{"harish-narayanan", 1, 1},
                               {"katz-kider", 32, 1},
                               {"optimized-blocked", 32, 1},
                               {"staged-load", 32, 2},
                               {"staged-load-straight", 32, 2}};

TEST(PlanDevice, ThatIsNotThereIsUnavailableForTheReasonOfTheMachine) {
  const Machine machine = without_device();
  for (const std::string& kernel : cuda_kernels()) {
    std::string text = "no error";
    EXPECT_EQ(code_of([&] { make_plan({.n = 10}, with_kernel(kernel), machine); }, &text),
              ErrorCode::device_unavailable);
    EXPECT_NE(text.find(kernel), std::string::npos) << text;
    EXPECT_NE(text.find(machine.cuda), std::string::npos) << text;
  }
  Options options;
  options.device = Backend::cuda;
  std::string text = "no error";
  EXPECT_EQ(code_of([&] { make_plan({.n = 10}, options, machine); }, &text),
            ErrorCode::device_unavailable);
  EXPECT_NE(text.find(machine.cuda), std::string::npos) << text;
  EXPECT_NE(text.find("cpu"), std::string::npos) << text;
}

TEST(PlanDevice, HoldsThePaddedMatrixOnceOrTwice) {
  for (const Expected& one : kPaper) {
    for (const auto& [n, side] : {std::pair<Index, std::size_t>{0, 0},
                                  {1, 32},
                                  {32, 32},
                                  {33, 64},
                                  {1000, 1024},
                                  {46341, 46368}}) {
      for (const WeightType weight : {WeightType::float32, WeightType::int32}) {
        const Plan plan =
            make_plan({.n = n, .weight = weight}, with_kernel(one.kernel), with_device(64 * kGiB));
        EXPECT_EQ(plan.kernel->name, one.kernel);
        EXPECT_EQ(plan.device, 0);
        EXPECT_EQ(plan.device_bytes, one.matrices * side * side * 4) << one.kernel << " " << n;
        EXPECT_EQ(plan.block, one.block) << one.kernel;
        EXPECT_EQ(plan.threads, 1) << one.kernel;
        EXPECT_EQ(plan.isa, "") << one.kernel;
        EXPECT_DOUBLE_EQ(plan.tasks, static_cast<double>(n) * n * n);
        EXPECT_GE(plan.predicted_seconds, 0) << one.kernel;
        EXPECT_NE(plan.to_string().find("CUDA device 0"), std::string::npos) << plan.to_string();
      }
    }
  }
}

TEST(PlanDevice, IsCalledByItsOrdinal) {
  Machine machine = with_device(kGiB);
  machine.devices.front().ordinal = 3;  // those before cannot be used
  machine.devices.push_back({.ordinal = 5, .name = "Another", .multiprocessors = 1});
  EXPECT_EQ(make_plan({.n = 10}, with_kernel("staged-load"), machine).device, 3);
  EXPECT_EQ(machine.device(5).name, "Another");
  EXPECT_EQ(code_of([&] { machine.device(0); }), ErrorCode::usage);
}

TEST(PlanDevice, ThatIsTooSmallIsSaidWithTheNumbers) {
  // 20,000 x 20,000 float32 is 1.6e9 bytes, 1.49 GiB; the doubly tiled copy is as large again.
  for (const Expected& one : kPaper) {
    const std::size_t needed = one.matrices * 20000 * 20000 * 4;
    const auto plan_with = [&](std::size_t free_bytes, bool in_place) {
      return make_plan({.n = 20000, .in_place = in_place}, with_kernel(one.kernel),
                       with_device(free_bytes, 7 * kGiB));
    };
    EXPECT_EQ(code_of([&] { plan_with(needed, false); }), std::nullopt) << one.kernel;
    for (const bool in_place : {false, true}) {
      std::string text = "no error";
      EXPECT_EQ(code_of([&] { plan_with(needed - 1, in_place); }, &text), ErrorCode::does_not_fit)
          << one.kernel;
      const char* size = one.matrices == 1 ? "1.5 GiB" : "3.0 GiB";
      for (const char* word : {"20000", "float32", size, "7.0 GiB", "Invented GPU", "cpu"}) {
        EXPECT_NE(text.find(word), std::string::npos) << text << "\nlacks " << word;
      }
    }
  }
}

// Kernels of the sparse method keep no matrix on the device.
TEST(PlanDevice, BeyondEverythingDoesNotFitAndDoesNotWrap) {
  for (const std::string& kernel : cuda_kernels()) {
    if (warpath::find_kernel(kernel)->method != warpath::Method::dense) continue;
    for (const Index n : {Index{400000}, Index{1} << 31, Index{1} << 32, Index{1} << 40}) {
      for (const bool in_place : {false, true}) {
        const Problem problem{.n = n, .in_place = in_place};
        EXPECT_EQ(code_of([&] { make_plan(problem, with_kernel(kernel), with_device(64 * kGiB)); }),
                  ErrorCode::does_not_fit)
            << kernel << " n=" << n << " in_place=" << in_place;
      }
    }
  }
}

TEST(PlanDevice, KernelsOfThePaperHaveTheBlocksOfThePaper) {
  for (const Expected& one : kPaper) {
    for (const Index block : {1, 2, 16, 31, 32, 33, 64}) {
      Options options = with_kernel(one.kernel);
      options.block = block;
      std::string text = "no error";
      const auto code = code_of([&] { make_plan({.n = 100}, options, with_device(kGiB)); }, &text);
      if (block == one.block) {
        EXPECT_EQ(code, std::nullopt) << one.kernel << ": " << text;
      } else {
        EXPECT_EQ(code, ErrorCode::unsupported) << one.kernel << " " << block;
        EXPECT_NE(text.find(std::to_string(block)), std::string::npos) << text;
        EXPECT_NE(text.find(std::to_string(one.block)), std::string::npos) << text;
      }
    }
  }
}

TEST(PlanDevice, IsTakenWhenAskedFor) {
  Options options;
  EXPECT_EQ(make_plan({.n = 1000}, options, with_device(kGiB)).kernel->name, "cpu");
  EXPECT_EQ(make_plan({.n = 1000}, options, with_device(kGiB)).device, -1);
  options.device = Backend::cpu;
  EXPECT_EQ(make_plan({.n = 1000}, options, with_device(kGiB)).kernel->name, "cpu");
  options.device = Backend::cuda;
  EXPECT_EQ(make_plan({.n = 1000}, options, with_device(kGiB)).kernel->name, "cuda");
  EXPECT_EQ(make_plan({.n = 1000}, options, with_device(kGiB)).device, 0);
}

// The paper's kernels have what the paper has; the one for use has all.
TEST(PlanDevice, IsNotOfferedForOtherWeightsAndSemiringsByThePaper) {
  const auto code = [](const Problem& problem, const Options& options, std::string& text) {
    return code_of([&] { make_plan(problem, options, with_device(kGiB)); }, &text);
  };
  for_each_combination([&]<class S>() {
    const WeightType weight = warpath::weight_type_of<typename S::Weight>;
    const Problem problem{.n = 10, .semiring = S::kind, .weight = weight};
    const bool offered =
        is_shortest<S> && (weight == WeightType::float32 || weight == WeightType::int32);
    const auto want = offered ? std::nullopt : std::optional(ErrorCode::unsupported);
    std::string text;
    for (const Expected& one : kPaper) {
      EXPECT_EQ(code(problem, with_kernel(one.kernel), text), want) << one.kernel << name_of<S>();
      if (offered) continue;
      const char* word = is_shortest<S> ? "float32 and int32" : "shortest paths only";
      EXPECT_NE(text.find(word), std::string::npos) << text;
      EXPECT_NE(text.find(one.kernel), std::string::npos) << text;
    }
    Options options;
    options.device = Backend::cuda;
    EXPECT_EQ(code(problem, options, text), std::nullopt) << name_of<S>() << ": " << text;
  });
}

TEST(PlanDevice, PredictsLessTimeForTheLaterKernelsOfThePaper) {
  double last = 1e300;
  for (const char* kernel :
       {"harish-narayanan", "katz-kider", "optimized-blocked", "staged-load", "cuda"}) {
    const double seconds =
        make_plan({.n = 20000}, with_kernel(kernel), with_device(64 * kGiB)).predicted_seconds;
    EXPECT_GT(seconds, 0) << kernel;
    EXPECT_LT(seconds, last) << kernel;
    last = seconds;
  }
}

// Of columns that are only summed up the rows of the stem are kept: the device's memory says how many there are at once.
// Rows that are handed on are as many as keep the bus busy, and no more than the host has room for.
TEST(PlanDevice, SweepsMeasuresInLargePanelsAndRowsInSmallerOnes) {
  const warpath::Graph graph = warpath::generate(warpath::GraphKind::road, 20000);
  Options options = with_kernel("sparse-cuda");
  options.sparse_plan = warpath::SparsePlan(graph, Backend::cuda);
  Problem problem{.n = 20000, .nonnegative = true, .symmetric = true, .streamed = true};
  Machine machine = with_device(60 * kGiB);
  machine.memory_available = kGiB;
  const Plan rows = make_plan(problem, options, machine);
  EXPECT_LE(static_cast<std::size_t>(rows.batch) * 20001 * 4, kGiB / 8);
  problem.measured = true;
  const Plan measures = make_plan(problem, options, machine);
  EXPECT_GE(measures.batch, 20000);
  EXPECT_LE(make_plan(problem, options, with_device(kGiB / 4)).batch, 13000);
}

}  // namespace
}  // namespace support
