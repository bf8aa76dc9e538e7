// Solves on the device as users run them: again and again, several at once, in any layout, and with
// times and memory that are as stated.
#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <thread>

#include "gpu/twins.hpp"

namespace support {
namespace {

using warpath::ErrorCode;
using warpath::MatrixView;

TEST(DeviceRuns, GiveTheSameBitsEveryTime) {
  const std::size_t n = 390;
  if (too_large(n)) GTEST_SKIP() << "n = 390 is left out";
  for (const char* name : {"uniform", "real_negative"}) {
    const auto cells = to_cells<FloatPaths>(family(name).make(n, 0));
    for (const Way& way : each_kernel<FloatPaths>(1)) {
      const auto want = solved<FloatPaths>(cells, n, way);
      for (int run = 0; run < 20; ++run) {
        ASSERT_TRUE(matches(want, solved<FloatPaths>(cells, n, way), n))
            << way << " family=" << name << " run " << run;
      }
    }
  }
}

TEST(DeviceRuns, AtOnceDoNotDisturbEachOther) {
  const char* names[] = {"sparse", "negative_sparse", "scale_free", "negative_hidden", "complete"};
  const std::size_t sizes[] = {20, 64, 131, 260, 400};
  std::vector<Truth> truths;
  for (std::size_t t = 0; t < 5; ++t) truths.emplace_back(family(names[t]).make(sizes[t], 0));
  for (Truth& truth : truths) truth.shortest();
  const std::vector<Way> ways = each_kernel<IntPaths>(1);
  std::atomic<int> right = 0;
  std::vector<std::string> wrong(5);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < 5; ++t) {
    threads.emplace_back([&, t] {
      const std::size_t n = truths[t].n();
      const bool solvable = !truths[t].shortest().negative_cycle;
      const auto cells = to_cells<IntPaths>(truths[t].arcs());
      const auto want = solvable ? expected<IntPaths>(truths[t]) : cells;
      for (int round = 0; round < 5; ++round) {
        for (const Way& way : ways) {
          const Outcome<IntPaths> got = outcome<IntPaths>(cells, n, way);
          const bool fine = solvable ? !got.code && matches(want, got.cells, n)
                                     : got.code == ErrorCode::negative_cycle;
          if (fine) ++right;
          if (!fine) wrong[t] = way.kernel + " on " + names[t] + ": " + got.text;
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& text : wrong) EXPECT_EQ(text, "");
  EXPECT_EQ(right, static_cast<int>(25 * ways.size()));
}

// n cells in n rows, wherever they lie; conformance has small ones in every layout.
TEST(DeviceRuns, TakeLeadingDimensionsAndStrides) {
  const Index n = 500;
  if (too_large(500)) GTEST_SKIP() << "n = 500 is left out";
  const auto cells = to_cells<FloatPaths>(family("uniform").make(500, 0));
  struct Strides {
    Index row, column;
  };
  for (const Way& way : each_kernel<FloatPaths>(1)) {
    const auto want = solved<FloatPaths>(cells, 500, way);
    for (const auto& [row, column] : {Strides{517, 1}, Strides{1501, 3}, Strides{5, 2503}}) {
      std::vector<float> buffer(static_cast<std::size_t>(n * (row + column)), -7.0f);
      const MatrixView<float> view(buffer.data(), n, n, row, column);
      const auto put = [&] {
        for (Index i = 0; i < n; ++i) {
          for (Index j = 0; j < n; ++j) view(i, j) = cells[static_cast<std::size_t>(i * n + j)];
        }
      };
      const auto get = [&](MatrixView<const float> from) {
        Cells<float> got;
        for (Index i = 0; i < n; ++i) {
          for (Index j = 0; j < n; ++j) got.push_back(from(i, j));
        }
        return got;
      };
      put();
      const std::vector<float> before = buffer;
      const auto options = way.options(FloatPaths::kind);
      const warpath::Result result = warpath::solve(MatrixView<const float>(view), options);
      EXPECT_TRUE(matches(want, get(result.distances<float>()), 500)) << way << " " << row;
      EXPECT_EQ(buffer, before) << way << " " << row;
      warpath::solve_in_place(view, options);
      EXPECT_TRUE(matches(want, get(view), 500)) << way << " in place, " << row;
      for (Index i = 0; i < n; ++i) {
        for (Index j = 0; j < n; ++j) view(i, j) = -7.0f;
      }
      EXPECT_EQ(std::count(buffer.begin(), buffer.end(), -7.0f),
                static_cast<std::ptrdiff_t>(buffer.size()))
          << way << " wrote beside the matrix, " << row;
    }
  }
}

// A column-major matrix is solved as its transpose: distances must not come out turned.
TEST(DeviceRuns, TakeColumnMajorMatricesWhereTheyLie) {
  const std::size_t n = 97;
  Truth truth(family("negative_arcs").make(n, 0));
  const auto cells = to_cells<IntPaths>(truth.arcs());
  const auto want = expected<IntPaths>(truth);
  for (const Way& way : each_kernel<IntPaths>(1)) {
    Cells<std::int32_t> turned(n * n);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) turned[j * n + i] = cells[i * n + j];
    }
    const auto view = MatrixView<std::int32_t>::column_major(turned.data(), 97, 97);
    warpath::solve_in_place(view, way.options(IntPaths::kind));
    for (Index i = 0; i < 97; ++i) {
      for (Index j = 0; j < 97; ++j) {
        ASSERT_EQ(view(i, j), want[static_cast<std::size_t>(i * 97 + j)]) << way << i << " " << j;
      }
    }
  }
}

TEST(DeviceRuns, SayHowLongTheDeviceComputed) {
  for (const std::size_t n : {1u, 100u, 1000u}) {
    if (too_large(n)) continue;
    for (const Way& way : each_kernel<FloatPaths>(1)) {
      auto cells = random_cells(n);
      const auto size = static_cast<Index>(n);
      const warpath::Statistics statistics = warpath::solve_in_place(
          MatrixView<float>(cells.data(), size, size, size), way.options(FloatPaths::kind));
      EXPECT_EQ(statistics.plan.kernel->name, way.kernel);
      EXPECT_EQ(statistics.plan.device, 0) << way;
      EXPECT_GE(statistics.plan.device_bytes, n * n * sizeof(float)) << way;
      EXPECT_GT(statistics.kernel_seconds, 0) << way << " n=" << n;
      EXPECT_LE(statistics.kernel_seconds, statistics.seconds) << way << " n=" << n;
      EXPECT_GT(statistics.tasks_per_second, 0) << way << " n=" << n;
    }
  }
}

TEST(DeviceRuns, AreTheDefaultWhereTheDeviceIsAskedFor) {
  auto cells = random_cells(100);
  warpath::Options options;
  options.device = warpath::Backend::cuda;
  const auto statistics =
      warpath::solve_in_place(MatrixView<float>(cells.data(), 100, 100, 100), options);
  EXPECT_EQ(statistics.plan.kernel->name, "cuda");
}

TEST(DeviceRuns, ThatCannotFitAreRefusedWithTheNumbers) {
  const warpath::Problem problem{.n = 400000, .in_place = true};
  for (const Way& way : each_kernel<FloatPaths>(1)) {
    // What the sparse method takes is known when the vertices are ordered.
    if (way.sparse) continue;
    std::string text = "no error";
    EXPECT_EQ(
        code_of([&] { warpath::make_plan(problem, way.options(FloatPaths::kind), this_machine()); },
                &text),
        ErrorCode::does_not_fit)
        << way;
    EXPECT_NE(text.find("400000"), std::string::npos) << text;
    EXPECT_NE(text.find(this_machine().devices.front().name), std::string::npos) << text;
  }
}

std::size_t free_bytes() {
  std::size_t free = 0;
  std::size_t total = 0;
  EXPECT_EQ(cudaMemGetInfo(&free, &total), cudaSuccess);
  return free;
}

// Fifty solves of 16 MiB, some of which end in errors, would take 800 MiB if they kept it.
TEST(DeviceRuns, GiveTheirMemoryBack) {
  const std::size_t n = 2000;
  if (too_large(n)) GTEST_SKIP() << "n = 2000 is left out";
  const auto good = random_cells(n);
  auto bad = good;
  bad[1] = 1;
  bad[n] = -2;
  std::size_t before = 0;
  for (int round = 0; round < 6; ++round) {
    for (const Way& way : each_kernel<FloatPaths>(1)) {
      EXPECT_EQ((outcome<FloatPaths>(good, n, way).code), std::nullopt) << way;
      EXPECT_EQ((outcome<FloatPaths>(bad, n, way).code), ErrorCode::negative_cycle) << way;
    }
    // The first round loads the kernels, which stay.
    if (round == 0) before = free_bytes();
  }
  EXPECT_GE(free_bytes() + (std::size_t{64} << 20), before);
}

}  // namespace
}  // namespace support
