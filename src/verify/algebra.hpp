// The algebra of paths once more, on purpose: an identity that the proof shared with the solvers
// could be wrong in both. Sums are taken in double or in wide integers, where those of float32 and
// of all integers are exact.
#pragma once

#include <concepts>
#include <limits>
#include <type_traits>

#include "base/wide_integer.hpp"
#include "warpath/semiring.hpp"
#include "warpath/types.hpp"

namespace warpath::verify {

constexpr std::size_t at(Index i) { return static_cast<std::size_t>(i); }

template <class S>
struct ProofAlgebra {
  using T = typename S::Weight;
  using W = std::conditional_t<std::is_floating_point_v<T>, double, WideInteger<T>>;
  static constexpr SemiringKind kind = S::kind;
  static constexpr bool adds = kind == SemiringKind::shortest_path;

  // Larger is better for widest paths and reachability.
  static constexpr bool upward =
      kind == SemiringKind::widest_path || kind == SemiringKind::reachability;

  // What cells say is part of the contract of the data, so taken from where that is written down.
  static constexpr T none() { return S::no_path(); }
  static constexpr T start() { return S::empty_path(); }

  static constexpr W extend(W path, W arc) {
    if constexpr (adds) return path + arc;
    if constexpr (upward) return path < arc ? path : arc;
    return path < arc ? arc : path;
  }
  static constexpr bool better(W a, W b) { return upward ? a > b : a < b; }

  static constexpr bool is_unbounded(T value) {
    if constexpr (adds) return value == static_cast<T>(-none());
    return false;
  }
  // Whether a cell can be a distance, no path or unbounded.
  static constexpr bool is_value(T value) {
    if constexpr (std::floating_point<T>) return value == value;
    if constexpr (adds) return value >= -none() && value <= none();
    if constexpr (kind == SemiringKind::reachability) return value <= 1;
    return true;
  }
  // As readers of a report expect it.
  static double readable(T value) {
    constexpr double inf = std::numeric_limits<double>::infinity();
    if constexpr (kind == SemiringKind::reachability) return value;
    if (value == none()) return upward ? -inf : inf;
    if (is_unbounded(value)) return -inf;
    if (!adds && value == start()) return upward ? inf : -inf;
    return static_cast<double>(value);
  }
};

// u: half the distance from 1 to the next number.
template <class T>
inline constexpr double kUnit = std::is_same_v<T, float>    ? 0x1p-24
                                : std::is_same_v<T, double> ? 0x1p-53
                                                            : 0;

}  // namespace warpath::verify
