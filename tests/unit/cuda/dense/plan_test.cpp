// Plans of the kernel `cuda` on invented devices: blocks, memory, and sizes at which counts overflow.
#include <gtest/gtest.h>

#include "cuda/dense/plan.hpp"
#include "support/ways.hpp"
#include "warpath/plan.hpp"

namespace support {
namespace {

using warpath::ErrorCode;
using warpath::Machine;
using warpath::Options;
using warpath::Plan;
using warpath::Problem;
using warpath::SemiringKind;
using warpath::WeightType;
using warpath::cuda::dense::Layout;
using warpath::cuda::dense::layout_of;
using warpath::cuda::dense::Order;
using warpath::cuda::dense::order_of;

constexpr std::size_t kGiB = std::size_t{1} << 30;

Machine with_device(std::size_t free_bytes, int multiprocessors = 132) {
  Machine machine;
  machine.memory_total = machine.memory_available = std::size_t{1} << 60;
  machine.isa = this_machine().isa;
  machine.devices.push_back({.name = "Invented GPU",
                             .memory_total = 80 * kGiB,
                             .memory_free = free_bytes,
                             .compute_major = 9,
                             .multiprocessors = multiprocessors});
  return machine;
}

Plan plan_of(const Problem& problem, Index block = 0, std::size_t free_bytes = 1000 * kGiB) {
  Options options;
  options.kernel = "cuda";
  options.semiring = problem.semiring;
  options.block = block;
  return warpath::make_plan(problem, options, with_device(free_bytes));
}

template <class S>
Problem problem_of(Index n) {
  return {.n = n, .semiring = S::kind, .weight = warpath::weight_type_of<typename S::Weight>};
}

template <class S>
bool has_large_blocks() {
  return is_shortest<S> && sizeof(typename S::Weight) < 8;
}

TEST(DensePlan, SmallMatricesHaveSmallBlocksAndLargeOnesLargeBlocks) {
  for_each_combination([]<class S>() {
    for (const Index n : {1, 64, 1000, 2500, 5000}) {
      EXPECT_EQ(plan_of(problem_of<S>(n)).block, 64) << name_of<S>() << " n=" << n;
    }
    for (const Index n : {6000, 20000, 100000}) {
      EXPECT_EQ(plan_of(problem_of<S>(n)).block, has_large_blocks<S>() ? 128 : 64)
          << name_of<S>() << " n=" << n;
    }
    // Half of the tiles are too few for longer.
    Problem symmetric = problem_of<S>(6000);
    symmetric.symmetric = true;
    EXPECT_EQ(plan_of(symmetric).block, 64) << name_of<S>();
    symmetric.n = 9000;
    EXPECT_EQ(plan_of(symmetric).block, has_large_blocks<S>() ? 128 : 64) << name_of<S>();
  });
}

TEST(DensePlan, BlocksThatAreAskedForAreTakenOrRefused) {
  for_each_combination([]<class S>() {
    for (const Index block : {1, 16, 32, 63, 64, 65, 96, 127, 128, 129, 192, 256}) {
      std::string text = "no error";
      std::optional<Plan> plan;
      const auto code = code_of([&] { plan = plan_of(problem_of<S>(1000), block); }, &text);
      if (block == 64 || (block == 128 && has_large_blocks<S>())) {
        ASSERT_EQ(code, std::nullopt) << name_of<S>() << " " << text;
        EXPECT_EQ(plan->block, block) << name_of<S>();
        continue;
      }
      EXPECT_EQ(code, ErrorCode::unsupported) << name_of<S>() << " block=" << block;
      const char* offered = has_large_blocks<S>() ? "64 or 128" : "64";
      for (const std::string& word :
           {std::string("'cuda'"), std::to_string(block), std::string(offered)}) {
        EXPECT_NE(text.find(word), std::string::npos) << text << "\nlacks " << word;
      }
    }
  });
}

TEST(DensePlan, SaysWhatItDoes) {
  for (const bool symmetric : {false, true}) {
    const Plan plan = plan_of({.n = 1000, .symmetric = symmetric});
    EXPECT_EQ(plan.kernel->name, "cuda");
    EXPECT_EQ(plan.device, 0);
    EXPECT_EQ(plan.threads, 1);
    EXPECT_EQ(plan.isa, "");
    EXPECT_EQ(plan.tasks, symmetric ? 1000.0 * 1000 * 1001 / 2 : 1e9);
    EXPECT_NE(plan.to_string().find("blocks of 64"), std::string::npos) << plan.to_string();
  }
}

TEST(DensePlan, CoversTheMatrixAndAllThatLiesBesideIt) {
  for_each_combination([]<class S>() {
    for (const Index n : {1, 63, 64, 65, 1000, 3584, 6144, 12288, 20001}) {
      for (const bool symmetric : {false, true}) {
        for (const Index block : {64, 128}) {
          if (block == 128 && !has_large_blocks<S>()) continue;
          Problem problem = problem_of<S>(n);
          problem.symmetric = symmetric;
          const Plan plan = plan_of(problem, block);
          const Order order = order_of(plan);
          const Layout layout = layout_of(plan);
          const auto where = [&] {
            return testing::Message() << name_of<S>() << " n=" << n << " block=" << block;
          };
          const std::size_t size = sizeof(typename S::Weight);
          const auto tiles = static_cast<std::size_t>(order.tiles);
          const auto width = static_cast<std::size_t>(order.width);
          const std::size_t tile = static_cast<std::size_t>(block * block) * size;
          EXPECT_EQ(order.symmetric, symmetric) << where();
          EXPECT_GE(order.tiles * block, n) << where();
          EXPECT_LT((order.tiles - 1) * block, n) << where();
          EXPECT_EQ(layout.side, order.tiles * block) << where();
          EXPECT_EQ(layout.matrix, tiles * tiles * tile) << where();
          // A head of 24 bytes, and an int for each row of tiles, group and tile.
          EXPECT_GE(layout.flags,
                    24 + 4 * (tiles + tiles * tiles + static_cast<std::size_t>(order.groups())))
              << where();
          EXPECT_GE(layout.sections,
                    sizeof(Order::Section) * static_cast<std::size_t>(order.sections()))
              << where();
          EXPECT_GE(layout.relaxations, 4 * static_cast<std::size_t>(order.groups())) << where();
          EXPECT_EQ(layout.tasks, order.size()) << where();
          EXPECT_GE(layout.list, 8 * static_cast<std::size_t>(layout.tasks)) << where();
          // What the copy engine reads must start at multiples of 16 bytes; here they do at 128.
          EXPECT_EQ(layout.flags % 128, 0u) << where();
          EXPECT_EQ(layout.sections % 128, 0u) << where();
          EXPECT_EQ(layout.relaxations % 128, 0u) << where();
          EXPECT_EQ(layout.list % 128, 0u) << where();
          EXPECT_EQ(layout.panels, tiles * 2 * width * tile) << where();
          EXPECT_EQ(layout.panels % 128, 0u) << where();
          EXPECT_EQ(layout.pivots, 2 * 3 * width * tile) << where();
          EXPECT_EQ(layout.workspace(), layout.flags + layout.sections + layout.relaxations +
                                            layout.list + layout.pivots +
                                            (symmetric ? 1 : 2) * layout.panels)
              << where();
          EXPECT_EQ(plan.device_bytes, layout.matrix + layout.workspace()) << where();
        }
      }
    }
  });
}

// 64 GiB lie on the device already; without whole tiles they are needed twice.
TEST(DensePlan, TakesNoSecondMatrixForOneThatLiesThere) {
  const Problem there{.n = 131072, .in_place = true, .resident = true};
  const Plan plan = plan_of(there, 128, 15 * kGiB);
  EXPECT_EQ(plan.device_bytes, layout_of(plan).workspace());
  Problem odd = there;
  odd.n -= 1;
  EXPECT_GT(plan_of(odd, 128).device_bytes, 64 * kGiB);
  EXPECT_THROW(plan_of(odd, 128, 15 * kGiB), warpath::Error);
}

// Copies that nobody waits for came with compute capability 8.0.
TEST(DensePlan, RefusesOldDevicesWithAReason) {
  Machine machine = with_device(kGiB);
  machine.devices.front().compute_major = 7;
  machine.devices.front().compute_minor = 5;
  try {
    warpath::make_plan({.n = 100}, {.kernel = "cuda"}, machine);
    FAIL() << "a device of 7.5 was taken";
  } catch (const warpath::Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::unsupported);
    EXPECT_NE(std::string(error.what()).find("7.5"), std::string::npos) << error.what();
  }
}

TEST(DensePlan, ThatDoesNotFitIsSaidWithTheNumbers) {
  const std::size_t needed = plan_of({.n = 20000}).device_bytes;
  EXPECT_GT(needed, std::size_t{20000} * 20000 * 4);
  EXPECT_EQ(code_of([&] { plan_of({.n = 20000}, 0, needed); }), std::nullopt);
  for (const bool in_place : {false, true}) {
    std::string text = "no error";
    EXPECT_EQ(code_of([&] { plan_of({.n = 20000, .in_place = in_place}, 0, needed - 1); }, &text),
              ErrorCode::does_not_fit);
    for (const char* word : {"20000", "float32", "GiB", "80.0 GiB", "Invented GPU", "cpu"}) {
      EXPECT_NE(text.find(word), std::string::npos) << text << "\nlacks " << word;
    }
  }
}

// 46,341² is the first square beyond 2^31.
TEST(DensePlan, CountsBytesBeyondThirtyTwoBits) {
  for_each_combination([]<class S>() {
    for (const Index n : {Index{46341}, Index{65537}, Index{200000}, Index{1} << 20}) {
      const Plan plan = plan_of(problem_of<S>(n), 0, std::size_t{1} << 60);
      const double size = sizeof(typename S::Weight);
      const double cells = static_cast<double>(n) * static_cast<double>(n);
      EXPECT_GE(static_cast<double>(plan.device_bytes), cells * size) << name_of<S>() << " n=" << n;
      // Beside the matrix, padded to whole tiles, two panels of 16 blocks, three times as many pivots
      // as fit into one, and of the list a word for each visit of a tile.
      const double block = static_cast<double>(plan.block);
      const double side = static_cast<double>(n) + block;
      const double tiles = side / block;
      const double panels = (2 * side + 6 * block) * 16 * block * size;
      const double list = 8 * (tiles * tiles * tiles / 8 + 40 * tiles * tiles);
      EXPECT_LE(static_cast<double>(plan.device_bytes), 1.01 * side * side * size + panels + list)
          << name_of<S>() << " n=" << n;
      EXPECT_EQ(order_of(plan).tiles, (n + plan.block - 1) / plan.block);
    }
    for (const Index n : {(Index{1} << 20) + 1, Index{1} << 31, Index{1} << 40}) {
      EXPECT_EQ(code_of([&] { plan_of(problem_of<S>(n), 0, std::size_t{1} << 60); }),
                ErrorCode::does_not_fit)
          << name_of<S>() << " n=" << n;
    }
  });
}

TEST(DensePlan, PredictsMoreTimeForMoreWorkAndLessOnLargerDevices) {
  const auto seconds = [](Index n, int multiprocessors) {
    Options options;
    options.kernel = "cuda";
    return warpath::make_plan({.n = n}, options, with_device(1000 * kGiB, multiprocessors))
        .predicted_seconds;
  };
  double last = 0;
  for (const Index n : {10, 100, 1000, 10000, 100000}) {
    EXPECT_GT(seconds(n, 132), last) << n;
    last = seconds(n, 132);
  }
  EXPECT_LT(seconds(20000, 132), seconds(20000, 66));
}

}  // namespace
}  // namespace support
