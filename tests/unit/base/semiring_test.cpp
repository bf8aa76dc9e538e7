// The laws that every kernel relies on, on values that would break careless code.
#include "base/semiring.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "support/combinations.hpp"

namespace support {
namespace {

// Weights and distances that the combination must take, without no_path and empty_path.
template <class S>
std::vector<typename S::Weight> hostile() {
  using T = typename S::Weight;
  using Limits = std::numeric_limits<T>;
  if constexpr (S::kind == warpath::SemiringKind::reachability) {
    return {};
  } else if constexpr (std::is_floating_point_v<T>) {
    return {T{0},
            Limits::denorm_min(),
            -Limits::denorm_min(),
            Limits::min(),
            -Limits::min(),
            T{1},
            T{-1},
            1 + Limits::epsilon(),
            T(1) / Limits::epsilon(),
            Limits::max() / 4,
            -Limits::max() / 4};
  } else if constexpr (is_shortest<S>) {
    const T quarter = static_cast<T>(S::no_path() / 2);
    return {0, 1, -1, 7, static_cast<T>(quarter - 1), static_cast<T>(-quarter + 1)};
  } else {
    return {0, 1, -1, Limits::max() - 1, Limits::lowest() + 1};
  }
}

template <class S>
std::vector<typename S::Weight> with_ends() {
  auto values = hostile<S>();
  values.push_back(S::no_path());
  values.push_back(S::empty_path());
  return values;
}

template <class S>
typename S::Weight better(typename S::Weight a, typename S::Weight b) {
  return S::is_better(a, b) ? a : b;
}

TEST(Semiring, EmptyPathIsTheIdentity) {
  for_each_combination([]<class S>() {
    for (const auto a : with_ends<S>()) {
      EXPECT_EQ(S::extend(a, S::empty_path()), a) << name_of<S>() << " " << +a;
      EXPECT_EQ(S::extend(S::empty_path(), a), a) << name_of<S>() << " " << +a;
    }
  });
}

// For integers "no path and a negative arc" is a smaller number, which kernels put right at the
// end; what must hold on the way is that it neither overflows nor leaves the upper half.
TEST(Semiring, NoPathAbsorbs) {
  for_each_combination([]<class S>() {
    using T = typename S::Weight;
    for (const T a : with_ends<S>()) {
      const T left = S::extend(S::no_path(), a);
      const T right = S::extend(a, S::no_path());
      EXPECT_EQ(left, right) << name_of<S>() << " " << +a;
      if (std::is_integral_v<T> && is_shortest<S>) {
        EXPECT_GT(left, T{0}) << name_of<S>() << " " << +a;
        EXPECT_FALSE(a >= 0 && S::is_better(left, S::no_path())) << name_of<S>() << " " << +a;
      } else {
        EXPECT_EQ(left, S::no_path()) << name_of<S>() << " " << +a;
      }
      EXPECT_FALSE(S::is_better(S::no_path(), a)) << name_of<S>() << " " << +a;
    }
  });
}

TEST(Semiring, SumsOfTwoNeverOverflow) {
  for_each_integer_type([]<class T>() {
    using S = warpath::ShortestPath<T>;
    const std::int64_t none = S::no_path();
    for (const std::int64_t a : {none, none - 1, -(none - 1)}) {
      for (const std::int64_t b : {none, none - 1, -(none - 1)}) {
        EXPECT_LE(a + b, std::numeric_limits<T>::max());
        EXPECT_GE(a + b, std::numeric_limits<T>::lowest());
        EXPECT_EQ(S::extend(static_cast<T>(a), static_cast<T>(b)), a + b);
      }
    }
  });
}

TEST(Semiring, ExtendIsAssociativeAndMonotone) {
  for_each_combination([]<class S>() {
    using T = typename S::Weight;
    // Float addition associates where nothing is rounded away: on whole numbers.
    const bool rounds = std::is_floating_point_v<T> && is_shortest<S>;
    const std::vector<T> values =
        rounds ? std::vector<T>{T(0), T(1), T(-1), T(1000), T(-65536), S::no_path()}
               : with_ends<S>();
    for (const T a : values) {
      for (const T b : values) {
        for (const T c : values) {
          if constexpr (std::is_integral_v<T> && is_shortest<S>) {
            if (a == S::no_path() || b == S::no_path() || c == S::no_path()) continue;
            if (std::abs(std::int64_t{a} + b) + std::abs(std::int64_t{c}) >= S::no_path()) continue;
            if (std::abs(std::int64_t{b} + c) + std::abs(std::int64_t{a}) >= S::no_path()) continue;
          }
          EXPECT_EQ(S::extend(S::extend(a, b), c), S::extend(a, S::extend(b, c)))
              << name_of<S>() << " " << +a << " " << +b << " " << +c;
        }
      }
    }
    for (const T a : with_ends<S>()) {
      for (const T b : with_ends<S>()) {
        for (const T c : with_ends<S>()) {
          if (!S::is_better(a, b)) continue;
          EXPECT_FALSE(S::is_better(S::extend(b, c), S::extend(a, c)))
              << name_of<S>() << " " << +a << " " << +b << " " << +c;
        }
      }
    }
  });
}

TEST(Semiring, ChoosingTheBetterIsALattice) {
  for_each_combination([]<class S>() {
    for (const auto a : with_ends<S>()) {
      EXPECT_FALSE(S::is_better(a, a)) << "strict";
      EXPECT_EQ(better<S>(a, a), a);
      EXPECT_EQ(better<S>(a, S::no_path()), a) << name_of<S>() << " " << +a;
      for (const auto b : with_ends<S>()) {
        EXPECT_EQ(better<S>(a, b), better<S>(b, a)) << name_of<S>() << " " << +a << " " << +b;
        EXPECT_FALSE(S::is_better(a, b) && S::is_better(b, a));
        for (const auto c : with_ends<S>()) {
          EXPECT_EQ(better<S>(better<S>(a, b), c), better<S>(a, better<S>(b, c)));
        }
      }
    }
  });
}

// Shortest paths lack this where there are negative cycles, which are therefore refused.
TEST(Semiring, NoCycleIsBetterThanStayingPut) {
  for_each_combination([]<class S>() {
    if constexpr (!is_shortest<S>) {
      for (const auto a : with_ends<S>()) EXPECT_FALSE(S::is_better(a, S::empty_path()));
    }
  });
}

TEST(Semiring, TheTableInTheHeader) {
  using namespace warpath;
  const float inf = std::numeric_limits<float>::infinity();
  EXPECT_EQ(ShortestPath<float>::no_path(), inf);
  EXPECT_EQ(ShortestPath<float>::empty_path(), 0);
  EXPECT_EQ(ShortestPath<std::int16_t>::no_path(), 16383);
  EXPECT_EQ(ShortestPath<std::int32_t>::no_path(), 1073741823);
  EXPECT_EQ(no_path<double>(), std::numeric_limits<double>::infinity());
  EXPECT_EQ(WidestPath<float>::no_path(), -inf);
  EXPECT_EQ(WidestPath<float>::empty_path(), inf);
  EXPECT_EQ(WidestPath<float>::extend(3, 5), 3);
  EXPECT_EQ(MinimaxPath<float>::no_path(), inf);
  EXPECT_EQ(MinimaxPath<float>::empty_path(), -inf);
  EXPECT_EQ(MinimaxPath<float>::extend(3, 5), 5);
  EXPECT_EQ(Reachability::extend(1, 0), 0);
  EXPECT_EQ(Reachability::extend(1, 1), 1);
}

}  // namespace
}  // namespace support
