// The numerics contract for floating-point weights: infinities, NaN, zeros, denormals, self-loops,
// and distances that are too large.
#include <gtest/gtest.h>

#include <cmath>

#include "base/semiring.hpp"
#include "support/ways.hpp"

namespace support {
namespace {

using warpath::ErrorCode;
using warpath::ShortestPath;

constexpr std::size_t kSizes[] = {1, 2, 3, 64, 97, 200};

template <class F>
void for_each_float_type(F&& f) {
  f.template operator()<float>();
  f.template operator()<double>();
}

// The error for a matrix of ones with one cell changed, from every kernel: code and text.
template <class S>
void expect_refused(std::size_t n, std::size_t i, std::size_t j, typename S::Weight value,
                    ErrorCode code, const std::vector<std::string>& mentions) {
  Cells<typename S::Weight> cells(n * n, 1);
  cells[i * n + j] = value;
  for (const Way& way : each_kernel(2)) {
    std::string text = "no error";
    EXPECT_EQ(code_of([&] { solved<S>(cells, n, way); }, &text), code) << way << ": " << text;
    for (const std::string& word : mentions) {
      EXPECT_NE(text.find(word), std::string::npos) << way << ": " << text << "\nlacks " << word;
    }
  }
}

TEST(NumericsFloats, NanIsRefusedAndItsPlaceNamed) {
  for_each_float_type([]<class T>() {
    const T nan = std::numeric_limits<T>::quiet_NaN();
    for (const std::size_t n : kSizes) {
      const std::string last = std::to_string(n - 1);
      using S = ShortestPath<T>;
      expect_refused<S>(n, 0, 0, nan, ErrorCode::bad_input, {"NaN", "0"});
      expect_refused<S>(n, n - 1, n - 1, nan, ErrorCode::bad_input, {"NaN", last});
      expect_refused<S>(n, 0, n - 1, nan, ErrorCode::bad_input, {"NaN", "0", last});
      expect_refused<S>(n, n / 2, n / 3, nan, ErrorCode::bad_input,
                        {"NaN", std::to_string(n / 2), std::to_string(n / 3)});
      expect_refused<S>(n, n - 1, 0, -nan, ErrorCode::bad_input, {last});
    }
  });
  const float nan = std::numeric_limits<float>::quiet_NaN();
  expect_refused<warpath::WidestPath<float>>(97, 96, 95, nan, ErrorCode::bad_input, {"96", "95"});
  expect_refused<warpath::MinimaxPath<float>>(97, 96, 95, nan, ErrorCode::bad_input, {"96", "95"});
}

// The place is the user's, row and column, however the matrix lies and in whatever type.
TEST(NumericsFloats, ThePlaceIsNamedInEveryLayout) {
  const auto check = []<class T>(T bad) {
    std::vector<T> cells(2 * 9 * 9, T{1});
    using View = warpath::MatrixView<T>;
    for (const View& view :
         {View::row_major(cells.data(), 9, 9), View(cells.data(), 9, 9, 18, 2),
          View::column_major(cells.data(), 9, 9), View(cells.data() + 80, 9, 9, -9, -1)}) {
      view(3, 7) = bad;
      for (const bool in_place : {false, true}) {
        std::string text = "no error";
        EXPECT_EQ(code_of(
                      [&] {
                        if (in_place) {
                          warpath::solve_in_place(view);
                        } else {
                          warpath::solve<T>(view);
                        }
                      },
                      &text),
                  ErrorCode::bad_input);
        EXPECT_NE(text.find("from 3 to 7"), std::string::npos)
            << text << "\nstrides " << view.row_stride() << ", " << view.column_stride();
      }
      view(3, 7) = T{1};
    }
  };
  check(std::numeric_limits<float>::quiet_NaN());
  check(-std::numeric_limits<double>::infinity());
  check(std::int16_t{20000});
}

TEST(NumericsFloats, MinusInfinityIsRefusedAndItsPlaceNamed) {
  for_each_float_type([]<class T>() {
    const T low = -std::numeric_limits<T>::infinity();
    for (const std::size_t n : kSizes) {
      const std::string last = std::to_string(n - 1);
      using S = ShortestPath<T>;
      expect_refused<S>(n, 0, n - 1, low, ErrorCode::bad_input, {"inf", "0", last});
      expect_refused<S>(n, n - 1, n - 1, low, ErrorCode::bad_input, {"inf", last});
    }
  });
}

TEST(NumericsFloats, ARefusedMatrixIsLeftAsItWas) {
  const std::size_t n = 70;
  for (const Way& way : each_kernel(2)) {
    Cells<float> cells(n * n, 3.0f);
    cells[5] = -2.0f;
    cells.back() = std::numeric_limits<float>::quiet_NaN();
    const Cells<float> before = cells;
    EXPECT_EQ(code_of([&] {
                warpath::solve_in_place(warpath::MatrixView<float>(cells.data(), 70, 70, 70),
                                        way.options(warpath::SemiringKind::shortest_path));
              }),
              ErrorCode::bad_input);
    EXPECT_TRUE(matches(before, cells, n)) << way;
  }
}

TEST(NumericsFloats, InfinityMeansNoPath) {
  for_each_float_type([]<class T>() {
    const T inf = std::numeric_limits<T>::infinity();
    for (const std::size_t n : kSizes) {
      Cells<T> cells(n * n, inf);
      Cells<T> want = cells;
      for (std::size_t i = 0; i < n; ++i) want[i * n + i] = 0;
      for (const Way& way : each_isa(2)) {
        EXPECT_TRUE(matches(want, solved<ShortestPath<T>>(cells, n, way), n)) << way;
      }
    }
  });
}

// Capacity without limit is a capacity.
TEST(NumericsFloats, InfinityIsAWeightForWidestPaths) {
  const float inf = std::numeric_limits<float>::infinity();
  const Cells<float> cells{-inf, inf, -inf, -inf, -inf, inf, -inf, -inf, -inf};
  const Cells<float> want{inf, inf, inf, -inf, inf, inf, -inf, -inf, inf};
  for (const Way& way : each_isa(1)) {
    EXPECT_TRUE(matches(want, solved<warpath::WidestPath<float>>(cells, 3, way), 3)) << way;
  }
}

TEST(NumericsFloats, MinusZeroBecomesPlusZero) {
  const auto check = []<class S>() {
    using T = typename S::Weight;
    for (const std::size_t n : kSizes) {
      const Cells<T> minus(n * n, T{-0.0});
      const Cells<T> plus(n * n, T{0.0});
      for (const Way& way : each_isa(2)) {
        const auto want = solved<S>(plus, n, way);
        const auto got = solved<S>(minus, n, way);
        EXPECT_TRUE(matches(want, got, n)) << way << " " << name_of<S>() << " n=" << n;
        for (const T value : got) {
          ASSERT_FALSE(value == 0 && std::signbit(value)) << way << " " << name_of<S>();
        }
      }
    }
  };
  check.operator()<ShortestPath<float>>();
  check.operator()<ShortestPath<double>>();
  check.operator()<warpath::WidestPath<float>>();
  check.operator()<warpath::MinimaxPath<float>>();
}

// One -0 in a corner, and among negative weights: sums that cancel give +0 too.
TEST(NumericsFloats, NoZeroThatComesOutIsNegative) {
  for_each_float_type([]<class T>() {
    for (const std::size_t n : {3u, 65u, 97u}) {
      Cells<T> cells(n * n, 2);
      cells[1] = T{-0.0};
      cells[n * n - 2] = T{-0.0};
      cells[2 * n + 1] = -2;  // 1 -> 2 -> 1 costs nothing
      for (const Way& way : each_isa(2)) {
        const auto got = solved<ShortestPath<T>>(cells, n, way);
        for (std::size_t at = 0; at < n * n; ++at) {
          ASSERT_FALSE(got[at] == 0 && std::signbit(got[at])) << way << " at " << at;
        }
      }
    }
  });
}

TEST(NumericsFloats, DenormalsAreAdded) {
  for_each_float_type([]<class T>() {
    const T least = std::numeric_limits<T>::denorm_min();
    const std::size_t n = 131;
    for (const bool negative : {false, true}) {
      Cells<T> cells(n * n, ShortestPath<T>::no_path());
      for (std::size_t i = 0; i + 1 < n; ++i) cells[i * n + i + 1] = negative ? -least : least;
      Cells<T> want = cells;
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = i; j < n; ++j) {
          want[i * n + j] = static_cast<T>(j - i) * (negative && j > i ? -least : least);
        }
      }
      for (const Way& way : each_isa(2)) {
        EXPECT_TRUE(matches(want, solved<ShortestPath<T>>(cells, n, way), n)) << way;
      }
    }
  });
}

TEST(NumericsFloats, ZeroWeightArcsAreArcs) {
  for_each_combination([]<class S>() {
    if constexpr (is_shortest<S>) {
      using T = typename S::Weight;
      const T none = S::no_path();
      const Cells<T> cells{none, 0, none, none, none, 0, none, none, none};
      const Cells<T> want{0, 0, 0, none, 0, 0, none, none, 0};
      for (const Way& way : each_isa(1)) {
        EXPECT_TRUE(matches(want, solved<S>(cells, 3, way), 3)) << way << " " << name_of<S>();
      }
    }
  });
}

TEST(NumericsFloats, SelfLoopsCountOnlyWhenTheyAreNegative) {
  for_each_combination([]<class S>() {
    using T = typename S::Weight;
    if constexpr (is_shortest<S>) {
      for (const std::size_t n : kSizes) {
        for (const T loop : {T{0}, T{1}, T{50}}) {
          Cells<T> cells(n * n, S::no_path());
          for (std::size_t i = 0; i < n; ++i) cells[i * n + i] = loop;
          Cells<T> want(n * n, S::no_path());
          for (std::size_t i = 0; i < n; ++i) want[i * n + i] = 0;
          for (const Way& way : each_isa(1)) {
            EXPECT_TRUE(matches(want, solved<S>(cells, n, way), n)) << way << " loop " << +loop;
            cells[n * n - 1] = T{-1};
            EXPECT_EQ(code_of([&] { solved<S>(cells, n, way); }), ErrorCode::negative_cycle)
                << way << " " << name_of<S>() << " n=" << n;
            cells[n * n - 1] = loop;
          }
        }
      }
    }
  });
}

// The empty path has no narrowest and no worst arc: no self-loop is better.
TEST(NumericsFloats, TheDiagonalOfBottleneckPathsIsTheEmptyPath) {
  for_each_combination([]<class S>() {
    using T = typename S::Weight;
    if constexpr (!is_shortest<S>) {
      for (const std::size_t n : kSizes) {
        const Cells<T> cells(n * n, T{1});
        for (const Way& way : each_isa(1)) {
          const auto got = solved<S>(cells, n, way);
          for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(got[i * n + i], S::empty_path()) << way;
        }
      }
    }
  });
}

// A sum beyond the largest number would be +inf, which says "no path" and would be a lie.
TEST(NumericsFloats, ADistanceTooLargeForTheTypeIsRefused) {
  for_each_float_type([]<class T>() {
    using S = ShortestPath<T>;
    const T big = std::numeric_limits<T>::max() / 4 * 3;
    for (const std::size_t n : {3u, 64u, 97u, 200u}) {
      for (const T sign : {T{1}, T{-1}}) {
        for (const bool far_apart : {false, true}) {
          Cells<T> cells(n * n, S::no_path());
          const std::size_t middle = far_apart ? n / 2 : 1;
          const std::size_t end = far_apart ? n - 1 : 2;
          cells[middle] = sign * big;
          cells[middle * n + end] = sign * big;
          for (const Way& way : each_isa(2)) {
            std::string text = "no error";
            EXPECT_EQ(code_of([&] { solved<S>(cells, n, way); }, &text), ErrorCode::bad_input)
                << way << " " << name_of<S>() << " n=" << n << " sign " << sign << ": " << text;
          }
        }
      }
    }
  });
}

// Exactly it would fit; but every addition of a little more than half a unit is rounded up by a whole.
TEST(NumericsFloats, ADistanceThatIsRoundedBeyondTheTypeIsRefused) {
  for_each_float_type([]<class T>() {
    using S = ShortestPath<T>;
    const T most = std::numeric_limits<T>::max();
    const T unit = most - std::nextafter(most, T{0});
    const T a_little = unit / 2 * (1 + 8 * std::numeric_limits<T>::epsilon());
    for (const std::size_t additions : {3u, 30u}) {
      const std::size_t n = additions + 2;
      Cells<T> cells(n * n, S::no_path());
      cells[0 * n + 1] = most - static_cast<T>(2 * additions / 3) * unit;
      for (std::size_t i = 1; i + 1 < n; ++i) cells[i * n + i + 1] = a_little;
      for (const Way& way : each_isa(1)) {
        // Whoever adds the small ones first may keep it, if it is not infinite then.
        Cells<T> got;
        const auto code = code_of([&] { got = solved<S>(cells, n, way); });
        EXPECT_TRUE(code == ErrorCode::bad_input || (!code && got[n - 1] < S::no_path()))
            << way << " " << additions;
      }
    }
  });
}

TEST(NumericsFloats, TheLargestDistanceThatFitsIsKept) {
  for_each_float_type([]<class T>() {
    using S = ShortestPath<T>;
    const T most = std::numeric_limits<T>::max();
    const Cells<T> cells{
        0, most / 2, S::no_path(), S::no_path(), 0, most / 2, S::no_path(), S::no_path(), 0};
    for (const Way& way : each_isa(1)) {
      const auto got = solved<S>(cells, 3, way);
      EXPECT_EQ(got[2], most) << way;
      EXPECT_EQ(got[6], S::no_path()) << way;
    }
  });
}

}  // namespace
}  // namespace support
