// The compiled combinations of semiring and weight type, and the way from a family's graph to a
// matrix of weights and to the matrix of distances that must come out.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "base/dispatch.hpp"
#include "base/semiring.hpp"
#include "oracle/oracle.hpp"
#include "support/families.hpp"

namespace support {

using warpath::Index;

// All of them. A test that walks this list misses none.
template <class F>
void for_each_combination(F&& f) {
  using namespace warpath;
#define WARPATH_CALL(S) f.template operator()<S>();
  WARPATH_EACH_SEMIRING(WARPATH_CALL)
#undef WARPATH_CALL
}

// Shortest paths in every type that arcs have.
template <class F>
void for_each_weight(F&& f) {
#define WARPATH_CALL(T, name) f.template operator()<warpath::ShortestPath<T>>();
  WARPATH_EACH_ARC_WEIGHT(WARPATH_CALL)
#undef WARPATH_CALL
}

// The types themselves, and those of them that are integers.
template <class F>
void for_each_arc_type(F&& f) {
  for_each_weight([&]<class S>() { f.template operator()<typename S::Weight>(); });
}
template <class F>
void for_each_integer_type(F&& f) {
  for_each_arc_type([&]<class T>() {
    if constexpr (std::is_integral_v<T>) f.template operator()<T>();
  });
}

// "shortest-path float32"
template <class S>
std::string name_of() {
  return std::string(to_string(S::kind)) + " " +
         std::string(to_string(warpath::weight_type_of<typename S::Weight>));
}

template <class S>
inline constexpr bool is_shortest = S::kind == warpath::SemiringKind::shortest_path;

// Whole numbers below this are weights that the combination can hold and add exactly, as the oracle
// can, which counts in doubles.
template <class S>
double limit_of() {
  using T = typename S::Weight;
  if constexpr (std::is_floating_point_v<T>) {
    return std::ldexp(1.0, std::numeric_limits<T>::digits);
  } else if constexpr (is_shortest<S>) {
    return std::min(static_cast<double>(S::no_path()), 0x1p53);
  } else {
    return std::numeric_limits<std::int16_t>::max();
  }
}

// The right answers for one graph, found when asked for and kept.
class Truth {
 public:
  explicit Truth(Weights arcs) : arcs_(std::move(arcs)) {}
  const Weights& arcs() const { return arcs_; }
  std::size_t n() const { return arcs_.n(); }

  const oracle::Answer<double>& shortest() {
    if (!shortest_) shortest_ = oracle::floyd_warshall(arcs_);
    return *shortest_;
  }
  const Weights& widest() {
    if (!widest_) widest_ = oracle::widest(arcs_);
    return *widest_;
  }
  const Weights& minimax() {
    if (!minimax_) minimax_ = oracle::minimax(arcs_);
    return *minimax_;
  }
  const oracle::Table<std::uint8_t>& reachable() {
    if (!reachable_) reachable_ = oracle::reachable(arcs_);
    return *reachable_;
  }

 private:
  Weights arcs_;
  std::optional<oracle::Answer<double>> shortest_;
  std::optional<Weights> widest_, minimax_;
  std::optional<oracle::Table<std::uint8_t>> reachable_;
};

// Row-major, without gaps.
template <class T>
using Cells = std::vector<T>;

template <class S>
Cells<typename S::Weight> to_cells(const Weights& arcs) {
  using T = typename S::Weight;
  const std::size_t n = arcs.n();
  Cells<T> cells(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const bool arc = arcs(i, j) != oracle::absent<double>();
      if constexpr (S::kind == warpath::SemiringKind::reachability) {
        cells[i * n + j] = arc ? 1 : 0;
      } else {
        cells[i * n + j] = arc ? static_cast<T>(arcs(i, j)) : S::no_path();
      }
    }
  }
  return cells;
}

// Not to be asked for shortest paths where there is a negative cycle.
template <class S>
Cells<typename S::Weight> expected(Truth& truth) {
  using warpath::SemiringKind;
  const std::size_t n = truth.n();
  if constexpr (S::kind == SemiringKind::reachability) {
    Cells<std::uint8_t> cells(n * n);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) cells[i * n + j] = truth.reachable()(i, j);
    }
    return cells;
  } else {
    auto cells = to_cells<S>(is_shortest<S>                         ? truth.shortest().best
                             : S::kind == SemiringKind::widest_path ? truth.widest()
                                                                    : truth.minimax());
    for (std::size_t i = 0; i < n; ++i) cells[i * n + i] = S::empty_path();
    return cells;
  }
}

template <class T>
bool same_bits(const T& a, const T& b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

// Success, or the first cell whose bits differ and how many do.
template <class T>
testing::AssertionResult matches(const Cells<T>& want, const Cells<T>& got, std::size_t n) {
  std::size_t wrong = 0;
  testing::AssertionResult result = testing::AssertionFailure();
  for (std::size_t at = 0; at < n * n; ++at) {
    if (same_bits(got[at], want[at]) || wrong++ > 0) continue;
    result << "cell (" << at / n << ", " << at % n << ") is " << +got[at] << ", should be "
           << +want[at];
  }
  if (wrong == 0) return testing::AssertionSuccess();
  return result << " (and " << wrong - 1 << " more of " << n * n << ")";
}

}  // namespace support
