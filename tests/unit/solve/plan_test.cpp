// Plans for invented problems on invented machines.
#include "warpath/plan.hpp"

#include <gtest/gtest.h>

#include "support/ways.hpp"

namespace support {
namespace {

using warpath::ErrorCode;
using warpath::Machine;
using warpath::make_plan;
using warpath::Options;
using warpath::Plan;
using warpath::Problem;
using warpath::SemiringKind;
using warpath::WeightType;

constexpr std::size_t kGiB = std::size_t{1} << 30;

Machine invented(int cores, std::size_t memory) {
  Machine machine;
  machine.cores = cores;
  machine.cpu = "Invented 9000";
  machine.isa = Machine::detect().isa;
  machine.memory_total = machine.memory_available = memory;
  return machine;
}

Options with_kernel(std::string_view name) {
  Options options;
  options.kernel = name;
  return options;
}

// The fields in which two plans can differ, as text.
std::string all_of(const Plan& plan) {
  return std::string(plan.kernel->name) + " " + std::to_string(plan.block) + " " +
         std::to_string(plan.threads) + " " + std::string(plan.isa) + " " +
         std::to_string(plan.matrix_bytes) + " " + std::to_string(plan.workspace_bytes) + " " +
         std::to_string(plan.tasks) + " " + std::to_string(plan.predicted_seconds);
}

TEST(Plan, TakesTheFirstKernelThatSupportsTheProblem) {
  const Plan plan = make_plan({.n = 1000}, {}, invented(4, kGiB));
  EXPECT_EQ(plan.kernel->name, "cpu");
  EXPECT_EQ(plan.problem.n, 1000);
  EXPECT_EQ(make_plan({.n = 1000}, with_kernel("textbook"), invented(4, kGiB)).kernel->name,
            "textbook");
}

TEST(Plan, IsAPureFunction) {
  for (const Index n : {0, 1, 64, 1000, 5000}) {
    for (const warpath::KernelInfo& kernel : warpath::kernels()) {
      if (kernel.backend != warpath::Backend::cpu) continue;
      const Machine machine = invented(6, 8 * kGiB);
      const Problem problem{.n = n, .nonnegative = true};  // searches want it
      const Plan first = make_plan(problem, with_kernel(kernel.name), machine);
      const Plan second = make_plan(problem, with_kernel(kernel.name), machine);
      EXPECT_EQ(all_of(first), all_of(second));
      EXPECT_EQ(first.to_string(), second.to_string());
    }
  }
}

TEST(Plan, UsesTheCoresOfTheMachineItIsGiven) {
  EXPECT_EQ(make_plan({.n = 8000}, {}, invented(1, 4 * kGiB)).threads, 1);
  EXPECT_EQ(make_plan({.n = 8000}, {}, invented(7, 4 * kGiB)).threads, 7);
  Options options;
  options.threads = 3;
  EXPECT_EQ(make_plan({.n = 8000}, options, invented(7, 4 * kGiB)).threads, 3);
  options.threads = 16;
  EXPECT_EQ(make_plan({.n = 8000}, options, invented(2, 4 * kGiB)).threads, 16);
  EXPECT_EQ(make_plan({.n = 8000}, with_kernel("textbook"), invented(7, 4 * kGiB)).threads, 1);
  EXPECT_EQ(make_plan({.n = 8000}, with_kernel("blocked"), invented(7, 4 * kGiB)).threads, 1);
}

TEST(Plan, TakesTheBlockThatIsAskedFor) {
  Options options = with_kernel("blocked");
  EXPECT_GT(make_plan({.n = 1000}, options, invented(1, kGiB)).block, 0);
  options.block = 48;
  EXPECT_EQ(make_plan({.n = 1000}, options, invented(1, kGiB)).block, 48);
  options.kernel = "cpu";
  options.block = 128;
  EXPECT_EQ(make_plan({.n = 1000}, options, invented(1, kGiB)).block, 128);
}

TEST(Plan, StatesTheBytesOfTheMatrixInEveryType) {
  const std::pair<WeightType, std::size_t> types[] = {{WeightType::float32, 4},
                                                      {WeightType::float64, 8},
                                                      {WeightType::int32, 4},
                                                      {WeightType::int16, 2}};
  for (const auto& [type, size] : types) {
    Problem problem{.n = 8192, .weight = type};
    const Plan copying = make_plan(problem, {}, invented(2, 8 * kGiB));
    EXPECT_GE(copying.matrix_bytes, 8192u * 8192u * size);
    EXPECT_LE(copying.matrix_bytes, 8192u * (8192u + 128u) * size);
    problem.predecessors = true;
    const Plan routed = make_plan(problem, {}, invented(2, 8 * kGiB));
    EXPECT_GE(routed.matrix_bytes, copying.matrix_bytes + 8192u * 8192u * 4);
    problem.predecessors = false;
    problem.in_place = true;
    const Plan in_place = make_plan(problem, {}, invented(2, 8 * kGiB));
    EXPECT_EQ(in_place.matrix_bytes, 0u);
    EXPECT_EQ(in_place.workspace_bytes, copying.workspace_bytes);
    EXPECT_LE(in_place.bytes(), 8192u * 8192u * size * 15 / 100) << to_string(type);
    EXPECT_EQ(in_place.bytes(), in_place.matrix_bytes + in_place.workspace_bytes);
  }
  const Problem reach{
      .n = 8192, .semiring = SemiringKind::reachability, .weight = WeightType::boolean};
  EXPECT_LE(make_plan(reach, {}, invented(2, kGiB)).matrix_bytes, 8192u * (8192u + 128u));
}

TEST(Plan, OfASymmetricProblemHasHalfTheTasks) {
  const Machine machine = invented(2, 4 * kGiB);
  const Plan full = make_plan({.n = 4096}, {}, machine);
  const Plan half = make_plan({.n = 4096, .symmetric = true}, {}, machine);
  EXPECT_DOUBLE_EQ(full.tasks, 4096.0 * 4096 * 4096);
  EXPECT_GE(half.tasks, 0.5 * full.tasks);
  EXPECT_LE(half.tasks, 0.6 * full.tasks);
  EXPECT_LT(half.predicted_seconds, full.predicted_seconds);
  // The paper's kernels know no symmetry.
  EXPECT_DOUBLE_EQ(
      make_plan({.n = 4096, .symmetric = true}, with_kernel("textbook"), machine).tasks,
      full.tasks);
}

TEST(Plan, PredictsMoreTimeForMoreWorkAndLessForMoreCores) {
  double last = 0;
  for (const Index n : {256, 1024, 4096, 16384}) {
    const double seconds = make_plan({.n = n}, {}, invented(2, 64 * kGiB)).predicted_seconds;
    EXPECT_GT(seconds, last) << n;
    last = seconds;
  }
  EXPECT_LT(make_plan({.n = 16384}, {}, invented(8, 64 * kGiB)).predicted_seconds, last);
  EXPECT_GT(
      make_plan({.n = 16384}, with_kernel("textbook"), invented(2, 64 * kGiB)).predicted_seconds,
      10 * last);
}

TEST(Plan, ThatDoesNotFitSaysWhatIsNeededWhatIsThereAndWhatToDo) {
  // 20,000 x 20,000 float32 is 1.6e9 bytes, 1.49 GiB.
  const Machine small = invented(2, kGiB);
  try {
    make_plan({.n = 20000}, {}, small);
    FAIL() << "fits into 1 GiB?";
  } catch (const warpath::Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::does_not_fit);
    EXPECT_NE(error.happened().find("20000"), std::string::npos) << error.what();
    EXPECT_NE(error.happened().find("1.5"), std::string::npos) << error.what();
    EXPECT_NE(error.happened().find("GiB"), std::string::npos) << error.what();
    EXPECT_NE(error.happened().find("1.0"), std::string::npos) << error.what();
    EXPECT_FALSE(error.remedy().empty());
    EXPECT_NE(error.remedy().find("in_place"), std::string::npos) << error.what();
  }
  EXPECT_EQ(code_of([&] { make_plan({.n = 20000, .in_place = true}, {}, small); }), std::nullopt);
  EXPECT_EQ(code_of([&] { make_plan({.n = 20000}, {}, invented(2, 2 * kGiB)); }), std::nullopt);
}

TEST(Plan, KeepsToTheMemoryLimitThatIsAskedFor) {
  Options options;
  const Plan plan = make_plan({.n = 3000}, options, invented(2, kGiB));
  options.memory_limit = plan.bytes();
  EXPECT_EQ(code_of([&] { make_plan({.n = 3000}, options, invented(2, kGiB)); }), std::nullopt);
  options.memory_limit = plan.bytes() - 1;
  EXPECT_EQ(code_of([&] { make_plan({.n = 3000}, options, invented(2, kGiB)); }),
            ErrorCode::does_not_fit);
}

TEST(Plan, OfAnUnknownKernelSuggestsTheOneThatWasMeant) {
  const std::pair<const char*, const char*> typos[] = {
      {"textbok", "textbook"}, {"cpuu", "cpu"}, {"block", "blocked"}, {"Blocked", "blocked"}};
  for (const auto& [typo, meant] : typos) {
    std::string text = "no error";
    EXPECT_EQ(
        code_of([t = typo] { make_plan({.n = 10}, with_kernel(t), invented(1, kGiB)); }, &text),
        ErrorCode::usage);
    EXPECT_NE(text.find(typo), std::string::npos) << text;
    EXPECT_NE(text.find(meant), std::string::npos) << text;
  }
}

TEST(Plan, RefusesOptionsThatMakeNoSense) {
  const auto code = [](auto change) {
    Options options;
    change(options);
    return code_of([&] { make_plan({.n = 10}, options, invented(1, kGiB)); });
  };
  EXPECT_EQ(code([](Options&) {}), std::nullopt);
  EXPECT_EQ(code([](Options& o) { o.threads = -1; }), ErrorCode::usage);
  EXPECT_EQ(code([](Options& o) { o.block = -1; }), ErrorCode::usage);
  EXPECT_EQ(code([](Options& o) { o.isa = "mmx"; }), ErrorCode::usage);
  EXPECT_EQ(code([](Options& o) { o.negative_cycle_tolerance = -1; }), ErrorCode::usage);
  EXPECT_EQ(code([](Options& o) { o.device = warpath::Backend::cuda; }),
            ErrorCode::device_unavailable);
  EXPECT_EQ(code([](Options& o) { o.device = warpath::Backend::cpu; }), std::nullopt);
}

TEST(Plan, OfACombinationThatIsNotOfferedIsRefused) {
  const Problem problem{
      .n = 10, .semiring = SemiringKind::widest_path, .weight = WeightType::boolean};
  for (const char* kernel : {"auto", "cpu", "textbook"}) {
    std::string text = "no error";
    EXPECT_EQ(code_of([&] { make_plan(problem, with_kernel(kernel), invented(1, kGiB)); }, &text),
              ErrorCode::unsupported)
        << kernel;
    EXPECT_NE(text.find("widest"), std::string::npos) << text;
  }
}

TEST(Plan, TellsPeopleWhatWillHappen) {
  const std::string text = make_plan({.n = 4096}, {}, invented(2, kGiB)).to_string();
  for (const char* word : {"cpu", "float32", "4096"}) {
    EXPECT_NE(text.find(word), std::string::npos) << text << "\nlacks " << word;
  }
}

TEST(Plan, OfNothingNeedsNothing) {
  const Plan plan = make_plan({.n = 0}, {}, invented(2, kGiB));
  EXPECT_EQ(plan.tasks, 0);
  EXPECT_EQ(plan.matrix_bytes, 0u);
}

// Many small graphs in one process: no threads are woken for a problem of microseconds.
TEST(Plan, OfASmallProblemUsesOneThread) {
  EXPECT_EQ(make_plan({.n = 64}, {}, invented(8, kGiB)).threads, 1);
}

// Batches take what is left of a limit, but for an eighth: allocators take more than they are asked for.
TEST(Plan, BatchesLeaveAnEighthToAllocators) {
  const Problem problem{.n = 1000, .nonnegative = true, .streamed = true};
  Options options = with_kernel("dijkstra");
  options.memory_limit = 4 << 20;
  const Plan plan = make_plan(problem, options, invented(1, kGiB));
  const std::size_t left = options.memory_limit - plan.workspace_bytes;
  const std::size_t row = 2 * sizeof(float) * 1001;  // as it is found, and as it is handed out
  EXPECT_LE(static_cast<std::size_t>(plan.batch) * row, left - left / 8);
  EXPECT_GE(static_cast<std::size_t>(plan.batch + 1) * row, left - left / 8);
}

}  // namespace
}  // namespace support
