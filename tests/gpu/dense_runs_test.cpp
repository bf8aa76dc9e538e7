// The kernel `cuda` around its solves: host memory of every kind, device memory that is already there,
// several solves at once, and the end of one before its time.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <thread>

#include "cuda/dense/solver.hpp"
#include "gpu/whole.hpp"

namespace support {
namespace {

using warpath::ErrorCode;
using warpath::MatrixView;
using warpath::ProgressAnswer;
using warpath::ProgressReport;
using warpath::cuda::DeviceArray;
using warpath::cuda::PinnedArray;
using warpath::cuda::Stream;

// Solves a copy of the cells in `memory`, ld cells from row to row, and returns what became of them.
template <class S>
Cells<typename S::Weight> solved_in(typename S::Weight* memory, std::size_t ld,
                                    const Cells<typename S::Weight>& cells, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    std::copy_n(cells.begin() + static_cast<std::ptrdiff_t>(i * n), n, memory + i * ld);
  }
  const auto size = static_cast<Index>(n);
  warpath::solve_in_place(
      MatrixView<typename S::Weight>(memory, size, size, static_cast<Index>(ld)),
      dense().options(S::kind));
  Cells<typename S::Weight> result;
  for (std::size_t i = 0; i < n; ++i) {
    result.insert(result.end(), memory + i * ld, memory + i * ld + n);
  }
  return result;
}

// 4200 x 4200 floats are more than 64 MiB: unless they are pinned they pass through buffers, and rows come
// home before the last ones are final.
TEST(DenseRuns, TakePinnedAndPageableMemory) {
  for (const std::size_t n : {130u, 1000u, 4200u}) {
    if (too_large(n)) continue;
    for (const bool symmetric : {false, true}) {
      Random random(n);
      const auto cells = whole_cells<FloatPaths>({.n = n, .symmetric = symmetric}, random);
      const auto want = solved<FloatPaths>(cells, n, on_cpu());
      for (const std::size_t ld : {n, n + 7}) {
        const PinnedArray<float> pinned(n * ld);
        EXPECT_TRUE(matches(want, solved_in<FloatPaths>(pinned.get(), ld, cells, n), n))
            << "pinned n=" << n << " ld=" << ld << " symmetric=" << symmetric;
        std::vector<float> pageable(n * ld);
        EXPECT_TRUE(matches(want, solved_in<FloatPaths>(pageable.data(), ld, cells, n), n))
            << "pageable n=" << n << " ld=" << ld << " symmetric=" << symmetric;
      }
    }
  }
}

// What one solve leaves in the device's memory is not taken for the next one's: rows must not come home before
// they have been brought there.
TEST(DenseRuns, OfDifferentMatricesInTheSameMemory) {
  const std::size_t n = 4200;
  if (too_large(n)) GTEST_SKIP() << "n = 4200 is left out";
  const PinnedArray<float> pinned(n * n);
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    Random random(seed);
    const auto cells = whole_cells<FloatPaths>({.n = n}, random);
    EXPECT_TRUE(matches(solved<FloatPaths>(cells, n, on_cpu()),
                        solved_in<FloatPaths>(pinned.get(), n, cells, n), n))
        << "seed " << seed;
  }
}

// A matrix that lies on the device, among other things: its rows are longer than it is wide.
template <class S>
void expect_solved_on_the_device(std::size_t n, Index block) {
  using T = typename S::Weight;
  Random random(n);
  const WholeMatrix matrix{.n = n, .density = 0.3, .negative = is_shortest<S>};
  auto cells = whole_cells<S>(matrix, random);
  const auto want = solved<S>(cells, n, on_cpu());
  for (std::size_t i = 0; i < n; ++i) cells[i * n + i] = S::empty_path();

  const warpath::Problem problem{.n = static_cast<Index>(n),
                                 .semiring = S::kind,
                                 .weight = warpath::weight_type_of<T>,
                                 .in_place = true};
  const warpath::Plan plan =
      warpath::make_plan(problem, dense(block).options(S::kind), this_machine());
  const auto side = static_cast<std::size_t>(warpath::cuda::dense::layout_of(plan).side);
  const std::size_t ld = side + 16;
  const DeviceArray<T> memory(side * ld);
  warpath::cuda::dense::Solver solver(plan);
  const Stream stream;
  CUDA_CHECK(cudaMemsetAsync(memory.get(), 0x5a, side * ld * sizeof(T), stream));
  for (int run = 0; run < 2; ++run) {  // a solver can be used again, and solved is solved
    solver.prepare(memory.get(), static_cast<Index>(ld), stream);
    if (run == 0) {
      CUDA_CHECK(cudaMemcpy2DAsync(memory.get(), ld * sizeof(T), cells.data(), n * sizeof(T),
                                   n * sizeof(T), n, cudaMemcpyHostToDevice, stream));
    }
    solver.start(stream);
    std::vector<T> all(side * ld);
    CUDA_CHECK(cudaMemcpyAsync(all.data(), memory.get(), all.size() * sizeof(T),
                               cudaMemcpyDeviceToHost, stream));
    stream.wait();
    Cells<T> got;
    std::size_t beside = 0;
    T poison;
    std::memset(&poison, 0x5a, sizeof poison);
    for (std::size_t at = 0; at < all.size(); ++at) {
      if (at / ld < n && at % ld < n) got.push_back(all[at]);
      if (at % ld >= side) beside += !same_bits(all[at], poison);
    }
    // Without the library around it, integers near no_path are not yet made no_path.
    if (std::is_integral_v<T> && is_shortest<S>) {
      for (T& cell : got) cell = cell > S::no_path() / 2 ? S::no_path() : cell;
    }
    EXPECT_TRUE(matches(want, got, n))
        << name_of<S>() << " n=" << n << " block=" << block << " run " << run;
    EXPECT_EQ(beside, 0u) << name_of<S>() << " n=" << n << " wrote beside the matrix";
  }
}

TEST(DenseRuns, TakeMatricesThatLieOnTheDevice) {
  for (const std::size_t n : {1u, 64u, 131u, 300u}) {
    if (too_large(n)) continue;
    for_each_combination([&]<class S>() {
      for (const Index block : {64, 128}) {
        if (!takes_block<S>("cuda", block)) continue;
        expect_solved_on_the_device<S>(n, block);
      }
    });
  }
}

// Every launch fills the device: they wait for each other, and never in a circle.
TEST(DenseRuns, AtOnceDoNotDisturbEachOther) {
  std::vector<std::thread> threads;
  std::vector<std::string> wrong(5);
  const auto work = [&]<class S>(std::size_t thread, std::size_t n, bool symmetric) {
    if (too_large(n)) return;
    threads.emplace_back([&wrong, thread, n, symmetric] {
      Random random(thread);
      const auto cells = whole_cells<S>({.n = n, .density = 0.1, .symmetric = symmetric}, random);
      const auto want = solved<S>(cells, n, on_cpu());
      for (int round = 0; round < 15 && wrong[thread].empty(); ++round) {
        const Outcome<S> got = outcome<S>(cells, n, dense());
        if (got.code) wrong[thread] = got.text;
        if (!got.code && !matches(want, got.cells, n)) wrong[thread] = name_of<S>();
      }
    });
  };
  work.operator()<FloatPaths>(0, 1500, false);
  work.operator()<DoublePaths>(1, 900, true);
  work.operator()<IntPaths>(2, 700, false);
  work.operator()<ShortPaths>(3, 1100, true);
  // The same program as the first, with another need of shared memory.
  work.operator()<FloatPaths>(4, 3200, false);
  for (std::thread& thread : threads) thread.join();
  for (const std::string& text : wrong) EXPECT_EQ(text, "");
}

// With arcs below 0, where an unfinished panel could be taken for a cycle. It takes about 0.4 s, and
// reports come every 50 ms.
TEST(DenseRuns, CancelEndsALongOneWellBeforeItsEnd) {
  const std::size_t n = 12000;
  if (too_large(n)) GTEST_SKIP() << "n = 12000 is left out";
  using Clock = std::chrono::steady_clock;
  Cells<double> cells(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const double bent = static_cast<double>(i % 97) - static_cast<double>(j % 97);
      cells[i * n + j] = static_cast<double>((i * 7919 + j * 104729) % 1009) + bent;
    }
  }
  warpath::Options options = dense().options(DoublePaths::kind);
  std::vector<ProgressReport> reports;
  Clock::time_point answered;
  options.progress = [&](const ProgressReport& report) {
    reports.push_back(report);
    if (report.done == 0) return ProgressAnswer::go_on;
    answered = Clock::now();
    return ProgressAnswer::cancel;
  };
  const auto size = static_cast<Index>(n);
  std::string text = "no error";
  EXPECT_EQ(code_of(
                [&] {
                  warpath::solve_in_place(MatrixView<double>(cells.data(), size, size, size),
                                          options);
                },
                &text),
            ErrorCode::cancelled)
      << text;
  EXPECT_LT(std::chrono::duration<double>(Clock::now() - answered).count(), 1);
  ASSERT_GE(reports.size(), 2u);
  EXPECT_GT(reports.back().done, 0);
  EXPECT_LT(reports.back().done, 0.7 * reports.back().total);

  Random random(1);
  const auto small = whole_cells<DoublePaths>({.n = 300, .negative = true}, random);
  EXPECT_TRUE(solves<DoublePaths>(small, 300, dense()));
}

}  // namespace
}  // namespace support
