// Memory is known before it is taken: a solve takes what its plan states, and no more.
#include <gtest/gtest.h>

#include "base/semiring.hpp"
#include "failing_new.hpp"
#include "support/sanitizers.hpp"
#include "support/ways.hpp"
#include "warpath/graph.hpp"

namespace support {
namespace {

using warpath::MatrixView;

// Beside the plan's bytes: options, messages, the heap's rounding.
constexpr std::int64_t kSmall = 64 << 10;

// A sanitizer has a heap of its own, whose bytes say nothing.
class Memory : public testing::Test {
 protected:
  void SetUp() override {
    if (kSanitized) GTEST_SKIP() << "the heap is the sanitizer's";
  }
};

template <class F>
std::int64_t bytes_taken(F&& call) {
  call();  // one-time things
  faults::reset_peak();
  const std::int64_t before = faults::live_bytes();
  call();
  return faults::peak_bytes() - before;
}

TEST_F(Memory, ASolveInPlaceTakesItsWorkspace) {
  for (const std::size_t n : {64u, 1100u}) {
    for (const char* name : {"complete", "symmetric"}) {
      const Weights arcs = family(name).make(n, 0);
      for_each_combination([&]<class S>() {
        using T = typename S::Weight;
        const auto cells = to_cells<S>(arcs);
        const auto size = static_cast<Index>(n);
        for (const Way& way : each_kernel(2)) {
          if (!way.production && n > 100) continue;
          if (way.sparse) continue;  // what elimination makes of a matrix is not known before
          for (const bool column_major : {false, true}) {
            auto copy = cells;
            MatrixView<T> view(copy.data(), size, size, size);
            if (column_major) view = view.transposed();
            warpath::Statistics statistics;
            const auto options = way.options(S::kind);
            const std::int64_t taken =
                bytes_taken([&] { statistics = warpath::solve_in_place(view, options); });
            EXPECT_LE(taken, static_cast<std::int64_t>(statistics.plan.bytes()) + kSmall)
                << way << " " << name_of<S>() << " n=" << n << " " << name;
          }
        }
      });
    }
  }
}

TEST_F(Memory, ACopyingSolveTakesOneMatrixAndItsWorkspace) {
  const std::size_t n = 500;
  for (const char* name : {"complete", "scale_free"}) {
    const Weights arcs = family(name).make(n, 0);
    for_each_combination([&]<class S>() {
      using T = typename S::Weight;
      const auto cells = to_cells<S>(arcs);
      warpath::Options options;
      options.semiring = S::kind;
      std::int64_t stated = 0;
      const std::int64_t taken = bytes_taken([&] {
        const warpath::Result result =
            warpath::solve(MatrixView<const T>(cells.data(), 500, 500, 500), options);
        stated = static_cast<std::int64_t>(result.statistics().plan.bytes());
      });
      EXPECT_LE(taken, stated + kSmall) << name_of<S>() << " " << name;
      EXPECT_GE(taken, static_cast<std::int64_t>(n * n * sizeof(T)));
      // Other strides go through a copy.
      Cells<T> wide(2 * n * n);
      const std::int64_t by_copy = bytes_taken([&] {
        for (std::size_t at = 0; at < n * n; ++at) wide[2 * at] = cells[at];
        stated = static_cast<std::int64_t>(
            warpath::solve_in_place(MatrixView<T>(wide.data(), 500, 500, 1000, 2), options)
                .plan.bytes());
      });
      EXPECT_LE(by_copy, stated + kSmall) << name_of<S>() << " " << name;
    });
  }
}

// Where weights are so large that distances might not fit, a look at all pairs follows the solve.
TEST_F(Memory, TheLookForDistancesThatDoNotFitIsPartOfThePlan) {
  const std::size_t n = 1000;
  const auto check = [&]<class S>() {
    using T = typename S::Weight;
    const Weights near = family("near_overflow").make(n, limit_of<S>());
    auto cells = to_cells<S>(near);
    for (std::size_t i = 0; i < n; ++i) {  // in two parts, so that not every pair is reachable
      for (std::size_t j = 0; j < n; ++j) {
        if (i % 2 != j % 2) cells[i * n + j] = S::no_path();
      }
    }
    warpath::Statistics statistics;
    const std::int64_t taken = bytes_taken([&] {
      statistics = warpath::solve_in_place(MatrixView<T>(cells.data(), 1000, 1000, 1000));
    });
    EXPECT_LE(taken, static_cast<std::int64_t>(statistics.plan.bytes()) + kSmall) << name_of<S>();
  };
  check.operator()<warpath::ShortestPath<std::int16_t>>();
  check.operator()<warpath::ShortestPath<std::int32_t>>();
}

TEST_F(Memory, ALargeSolveInPlaceStaysWithin15PercentOfItsMatrix) {
  const std::size_t n = 2048;  // at 8192, where it is promised, the workspace is a quarter of this
  auto cells = to_cells<warpath::ShortestPath<float>>(family("complete").make(n, 0));
  warpath::Options options;
  options.threads = 2;
  const std::int64_t taken = bytes_taken(
      [&] { warpath::solve_in_place(MatrixView<float>(cells.data(), 2048, 2048, 2048), options); });
  EXPECT_LE(taken, static_cast<std::int64_t>(n * n * sizeof(float) * 4 * 15 / 100));
}

}  // namespace
}  // namespace support
