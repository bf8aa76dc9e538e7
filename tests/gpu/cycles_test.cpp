// Negative cycles of matrices and graphs that the device is to solve: shown, marked, and not invented.
#include <gtest/gtest.h>

#include <algorithm>

#include "gpu/twins.hpp"
#include "support/cycles.hpp"

namespace support {
namespace {

using warpath::ErrorCode;

// Kernels of the backend for S; those for use with all their blocks.
template <class S>
std::vector<Way> kernels_with_blocks() {
  std::vector<Way> ways;
  for (Way way : each_kernel<S>(1)) {
    if (!way.production) {
      ways.push_back(way);
      continue;
    }
    for (const Index block : {64, 128}) {
      way.block = block;
      if (takes_block<S>(way.kernel, block)) ways.push_back(way);
    }
  }
  return ways;
}

// What an error shows of a cycle, and what the CPU's does: the cycle comes from the arcs, whoever met one.
template <class S>
void expect_shown(const Cells<typename S::Weight>& cells, std::size_t n, const std::string& what) {
  const auto size = static_cast<Index>(n);
  using View = warpath::MatrixView<const typename S::Weight>;
  const auto error_by = [&](const Way& way) {
    try {
      warpath::solve(View::row_major(cells.data(), size, size), way.options(S::kind));
    } catch (const warpath::Error& error) {
      return error;
    }
    return warpath::Error(ErrorCode::internal, "nothing was thrown");
  };
  const warpath::Error there = error_by({.kernel = "cpu"});
  for (const Way& way : kernels_with_blocks<S>()) {
    const warpath::Error here = error_by(way);
    EXPECT_TRUE(proves<S>(here, cells, n)) << way << " " << name_of<S>() << " n=" << n << what;
    EXPECT_EQ(here.cycle().vertices, there.cycle().vertices) << way << " n=" << n << what;
  }
}

TEST(DeviceCycles, AreShownWithTheirArcs) {
  Random random(7);
  for (const std::size_t n : {1u, 2u, 33u, 64u, 130u, 400u}) {
    if (too_large(n)) continue;
    for (const std::size_t length : {std::size_t{1}, n / 2, n}) {
      for (const double density : {0.02, 1.0}) {
        if (length == 0) continue;
        const std::string what = " length " + std::to_string(length);
        expect_shown<FloatPaths>(with_cycle<FloatPaths>(n, length, density, random), n, what);
        expect_shown<DoublePaths>(with_cycle<DoublePaths>(n, length, density, random), n, what);
        expect_shown<IntPaths>(with_cycle<IntPaths>(n, length, density, random), n, what);
        expect_shown<ShortPaths>(with_cycle<ShortPaths>(n, length, density, random), n, what);
      }
    }
  }
}

// Marked pairs are the CPU's.
TEST(DeviceCycles, AreMarkedAsOnTheHost) {
  Random random(8);
  for (const std::size_t n : {3u, 64u, 131u}) {
    if (too_large(n)) continue;
    for (int round = 0; round < 5; ++round) {
      // Few arcs, so that some pairs can use the cycle and some cannot.
      const auto cells =
          with_cycle<IntPaths>(n, 1 + random.below(3), 1 / static_cast<double>(n), random);
      const auto size = static_cast<Index>(n);
      const auto solve_by = [&](const Way& way) {
        warpath::Options options = way.options(warpath::SemiringKind::shortest_path);
        options.on_negative_cycle = warpath::OnNegativeCycle::mark;
        return warpath::solve(
            warpath::MatrixView<const std::int32_t>::row_major(cells.data(), size, size), options);
      };
      const warpath::Result want = solve_by({.kernel = "cpu"});
      for (const Way& way : kernels_with_blocks<IntPaths>()) {
        const warpath::Result got = solve_by(way);
        for (Index i = 0; i < size; ++i) {
          for (Index j = 0; j < size; ++j) {
            ASSERT_EQ(got.distance(i, j), want.distance(i, j)) << way << " n=" << n;
          }
        }
      }
    }
  }
}

// Every cycle costs 0 but for rounding: distances have the bits of the twin's all the same.
TEST(DeviceCycles, OfWeightZeroAreSolvedAsByTheTwin) {
  for (const double density : {0.02, 0.2, 0.5, 1.0}) {
    for (const std::size_t n : {3u, 30u, 65u, 131u, 260u, 400u}) {
      if (too_large(n)) continue;
      Random random(n);
      std::vector<float> potential(n);
      for (float& p : potential) p = static_cast<float>(random.real(0, 1000));
      Cells<float> cells(n * n, FloatPaths::no_path());
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
          if (i != j && random.chance(density)) cells[i * n + j] = potential[i] - potential[j];
        }
      }
      for (const Way& way : paper_kernels()) {
        const auto want = outcome<FloatPaths>(cells, n, twin_of(way));
        const auto got = outcome<FloatPaths>(cells, n, way);
        EXPECT_EQ(got.code, want.code) << way << " n=" << n << " density=" << density << ": "
                                       << got.text << "\n  twin: " << want.text;
        if (got.code || want.code) continue;
        EXPECT_TRUE(matches(want.cells, got.cells, n)) << way << " n=" << n << " " << density;
      }
    }
  }
}

// Cycles of 0 in whole numbers are exact, and harmless.
TEST(DeviceCycles, OfWeightZeroInWholeNumbersAreNone) {
  for (const std::size_t n : {2u, 33u, 131u}) {
    if (too_large(n)) continue;
    Truth truth(family("zero_cycles").make(n, 0));
    for (const Way& way : each_kernel<IntPaths>(1)) {
      EXPECT_TRUE(matches(expected<IntPaths>(truth),
                          solved<IntPaths>(to_cells<IntPaths>(truth.arcs()), n, way), n))
          << way << " n=" << n;
    }
  }
}

}  // namespace
}  // namespace support
