// The algebra of paths. A path extends its weight arc by arc, and of several paths the best is
// kept:
//
//                    extend   better     no_path   empty_path
//   shortest path    a + b    smaller    +inf      0
//   widest path      min      larger     -inf      +inf        (the narrowest arc counts)
//   minimax path     max      smaller    +inf      -inf        (the worst arc counts)
//   reachability     and      true       false     true
//
// Laws that every kernel relies on, tested on hostile values: extend is associative and monotone,
// empty_path is its identity, no_path absorbs (extending it is never better than no_path itself),
// choosing the better is associative, commutative and idempotent, and no cycle improves on
// empty_path (for shortest paths that is the absence of negative cycles).
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "warpath/types.hpp"

namespace warpath {

// Integers have no infinity. The stand-in is half the type's range, so that the sum of two never
// overflows; finite weights and distances must stay below it in magnitude.
template <class T>
struct ShortestPath {
  using Weight = T;
  static constexpr SemiringKind kind = SemiringKind::shortest_path;
  static constexpr T no_path() {
    if constexpr (std::floating_point<T>) return std::numeric_limits<T>::infinity();
    return static_cast<T>(std::numeric_limits<T>::max() / 2);
  }
  static constexpr T empty_path() { return T{0}; }
  static constexpr T extend(T a, T b) { return static_cast<T>(a + b); }
  static constexpr bool is_better(T a, T b) { return a < b; }
};

template <class T>
struct WidestPath {
  using Weight = T;
  static constexpr SemiringKind kind = SemiringKind::widest_path;
  static constexpr T no_path() {
    if constexpr (std::floating_point<T>) return -std::numeric_limits<T>::infinity();
    return std::numeric_limits<T>::lowest();
  }
  static constexpr T empty_path() {
    if constexpr (std::floating_point<T>) return std::numeric_limits<T>::infinity();
    return std::numeric_limits<T>::max();
  }
  static constexpr T extend(T a, T b) { return b < a ? b : a; }
  static constexpr bool is_better(T a, T b) { return a > b; }
};

template <class T>
struct MinimaxPath {
  using Weight = T;
  static constexpr SemiringKind kind = SemiringKind::minimax_path;
  static constexpr T no_path() { return WidestPath<T>::empty_path(); }
  static constexpr T empty_path() { return WidestPath<T>::no_path(); }
  static constexpr T extend(T a, T b) { return a < b ? b : a; }
  static constexpr bool is_better(T a, T b) { return a < b; }
};

struct Reachability {
  using Weight = std::uint8_t;
  static constexpr SemiringKind kind = SemiringKind::reachability;
  static constexpr Weight no_path() { return 0; }
  static constexpr Weight empty_path() { return 1; }
  static constexpr Weight extend(Weight a, Weight b) { return a & b; }
  static constexpr bool is_better(Weight a, Weight b) { return a > b; }
};

// The weight that says "no arc" and "no path" when shortest paths are asked for.
template <class T>
constexpr T no_path() {
  return ShortestPath<T>::no_path();
}

// What says that a path can be made shorter than any number, by a negative cycle (OnNegativeCycle::mark): -inf, and for
// integers, which have none, minus their no_path(). No distance is as short.
template <class T>
constexpr T unbounded() {
  return static_cast<T>(-no_path<T>());
}

// no_path() where the semiring is known only at run time; uint8_t is reachability's.
template <class T>
constexpr T no_path(SemiringKind semiring) {
  if constexpr (std::is_same_v<T, std::uint8_t>) {
    return Reachability::no_path();
  } else {
    switch (semiring) {
      case SemiringKind::widest_path: return WidestPath<T>::no_path();
      case SemiringKind::minimax_path: return MinimaxPath<T>::no_path();
      default: return ShortestPath<T>::no_path();
    }
  }
}

}  // namespace warpath
