// Negative cycles on the device: found wherever they lie, named the same way each time, not invented,
// and without harm to what comes after.
#include <gtest/gtest.h>

#include <algorithm>

#include "gpu/twins.hpp"
#include "support/cycles.hpp"

namespace support {
namespace {

using warpath::ErrorCode;

// The vertices of a cycle in its order; its arcs cost 1 but for the last, and all of it -1.
using Cycle = std::vector<std::size_t>;

// At the first, a middle and the last pivot; inside a pivot block of 32, 64 or 128, at its edges, between
// it and the others, and over three and more blocks.
std::vector<Cycle> cycles(std::size_t n) {
  std::vector<Cycle> all{{0},
                         {n / 2},
                         {n - 1},
                         {0, 1},
                         {n - 2, n - 1},
                         {0, n - 1},
                         {5, 9},
                         {9, 5},
                         {30, 31},
                         {31, 32},
                         {32, 31},
                         {40, 45, 3},
                         {45, 3, 40},
                         {3, 64, 40, 96},
                         {96, 1, 33, 2, 65},
                         {63, 64},
                         {127, 128},
                         {128, 127},
                         {150, 10, 70, 140}};
  Cycle round(n);
  for (std::size_t i = 0; i < n; ++i) round[i] = i;
  all.push_back(round);
  std::erase_if(all, [n](const Cycle& cycle) {
    return *std::max_element(cycle.begin(), cycle.end()) >= n ||
           (cycle.size() == 2 && cycle[0] == cycle[1]);
  });
  return all;
}

template <class S>
Cells<typename S::Weight> planted(const Cycle& cycle, std::size_t n, bool among_others) {
  using T = typename S::Weight;
  Random random(n);
  Cells<T> cells(n * n, S::no_path());
  if (among_others) {
    // Dearer than the planted arcs; and int16 holds n of them.
    for (T& cell : cells) cell = static_cast<T>(random.whole(20, 60));
  }
  for (std::size_t c = 0; c < cycle.size(); ++c) {
    const bool last = c + 1 == cycle.size();
    const int weight = last ? -static_cast<int>(cycle.size()) : 1;
    cells[cycle[c] * n + cycle[(c + 1) % cycle.size()]] = static_cast<T>(weight);
  }
  return cells;
}

std::string text_of(const Cycle& cycle) {
  return cycle.size() > 10 ? "all" : testing::PrintToString(cycle);
}

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

// A later pivot sees nonsense and must not speak up before the first: the vertex is the twin's, or, where
// there is no twin, on the cycle.
template <class S>
void expect_found(const Cycle& cycle, std::size_t n, bool among_others) {
  const auto cells = planted<S>(cycle, n, among_others);
  for (const Way& way : kernels_with_blocks<S>()) {
    const Outcome<S> got = outcome<S>(cells, n, way);
    const auto where = [&] {
      return testing::Message() << way << " " << name_of<S>() << " n=" << n
                                << " cycle=" << text_of(cycle) << ": " << got.text;
    };
    EXPECT_EQ(got.code, ErrorCode::negative_cycle) << where();
    if (way.production) {
      const auto vertex = static_cast<std::size_t>(got.vertex);
      EXPECT_NE(std::find(cycle.begin(), cycle.end(), vertex), cycle.end()) << where();
    } else {
      EXPECT_EQ(got.vertex, outcome<S>(cells, n, twin_of(way)).vertex) << where();
    }
  }
}

TEST(DeviceCycles, AreFoundWhereverTheyLie) {
  for (const std::size_t n : {1u, 2u, 3u, 31u, 32u, 33u, 64u, 97u, 130u, 193u}) {
    if (too_large(n)) continue;
    for (const Cycle& cycle : cycles(n)) {
      for (const bool among_others : {false, true}) {
        expect_found<FloatPaths>(cycle, n, among_others);
        expect_found<IntPaths>(cycle, n, among_others);
        expect_found<DoublePaths>(cycle, n, among_others);
        expect_found<ShortPaths>(cycle, n, among_others);
      }
    }
  }
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

// Of many cycles, and of the values that explode behind the first, always the same one is named.
TEST(DeviceCycles, AreNamedTheSameWayEveryTime) {
  const std::size_t n = 131;
  if (too_large(n)) GTEST_SKIP() << "n = 131 is left out";
  const auto check = [&]<class S>(const Cells<typename S::Weight>& cells, const std::string& what) {
    for (const Way& way : paper_kernels()) {
      const Outcome<S> first = outcome<S>(cells, n, way);
      ASSERT_EQ(first.code, ErrorCode::negative_cycle) << way << " " << what << ": " << first.text;
      for (int run = 0; run < 20; ++run) {
        ASSERT_EQ(outcome<S>(cells, n, way).text, first.text)
            << way << " " << name_of<S>() << " " << what << " run " << run;
      }
    }
  };
  for (const char* name : {"negative_pair", "negative_round", "negative_hidden"}) {
    const Weights arcs = family(name).make(n, 0);
    check.operator()<FloatPaths>(to_cells<FloatPaths>(arcs), name);
    check.operator()<IntPaths>(to_cells<IntPaths>(arcs), name);
  }
  for (const Cycle& cycle : {Cycle{40, 45, 3}, Cycle{3, 64, 40, 96}}) {
    check.operator()<FloatPaths>(planted<FloatPaths>(cycle, n, true), text_of(cycle));
    check.operator()<IntPaths>(planted<IntPaths>(cycle, n, true), text_of(cycle));
  }
}

// Long after the cycle: its batch is not the last one, and work is in flight when the error leaves.
TEST(DeviceCycles, AreFoundEarlyInLongSolves) {
  const std::size_t n = 3000;
  if (too_large(n)) GTEST_SKIP() << "n = 3000 is left out";
  auto cells = random_cells(n);
  cells[1] = 1;
  cells[n] = -2;
  for (const Way& way : kernels_with_blocks<FloatPaths>()) {
    EXPECT_EQ((outcome<FloatPaths>(cells, n, way).code), ErrorCode::negative_cycle) << way;
  }
}

template <class S>
void expect_right_after_a_cycle() {
  const std::size_t n = too_large(70) ? 64 : 70;
  Truth truth(family("sparse").make(n, 0));
  const auto cells = to_cells<S>(truth.arcs());
  const auto want = expected<S>(truth);
  for (const Way& way : kernels_with_blocks<S>()) {
    const auto cycle = planted<S>({31, 32}, n, true);
    EXPECT_EQ((outcome<S>(cycle, n, way).code), ErrorCode::negative_cycle) << way;
    EXPECT_TRUE(matches(want, solved<S>(cells, n, way), n)) << way << " " << name_of<S>();
  }
}

TEST(DeviceCycles, LeaveTheDeviceAsItWas) {
  expect_right_after_a_cycle<FloatPaths>();
  expect_right_after_a_cycle<DoublePaths>();
  expect_right_after_a_cycle<IntPaths>();
  expect_right_after_a_cycle<ShortPaths>();
}

// Every cycle costs 0 but for rounding. What the twin takes for rounding is rounding here, too, and
// bends the distances by the same bits.
TEST(DeviceCycles, OfWeightZeroAreJudgedAsByTheTwin) {
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
