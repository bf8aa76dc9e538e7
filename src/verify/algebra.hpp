// The algebra of paths once more, on purpose: an identity that the proof shared with the solvers
// could be wrong in both. Sums are taken in double or in wide integers, where those of float32 and
// of all integers are exact.
#pragma once

#include <concepts>
#include <limits>
#include <type_traits>

#include "base/wide_integer.hpp"
#include "numerics/rules.hpp"

namespace warpath::verify {

template <class T>
struct ProofAlgebra {
  using W = std::conditional_t<std::is_floating_point_v<T>, double, WideInteger<T>>;

  // What cells say is part of the contract of the data, so taken from where that is written down;
  // what the rules know of operations is not.
  explicit ProofAlgebra(const Rules<T>& rules)
      : kind(rules.kind), none(rules.no_path), start(rules.empty_path) {}

  SemiringKind kind;
  T none;
  T start;
  bool adds = kind == SemiringKind::shortest_path;

  // Larger is better for widest paths and reachability.
  bool upward = kind == SemiringKind::widest_path || kind == SemiringKind::reachability;

  W extend(W path, W arc) const {
    if (adds) return path + arc;
    if (upward) return path < arc ? path : arc;
    return path < arc ? arc : path;
  }
  bool better(W a, W b) const { return upward ? a > b : a < b; }

  bool is_unbounded(T value) const { return adds && value == static_cast<T>(-none); }

  // Whether a cell can be a distance, no path or unbounded.
  bool is_value(T value) const {
    if constexpr (std::floating_point<T>) return value == value;
    if (adds) return value >= -none && value <= none;
    return kind != SemiringKind::reachability || value <= 1;
  }
  // As readers of a report expect it.
  double readable(T value) const {
    constexpr double inf = std::numeric_limits<double>::infinity();
    if (kind == SemiringKind::reachability) return static_cast<double>(value);
    if (value == none) return upward ? -inf : inf;
    if (is_unbounded(value)) return -inf;
    if (!adds && value == start) return upward ? inf : -inf;
    return static_cast<double>(value);
  }
};

// u: half the distance from 1 to the next number.
template <class T>
inline constexpr double kUnit = std::is_same_v<T, float>    ? 0x1p-24
                                : std::is_same_v<T, double> ? 0x1p-53
                                                            : 0;

}  // namespace warpath::verify
