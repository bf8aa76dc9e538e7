// The numerics contract for integer weights: the stand-in for infinity, the limits of the type, and
// distances that do not fit. Nothing wraps, and nothing turns silently into "no path".
#include <gtest/gtest.h>

#include "base/semiring.hpp"
#include "numerics/facts.hpp"
#include "support/ways.hpp"

namespace support {
namespace {

using warpath::ErrorCode;
using warpath::ShortestPath;

template <class T>
constexpr T kNone = ShortestPath<T>::no_path();

// Arcs one after the other, from vertex 0 on; then n - arcs - 1 vertices alone.
template <class T>
Cells<T> path_of(const std::vector<T>& arcs, std::size_t n) {
  Cells<T> cells(n * n, kNone<T>);
  for (std::size_t i = 0; i < arcs.size(); ++i) cells[i * n + i + 1] = arcs[i];
  return cells;
}

// The error of every kernel on every instruction set.
template <class T>
void expect_refused(const Cells<T>& cells, std::size_t n, const char* why,
                    const std::vector<std::string>& mentions = {}) {
  for (const Way& way : each_isa(2)) {
    std::string text = "no error";
    EXPECT_EQ(code_of([&] { solved<ShortestPath<T>>(cells, n, way); }, &text), ErrorCode::bad_input)
        << way << " " << name_of<ShortestPath<T>>() << " n=" << n << " " << why << ": " << text;
    for (const std::string& word : mentions) {
      EXPECT_NE(text.find(word), std::string::npos) << way << ": " << text << "\nlacks " << word;
    }
  }
}

// `or_refused`: with negative weights, the sums that are possible may be too large where the
// distances are not; then an Error is right too. A wrong answer never is.
template <class T>
void expect_solved(const Cells<T>& cells, std::size_t n, const char* why, bool or_refused = false) {
  oracle::Table<std::int64_t> arcs(n);
  for (std::size_t at = 0; at < n * n; ++at) {
    if (cells[at] != kNone<T>) arcs(at / n, at % n) = cells[at];
  }
  const auto truth = oracle::floyd_warshall(arcs);
  ASSERT_FALSE(truth.negative_cycle);
  Cells<T> want(n * n, kNone<T>);
  for (std::size_t at = 0; at < n * n; ++at) {
    const std::int64_t distance = truth.best(at / n, at % n);
    if (distance != oracle::absent<std::int64_t>()) want[at] = static_cast<T>(distance);
  }
  for (const Way& way : each_isa(2)) {
    try {
      EXPECT_TRUE(matches(want, solved<ShortestPath<T>>(cells, n, way), n))
          << way << " " << name_of<ShortestPath<T>>() << " n=" << n << " " << why;
    } catch (const warpath::Error& error) {
      if (or_refused && error.code() == ErrorCode::bad_input) continue;
      ADD_FAILURE() << way << " " << name_of<ShortestPath<T>>() << " n=" << n << " " << why << ": "
                    << error.what();
    }
  }
}

TEST(NumericsIntegers, AWeightOutsideTheRangeIsRefusedWithTheNumbers) {
  for_each_integer_type([]<class T>() {
    const T most = std::numeric_limits<T>::max();
    for (const std::size_t n : {1u, 3u, 97u}) {
      for (const T value : {static_cast<T>(kNone<T> + 1), most, static_cast<T>(-kNone<T>),
                            std::numeric_limits<T>::lowest()}) {
        for (const std::size_t at : {std::size_t{0}, n * n / 2, n * n - 1}) {
          Cells<T> cells(n * n, 1);
          cells[at] = value;
          expect_refused(cells, n, "weight outside",
                         {std::to_string(value), std::to_string(kNone<T>), std::to_string(at / n),
                          std::to_string(at % n)});
        }
      }
    }
  });
}

TEST(NumericsIntegers, TheOutermostWeightsAreAccepted) {
  for_each_integer_type([]<class T>() {
    const T last = static_cast<T>(kNone<T> - 1);
    for (const std::size_t n : {2u, 65u, 97u}) {
      expect_solved(path_of<T>({last}, n), n, "largest weight");
      expect_solved(path_of<T>({static_cast<T>(-last)}, n), n, "smallest weight");
    }
  });
}

TEST(NumericsIntegers, ADistanceTooLargeIsRefusedToTheUnit) {
  for_each_integer_type([]<class T>() {
    const T half = static_cast<T>(kNone<T> / 2);
    const T rest = static_cast<T>(kNone<T> - half);  // half + rest == no_path
    for (const std::size_t n : {3u, 64u, 97u, 200u}) {
      const T one_less = static_cast<T>(rest - 1);
      expect_solved(path_of<T>({half, one_less}, n), n, "fits by one");
      expect_refused(path_of<T>({half, rest}, n), n, "too long by one");
      expect_refused(path_of<T>({half, static_cast<T>(rest + 1)}, n), n, "too long by two");
      const T most = static_cast<T>(kNone<T> - 1);
      expect_refused(path_of<T>({most, most}, n), n, "twice the largest weight");
      expect_refused(path_of<T>({most, 1}, n), n, "largest weight and 1");
      if (n < 64) continue;
      expect_refused(path_of<T>(std::vector<T>(n - 1, most), n), n, "largest weights all along");
      expect_refused(path_of<T>(std::vector<T>(n - 1, half), n), n, "half the range all along");
    }
  });
}

// In a column-major matrix too the pair is named as the caller sees it.
TEST(NumericsIntegers, APairTooFarApartIsNamedInEveryLayout) {
  const std::int16_t far = 10000;
  for (const bool column_major : {false, true}) {
    Cells<std::int16_t> cells(9, kNone<std::int16_t>);
    const warpath::MatrixView<std::int16_t> view(cells.data(), 3, 3, column_major ? 1 : 3,
                                                 column_major ? 3 : 1);
    view(0, 1) = far;
    view(1, 2) = far;
    std::string text;
    EXPECT_EQ(code_of([&] { warpath::solve_in_place(view, {}); }, &text), ErrorCode::bad_input);
    EXPECT_NE(text.find("from 0 to 2 is too large"), std::string::npos) << text;
  }
}

// Arcs out of one vertex alone: read both ways, any two of them make a path.
TEST(NumericsIntegers, ADistanceTooLargeIsRefusedWhereArcsCountBothWays) {
  for_each_integer_type([]<class T>() {
    for (const Index n : {3, 64, 97, 700}) {
      const auto size = static_cast<std::size_t>(n);
      Cells<T> cells(size * size, kNone<T>);
      const T half = static_cast<T>(kNone<T> / 2);
      std::fill_n(cells.begin() + 1, size - 1, half);
      warpath::Options options;
      options.undirected = true;
      const warpath::MatrixView<const T> view(cells.data(), n, n, n);
      const warpath::Result result = warpath::solve(view, options);
      EXPECT_EQ(result.template distances<T>()(1, 2), 2 * half);
      cells[size - 1] = static_cast<T>(half + 2);
      EXPECT_EQ(code_of([&] { warpath::solve(view, options); }), ErrorCode::bad_input) << n;
    }
  });
}

// Each vertex has one largest arc, whichever way it is read: no arc is counted twice.
TEST(NumericsIntegers, BoundsOfArcsThatCountBothWaysAreThoseOfTheirVertices) {
  for_each_integer_type([]<class T>() {
    const T third = static_cast<T>(kNone<T> / 3);
    Cells<T> cells(9, kNone<T>);
    cells[0 * 3 + 1] = third;
    cells[1 * 3 + 2] = static_cast<T>(third - 1);
    const auto facts = [&] {
      warpath::Crew crew(1);
      return warpath::look_at<warpath::ShortestPath<T>>(
          warpath::MatrixView<const T>(cells.data(), 3, 3, 3), true, warpath::Orientation::as_seen,
          crew);
    };
    EXPECT_EQ(
        static_cast<double>(facts().positive_bound),
        static_cast<double>(third) + static_cast<double>(third) + static_cast<double>(third - 1));
    EXPECT_FALSE(facts().may_overflow);
  });
}

// A negative edge is a cycle, and said to be one, as long as its vertices leave room for sums.
TEST(NumericsIntegers, ANegativeEdgeAmongLargeOnesIsACycleAndNotTooLarge) {
  for_each_integer_type([]<class T>() {
    Cells<T> cells(9, kNone<T>);
    cells[0 * 3 + 1] = T{-1};
    cells[1 * 3 + 2] = static_cast<T>(kNone<T> / 4);
    warpath::Options options;
    options.undirected = true;
    const warpath::MatrixView<const T> view(cells.data(), 3, 3, 3);
    EXPECT_EQ(code_of([&] { warpath::solve(view, options); }), ErrorCode::negative_cycle);
    options.on_negative_cycle = warpath::OnNegativeCycle::mark;
    EXPECT_EQ(warpath::solve(view, options).template distances<T>()(2, 2), warpath::unbounded<T>());
  });
}

// The same where some weight is negative, so that other code runs.
TEST(NumericsIntegers, ADistanceTooLargeIsRefusedBesideNegativeWeights) {
  for_each_integer_type([]<class T>() {
    const T most = static_cast<T>(kNone<T> - 1);
    const T half = static_cast<T>(kNone<T> / 2);
    const T rest = static_cast<T>(kNone<T> - half);
    for (const std::size_t n : {6u, 64u, 97u, 200u}) {
      for (const std::vector<T>& arcs :
           {std::vector<T>{half, rest}, std::vector<T>{most, most}, std::vector<T>{most, 1},
            std::vector<T>{half, half, half}, std::vector<T>{most, most, static_cast<T>(-most)}}) {
        Cells<T> cells = path_of<T>(arcs, n);
        cells[(n - 2) * n + n - 1] = -1;
        expect_refused(cells, n, "beside a negative arc");
      }
    }
  });
}

TEST(NumericsIntegers, ADistanceTooNegativeIsRefused) {
  for_each_integer_type([]<class T>() {
    const T least = static_cast<T>(-(kNone<T> - 1));
    const T half = static_cast<T>(-kNone<T> / 2);
    for (const std::size_t n : {4u, 64u, 97u, 200u}) {
      expect_refused(path_of<T>({least, least}, n), n, "twice the smallest weight");
      expect_refused(path_of<T>({least, -1}, n), n, "smallest weight and -1");
      expect_refused(path_of<T>({half, half, half}, n), n, "three halves");
      expect_refused(path_of<T>(std::vector<T>(n - 1, half), n), n, "negative all along");
      expect_refused(path_of<T>(std::vector<T>(n - 1, least), n), n, "smallest weights all along");
    }
  });
}

// petgraph #980: infinity and a negative arc must not become finite.
TEST(NumericsIntegers, NoPathAndANegativeArcIsStillNoPath) {
  for_each_integer_type([]<class T>() {
    const T least = static_cast<T>(-(kNone<T> - 1));
    for (const std::size_t n : {4u, 64u, 65u, 97u, 200u}) {
      expect_solved(path_of<T>({-1}, n), n, "-1");
      expect_solved(path_of<T>({-100, -200, -300}, n), n, "-600");
      expect_solved(path_of<T>({static_cast<T>(-kNone<T> / 2)}, n), n, "half the range");
      expect_solved(path_of<T>({least}, n), n, "the whole range");
      Cells<T> last = path_of<T>({}, n);
      last[(n - 2) * n + n - 1] = least;
      expect_solved(last, n, "the whole range, between the last two");
    }
  });
}

// A true distance may be larger than what an unreachable cell seems to hold after a negative arc.
TEST(NumericsIntegers, LargeDistancesAndNoPathsAreNotMixedUp) {
  for_each_integer_type([]<class T>() {
    const T most = static_cast<T>(kNone<T> - 1);
    const T third = static_cast<T>(kNone<T> / 3);
    for (const std::size_t n : {6u, 64u, 97u, 200u}) {
      Cells<T> cells = path_of<T>({most}, n);
      cells[2 * n + 3] = static_cast<T>(-third);
      expect_solved(cells, n, "apart", true);
      cells = path_of<T>({static_cast<T>(2 * third), static_cast<T>(-third), third}, n);
      expect_solved(cells, n, "one path", true);
      cells = path_of<T>({static_cast<T>(-third), static_cast<T>(-third), most}, n);
      expect_solved(cells, n, "down, then up", true);
    }
  });
}

TEST(NumericsIntegers, NothingOverflowsWithNegativeCyclesOfLargeWeights) {
  for_each_integer_type([]<class T>() {
    const T least = static_cast<T>(-(kNone<T> - 1));
    for (const std::size_t n : {1u, 2u, 3u, 30u, 64u, 65u, 200u, 300u}) {
      const Cells<T> cells(n * n, least);
      for (const Way& way : each_isa(2)) {
        // The cycle, or the range: what must not happen is an answer, or an overflow on the way.
        const auto code = code_of([&] { solved<ShortestPath<T>>(cells, n, way); });
        EXPECT_TRUE(code == ErrorCode::negative_cycle || code == ErrorCode::bad_input)
            << way << " " << name_of<ShortestPath<T>>() << " n=" << n;
      }
    }
  });
}

TEST(NumericsIntegers, WidestAndMinimaxUseTheWholeRange) {
  for_each_integer_type([]<class T>() {
    const T low = std::numeric_limits<T>::lowest();
    const T high = std::numeric_limits<T>::max();
    const T least = static_cast<T>(low + 1);
    const T most = static_cast<T>(high - 1);
    for (const Way& way : each_isa<warpath::WidestPath<T>>(1)) {
      // low says "no arc" to widest paths and high to minimax paths; the rest are weights.
      const Cells<T> wide{low, most, low, low, low, least, low, low, low};
      const auto widest = solved<warpath::WidestPath<T>>(wide, 3, way);
      EXPECT_EQ(widest[1], most) << way;
      EXPECT_EQ(widest[2], least) << way;
      EXPECT_EQ(widest[3], low) << way;
      EXPECT_EQ(widest[0], high) << way;
      const Cells<T> tall{high, least, high, high, high, most, high, high, high};
      const auto minimax = solved<warpath::MinimaxPath<T>>(tall, 3, way);
      EXPECT_EQ(minimax[1], least) << way;
      EXPECT_EQ(minimax[2], most) << way;
      EXPECT_EQ(minimax[3], high) << way;
      EXPECT_EQ(minimax[0], low) << way;
    }
  });
}

}  // namespace
}  // namespace support
