// Progress and cancel of solves on the device: the host looks in at every batch of work.
#include <gtest/gtest.h>

#include <chrono>
#include <stdexcept>

#include "gpu/twins.hpp"

namespace support {
namespace {

using warpath::ErrorCode;
using warpath::ProgressAnswer;
using warpath::ProgressReport;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

void solve_with(Cells<float>& cells, std::size_t n, const Way& way, warpath::Progress progress) {
  warpath::Options options = way.options(FloatPaths::kind);
  options.progress = std::move(progress);
  const auto size = static_cast<Index>(n);
  warpath::solve_in_place(warpath::MatrixView<float>(cells.data(), size, size, size), options);
}

Way harish_narayanan() {
  return {.kernel = "harish-narayanan", .production = false, .on_cpu = false};
}

TEST(DeviceProgress, GoesFromNothingToAllAndNeverBack) {
  for (const std::size_t n : {1u, 33u, 1000u, 2500u}) {
    if (too_large(n)) continue;
    for (const Way& way : each_kernel<FloatPaths>(1)) {
      std::vector<ProgressReport> reports;
      auto cells = random_cells(n);
      solve_with(cells, n, way, [&](const ProgressReport& report) {
        reports.push_back(report);
        return ProgressAnswer::go_on;
      });
      ASSERT_GE(reports.size(), 2u) << way;
      EXPECT_EQ(reports.front().done, 0) << way;
      EXPECT_EQ(reports.back().done, reports.back().total) << way;
      for (std::size_t r = 1; r < reports.size(); ++r) {
        EXPECT_GE(reports[r].done, reports[r - 1].done) << way << " n=" << n;
        EXPECT_EQ(reports[r].total, static_cast<double>(n) * n * n) << way;
      }
    }
  }
}

// Half the work, where a kernel makes use of it.
TEST(DeviceProgress, OfSymmetricProblemsEndsAtTheWorkOfThePlan) {
  for (const std::size_t n : {1u, 65u, 1000u}) {
    if (too_large(n)) continue;
    for (const Way& way : each_kernel<FloatPaths>(1)) {
      std::vector<ProgressReport> reports;
      auto cells = random_cells(n);
      warpath::Options options = way.options(FloatPaths::kind);
      options.undirected = true;
      options.progress = [&](const ProgressReport& report) {
        reports.push_back(report);
        return ProgressAnswer::go_on;
      };
      const auto size = static_cast<Index>(n);
      const auto plan = warpath::solve_in_place(
                            warpath::MatrixView<float>(cells.data(), size, size, size), options)
                            .plan;
      const double cube = static_cast<double>(n) * n * n;
      if (plan.method() == warpath::Method::dense) {
        EXPECT_EQ(plan.tasks, way.production ? static_cast<double>(n) * n * (n + 1) / 2 : cube)
            << way;
      }
      ASSERT_GE(reports.size(), 2u) << way;
      EXPECT_EQ(reports.back().done, plan.tasks) << way;
      for (std::size_t r = 1; r < reports.size(); ++r) {
        EXPECT_GE(reports[r].done, reports[r - 1].done) << way << " n=" << n;
        EXPECT_EQ(reports[r].total, plan.tasks) << way;
      }
    }
  }
}

// The slowest kernel takes some tenths of a second, and reports come every 50 ms.
TEST(DeviceProgress, IsReportedWhileALongSolveRuns) {
  const std::size_t n = 6000;
  if (too_large(n)) GTEST_SKIP() << "n = 6000 is left out";
  auto cells = random_cells(n);
  int between = 0;
  const auto start = Clock::now();
  solve_with(cells, n, harish_narayanan(), [&](const ProgressReport& report) {
    between += report.done > 0 && report.done < report.total;
    return ProgressAnswer::go_on;
  });
  EXPECT_GE(between, 1) << "in " << seconds_since(start) << " s";
}

TEST(DeviceProgress, CancelEndsALongSolveWellBeforeItsEnd) {
  const std::size_t n = 6000;
  if (too_large(n)) GTEST_SKIP() << "n = 6000 is left out";
  const auto before = random_cells(n);
  auto cells = before;
  double done = 0;
  double total = 0;
  int after = -1;
  Clock::time_point answered;
  EXPECT_EQ(code_of([&] {
              solve_with(cells, n, harish_narayanan(), [&](const ProgressReport& report) {
                ++after;
                if (report.done == 0) return ProgressAnswer::go_on;
                after = 0;
                done = report.done;
                total = report.total;
                answered = Clock::now();
                return ProgressAnswer::cancel;
              });
            }),
            ErrorCode::cancelled);
  EXPECT_LT(seconds_since(answered), 1);
  EXPECT_LT(done, 0.7 * total);
  EXPECT_EQ(after, 0) << "asked again after the answer was cancel";
  // Old or improved, never worse and never invented.
  std::size_t wrong = 0;
  for (std::size_t at = 0; at < n * n; ++at) {
    const bool diagonal = at % (n + 1) == 0;
    wrong += !(cells[at] <= before[at]) || cells[at] < (diagonal ? 0.0f : 0.1f);
  }
  EXPECT_EQ(wrong, 0u);
}

TEST(DeviceProgress, CancelAtTheStartAndExceptionsLeaveTheDeviceUsable) {
  const std::size_t n = 2500;
  if (too_large(n)) GTEST_SKIP() << "n = 2500 is left out";
  const auto input = random_cells(n);
  for (const Way& way : each_kernel<FloatPaths>(1)) {
    auto cells = input;
    EXPECT_EQ(code_of([&] {
                solve_with(cells, n, way,
                           [](const ProgressReport&) { return ProgressAnswer::cancel; });
              }),
              ErrorCode::cancelled)
        << way;
    cells = input;
    EXPECT_THROW(solve_with(cells, n, way,
                            [](const ProgressReport&) -> ProgressAnswer {
                              throw std::runtime_error("enough");
                            }),
                 std::runtime_error)
        << way;
    cells = input;
    EXPECT_EQ(code_of([&] { solve_with(cells, n, way, {}); }), std::nullopt) << way;
  }
}

// From within another solve, on the same device and the same thread.
TEST(DeviceProgress, ACallbackMaySolveSomethingItself) {
  Truth truth(family("sparse").make(65, 0));
  const auto small = to_cells<FloatPaths>(truth.arcs());
  const auto want = expected<FloatPaths>(truth);
  for (const Way& way : each_kernel<FloatPaths>(1)) {
    auto cells = random_cells(600);
    int inner = 0;
    solve_with(cells, 600, way, [&](const ProgressReport&) {
      EXPECT_TRUE(matches(want, solved<FloatPaths>(small, 65, way), 65)) << way;
      ++inner;
      return ProgressAnswer::go_on;
    });
    EXPECT_GE(inner, 2) << way;
  }
}

}  // namespace
}  // namespace support
