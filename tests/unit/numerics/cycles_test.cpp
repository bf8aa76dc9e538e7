// Negative cycles: found everywhere, early, and not invented by rounding.
#include <gtest/gtest.h>

#include <cmath>

#include "base/semiring.hpp"
#include "support/random.hpp"
#include "support/ways.hpp"
#include "warpath/graph.hpp"

namespace support {
namespace {

using warpath::ErrorCode;
using warpath::ShortestPath;

template <class S>
void expect_negative_cycle(const Cells<typename S::Weight>& cells, std::size_t n,
                           const std::string& why) {
  for (const Way& way : each_isa(2)) {
    std::string text = "no error";
    EXPECT_EQ(code_of([&] { solved<S>(cells, n, way); }, &text), ErrorCode::negative_cycle)
        << way << " " << name_of<S>() << " n=" << n << " " << why << ": " << text;
    EXPECT_NE(text.find("negative"), std::string::npos) << text;
  }
}

// At every place of a tile and a block: the cycle i -> i+1 -> ... -> i+length-1 -> i, costing -1.
TEST(NumericsCycles, OfEveryLengthAreFoundAtEveryPlace) {
  for_each_weight([]<class S>() {
    using T = typename S::Weight;
    const std::size_t n = 70;
    for (const std::size_t length : {1u, 2u, 3u, 65u, 70u}) {
      for (std::size_t at = 0; at + length <= n; at += (length < 3 ? 1 : 5)) {
        Cells<T> cells(n * n, S::no_path());
        for (std::size_t i = 0; i < length; ++i) {
          cells[(at + i) * n + at + (i + 1) % length] = T{1};
        }
        cells[(at + length - 1) * n + at] = static_cast<T>(-static_cast<int>(length));
        expect_negative_cycle<S>(cells, n,
                                 "length " + std::to_string(length) + " at " + std::to_string(at));
      }
    }
  });
}

// A pair whose arcs lie in different pivot blocks, however wide those are.
TEST(NumericsCycles, AcrossBlocksAreFound) {
  for_each_weight([]<class S>() {
    using T = typename S::Weight;
    const std::size_t n = 300;
    for (const auto& [a, b] : {std::pair<std::size_t, std::size_t>{0, 299},
                               {63, 64},
                               {95, 96},
                               {31, 200},
                               {255, 256},
                               {191, 192},
                               {298, 299}}) {
      for (const bool forth : {false, true}) {
        Cells<T> cells(n * n, S::no_path());
        cells[a * n + b] = static_cast<T>(forth ? 4 : -5);
        cells[b * n + a] = static_cast<T>(forth ? -5 : 4);
        expect_negative_cycle<S>(cells, n, std::to_string(a) + ", " + std::to_string(b));
      }
    }
  });
}

// Values double from pivot to pivot once the cycle is closed: after 30 vertices they pass 2^64.
TEST(NumericsCycles, DoNotGrowWithoutEnd) {
  for_each_weight([]<class S>() {
    using T = typename S::Weight;
    Random random(9);
    for (const std::size_t n : {30u, 64u, 100u, 300u}) {
      Cells<T> cells(n * n);
      for (T& cell : cells)
        cell = static_cast<T>(random.whole(-40, 10));  // int16 holds 300 of them
      expect_negative_cycle<S>(cells, n, "random");
      std::fill(cells.begin(), cells.end(), static_cast<T>(-1));
      expect_negative_cycle<S>(cells, n, "all -1");
    }
  });
}

// -max + -max is -inf, and -inf + inf is NaN: neither may hide the cycle and be an answer.
TEST(NumericsCycles, OfTheLargestFloatsAreRefused) {
  const auto check = []<class S>() {
    using T = typename S::Weight;
    for (const std::size_t n : {2u, 3u, 30u, 65u, 200u}) {
      Cells<T> cells(n * n, S::no_path());
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
          if ((i + j) % 3 != 0) cells[i * n + j] = -std::numeric_limits<T>::max();
        }
      }
      for (const Way& way : each_isa(2)) {
        const auto code = code_of([&] { solved<S>(cells, n, way); });
        EXPECT_TRUE(code == ErrorCode::negative_cycle || code == ErrorCode::bad_input)
            << way << " " << name_of<S>() << " n=" << n;
      }
    }
  };
  check.operator()<ShortestPath<float>>();
  check.operator()<ShortestPath<double>>();
}

// networkx #8455, scipy #14980: every cycle here costs 0 but for rounding. Left alone, a cycle of
// one unit below 0 doubles at every pivot.
TEST(NumericsCycles, AreNotInventedByRounding) {
  const auto check = []<class S>() {
    using T = typename S::Weight;
    for (const double density : {0.02, 0.5, 1.0}) {
      for (const std::size_t n : {3u, 30u, 65u, 131u, 260u}) {
        Random random(n);
        std::vector<T> potential(n);
        for (T& p : potential) p = static_cast<T>(random.real(0, 1000));
        Cells<T> cells(n * n, S::no_path());
        T largest = 0;
        for (std::size_t i = 0; i < n; ++i) {
          for (std::size_t j = 0; j < n; ++j) {
            if (i == j || !random.chance(density)) continue;
            cells[i * n + j] = potential[i] - potential[j];
            largest = std::max(largest, std::abs(cells[i * n + j]));
          }
        }
        for (const Way& way : each_isa(2)) {
          try {
            const auto got = solved<S>(cells, n, way);
            const double slack = static_cast<double>(n) * std::numeric_limits<T>::epsilon() *
                                 std::max<double>(largest, 1);
            for (std::size_t i = 0; i < n; ++i) {
              ASSERT_EQ(got[i * n + i], 0) << way;
              for (std::size_t j = 0; j < n; ++j) {
                if (got[i * n + j] == S::no_path()) continue;
                ASSERT_NEAR(got[i * n + j], potential[i] - potential[j], slack)
                    << way << " n=" << n << " density=" << density << " " << i << "," << j;
              }
            }
          } catch (const warpath::Error& error) {
            ADD_FAILURE() << way << " " << name_of<S>() << " n=" << n << " density=" << density
                          << ": " << error.what();
          }
        }
      }
    }
  };
  check.operator()<ShortestPath<float>>();
  check.operator()<ShortestPath<double>>();
}

TEST(NumericsCycles, TheToleranceDecidesWhatCountsAsNegative) {
  const auto check = []<class S>() {
    using T = typename S::Weight;
    const Cells<T> cells{S::no_path(), 1, static_cast<T>(-1.001), S::no_path()};
    for (const Way& way : each_isa(1)) {
      const auto with = [&](std::optional<double> tolerance) {
        return code_of([&] {
          warpath::Options options = way.options(S::kind);
          options.negative_cycle_tolerance = tolerance;
          Cells<T> copy = cells;
          warpath::solve_in_place(warpath::MatrixView<T>(copy.data(), 2, 2, 2), options);
          EXPECT_EQ(copy[0], 0);
          EXPECT_EQ(copy[3], 0);
        });
      };
      EXPECT_EQ(with(std::nullopt), ErrorCode::negative_cycle) << way;
      EXPECT_EQ(with(0), ErrorCode::negative_cycle) << way;
      EXPECT_EQ(with(0.0005), ErrorCode::negative_cycle) << way;
      EXPECT_EQ(with(0.01), std::nullopt) << way;
      EXPECT_EQ(with(-1.0), ErrorCode::usage) << way;
    }
  };
  check.operator()<ShortestPath<float>>();
  check.operator()<ShortestPath<double>>();
}

// By default a part of the largest weight, or of the longest way along the cycle: twice that counts, half
// of it does not, however many arcs have a share in it.
TEST(NumericsCycles, TheUsualToleranceIsAPartOfTheWeights) {
  const auto check = []<class S>(double part) {
    using T = typename S::Weight;
    for (const std::size_t n : {2u, 40u}) {
      for (const std::size_t climbs : {std::size_t{1}, n / 2}) {  // arcs up before arcs down
        for (const double times : {0.5, 2.0}) {
          const double below = times * part * 1.5 * static_cast<double>(climbs);
          Cells<T> cells(n * n, S::no_path());
          std::vector<warpath::Arc<T>> arcs;
          for (std::size_t i = 0; i < n; ++i) {
            const double plain = i / climbs % 2 == 0 ? 1.5 : -1.5;
            const auto weight = static_cast<T>(plain - below / static_cast<double>(n));
            cells[i * n + (i + 1) % n] = weight;
            arcs.push_back({static_cast<Index>(i), static_cast<Index>((i + 1) % n), weight});
          }
          const auto want =
              times > 1 ? std::optional(ErrorCode::negative_cycle) : std::optional<ErrorCode>();
          const Way way = each_isa(1).front();
          EXPECT_EQ(code_of([&] { solved<S>(cells, n, way); }), want)
              << name_of<S>() << " n=" << n << " climbs " << climbs << " times " << times;
          const auto graph = warpath::Graph::from_arcs<T>(static_cast<Index>(n), arcs);
          EXPECT_EQ(code_of([&] { warpath::solve(graph); }), want)
              << name_of<S>() << " n=" << n << " climbs " << climbs << " times " << times;
        }
      }
    }
  };
  check.operator()<ShortestPath<float>>(0x1p-15);
  check.operator()<ShortestPath<double>>(0x1p-36);
}

// Differences of whole numbers, one of them less by 1: a cycle of -1, too little to count beside weights
// of 100,000. But where sums are exact, it counts; and where it does not, kernels would go round it.
TEST(NumericsCycles, OfWholeNumbersCountWhereSumsAreExact) {
  const auto check = []<class S>(double height, bool exact, std::optional<double> tolerance) {
    using T = typename S::Weight;
    for (const std::size_t n : {3u, 60u, 131u}) {
      Random random(n);
      std::vector<double> heights(n);
      for (double& h : heights) h = std::floor(random.real(-1, 1) * height);
      heights[0] = -height;
      heights[2] = height;
      Cells<T> cells(n * n);
      for (std::size_t i = 0; i < n * n; ++i) {
        cells[i] = static_cast<T>(heights[i % n] - heights[i / n]);
      }
      Cells<T> got = cells;
      got[1] -= 1;
      for (const Way& way : each_isa(1)) {
        warpath::Options options = way.options(S::kind);
        options.negative_cycle_tolerance = tolerance;
        Cells<T> mine = got;
        const auto size = static_cast<Index>(n);
        const auto code = code_of([&] {
          warpath::solve_in_place(warpath::MatrixView<T>(mine.data(), size, size, size), options);
        });
        if (exact && !tolerance) {
          EXPECT_EQ(code, ErrorCode::negative_cycle) << way << " " << name_of<S>() << " n=" << n;
          continue;
        }
        ASSERT_EQ(code, std::nullopt) << way << " " << name_of<S>() << " n=" << n;
        const double near = 2 + 2 * static_cast<double>(n) * height * 0x1p-22;
        for (std::size_t i = 0; i < n * n; ++i) {
          ASSERT_NEAR(static_cast<double>(mine[i]), static_cast<double>(cells[i]), near)
              << way << " " << name_of<S>() << " n=" << n << " cell " << i;
        }
      }
    }
  };
  check.operator()<ShortestPath<float>>(50'000, true, std::nullopt);
  check.operator()<ShortestPath<float>>(50'000, true, 10.0);
  check.operator()<ShortestPath<float>>(4'000'000, false, std::nullopt);
  check.operator()<ShortestPath<double>>(1e12, true, std::nullopt);
  check.operator()<ShortestPath<double>>(1e12, true, 10.0);
}

// What is within the tolerance is taken for rounding in cycles, and nowhere else: arcs that are a little
// below 0 stay so, whatever the tolerance is.
TEST(NumericsCycles, TheToleranceShortensNoPath) {
  const auto check = []<class S>() {
    using T = typename S::Weight;
    const T none = S::no_path();
    const T small = static_cast<T>(-2e-6);
    // A cycle of 0 has weights made nonnegative.
    const Cells<T> near{none, 1, none, -1, none, small, static_cast<T>(3.5), none, none};
    for (const Way& way : each_isa(1)) {
      const auto got = solved<S>(near, 3, way);
      EXPECT_NEAR(static_cast<double>(got[5]), -2e-6, 4e-7) << way;
      EXPECT_NEAR(static_cast<double>(got[2]), 1 - 2e-6, 4e-7) << way;
    }
    // A ring forwards at -1.25, once at 60.5, and backwards at 10.5: all cycles are above 0.
    constexpr std::size_t n = 20;
    Cells<T> ring(n * n, none);
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t next = (i + 1) % n;
      ring[i * n + next] = static_cast<T>(next == 0 ? 60.5 : -1.25);
      ring[next * n + i] = static_cast<T>(10.5);
    }
    for (const Way& way : each_isa(1)) {
      for (const double tolerance : {0.0, 50.0, 1000.0, 1e30}) {
        warpath::Options options = way.options(S::kind);
        options.negative_cycle_tolerance = tolerance;
        Cells<T> got = ring;
        warpath::solve_in_place(warpath::MatrixView<T>(got.data(), n, n, n), options);
        EXPECT_NEAR(static_cast<double>(got[n - 1]), -1.25 * 19, 1e-4) << way << tolerance;
      }
    }
  };
  check.operator()<ShortestPath<float>>();
  check.operator()<ShortestPath<double>>();
}

// A self-loop within the tolerance counts as 0, and no distance is shorter for it.
TEST(NumericsCycles, LoopsWithinTheToleranceShortenNothing) {
  const auto check = []<class S>() {
    using T = typename S::Weight;
    for (const std::size_t n : {2u, 65u, 131u}) {
      Cells<T> cells(n * n, S::no_path());
      Cells<T> want(n * n, S::no_path());
      for (std::size_t i = 0; i < n; ++i) {
        cells[i * n + i] = static_cast<T>(-0.005);
        if (i + 1 < n) cells[i * n + i + 1] = 1;
        for (std::size_t j = i; j < n; ++j) want[i * n + j] = static_cast<T>(j - i);
      }
      for (const Way& way : each_isa(1)) {
        warpath::Options options = way.options(S::kind);
        options.negative_cycle_tolerance = 0.01;
        Cells<T> got = cells;
        const auto size = static_cast<Index>(n);
        warpath::solve_in_place(warpath::MatrixView<T>(got.data(), size, size, size), options);
        EXPECT_TRUE(matches(want, got, n)) << way << " " << name_of<S>() << " n=" << n;
      }
    }
  };
  check.operator()<ShortestPath<float>>();
  check.operator()<ShortestPath<double>>();
}

// Integers are exact: the tolerance is for rounding.
TEST(NumericsCycles, OfIntegersAreExact) {
  const Cells<std::int32_t> minus_one{warpath::no_path<std::int32_t>(), 1000000, -1000001,
                                      warpath::no_path<std::int32_t>()};
  Cells<std::int32_t> zero = minus_one;
  zero[2] = -1000000;
  for (const Way& way : each_isa(1)) {
    EXPECT_EQ(code_of([&] { solved<ShortestPath<std::int32_t>>(minus_one, 2, way); }),
              ErrorCode::negative_cycle)
        << way;
    EXPECT_EQ(code_of([&] { solved<ShortestPath<std::int32_t>>(zero, 2, way); }), std::nullopt);
  }
}

// A cycle that cannot be reached from most vertices is a negative cycle all the same.
TEST(NumericsCycles, OffTheBeatenTrackAreFound) {
  for_each_weight([]<class S>() {
    using T = typename S::Weight;
    const std::size_t n = 131;
    auto cells = to_cells<S>(family("disconnected").make(n, 0));
    for (std::size_t i = 0; i < n; ++i) {
      for (const std::size_t alone : {std::size_t{0}, std::size_t{3}}) {
        cells[i * n + alone] = cells[alone * n + i] = S::no_path();
      }
    }
    cells[3] = T{7};
    cells[3 * n] = T{-8};
    expect_negative_cycle<S>(cells, n, "an island");
  });
}

}  // namespace
}  // namespace support
