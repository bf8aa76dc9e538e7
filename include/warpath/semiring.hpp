// The algebra of paths. A path extends its weight arc by arc, and of several paths the better is
// kept. Both operations are data, from the list in types.hpp, and what stands for "no path" and for
// the path without arcs follows from them:
//
//                  extend   better     no_path   empty_path
//   shortest path  a + b    smaller    +inf      0
//   widest path    min      larger     -inf      +inf        (the narrowest arc counts)
//   minimax path   max      smaller    +inf      -inf        (the worst arc counts)
//   reachability   both     true       false     true
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

// What becomes of a path's weight and an arc's: the sum, the smaller, the larger, whether both hold.
enum class Extend : std::uint8_t { add, min, max, both };

// Which of two paths is kept.
enum class Better : std::uint8_t { less, greater };

namespace detail {
struct Operations {
  Extend extend;
  Better better;
};
#define WARPATH_OPERATIONS(S, name, word, extend, better) {Extend::extend, Better::better},
inline constexpr Operations kOperations[] = {WARPATH_EACH_SEMIRING_KIND(WARPATH_OPERATIONS)};
#undef WARPATH_OPERATIONS
}  // namespace detail

// Integers have no infinity. The stand-in is the end of the type's range; where weights are added it
// is half of that, so that the sum of two never overflows, and finite weights and distances must stay
// below it in magnitude.
template <class T, SemiringKind semiring>
struct Semiring {
  using Weight = T;
  using Limits = std::numeric_limits<T>;
  static constexpr SemiringKind kind = semiring;
  static constexpr Extend extends_by = detail::kOperations[static_cast<int>(kind)].extend;
  static constexpr Better keeps = detail::kOperations[static_cast<int>(kind)].better;
  static constexpr bool adds = extends_by == Extend::add;

  static constexpr T no_path() {
    if constexpr (keeps == Better::greater) return lowest();
    if constexpr (adds && std::integral<T>) return static_cast<T>(Limits::max() / 2);
    return highest();
  }
  static constexpr T empty_path() {
    if constexpr (adds) return T{0};
    if constexpr (extends_by == Extend::both) return T{1};
    return extends_by == Extend::min ? highest() : lowest();
  }
  static constexpr T extend(T a, T b) {
    if constexpr (adds) return static_cast<T>(a + b);
    if constexpr (extends_by == Extend::min) return b < a ? b : a;
    if constexpr (extends_by == Extend::max) return a < b ? b : a;
    if constexpr (extends_by == Extend::both) return static_cast<T>(a & b);
  }
  static constexpr bool is_better(T a, T b) { return keeps == Better::less ? a < b : a > b; }

  // The ends of the type's range.
  static constexpr T highest() { return Limits::has_infinity ? Limits::infinity() : Limits::max(); }
  static constexpr T lowest() {
    return Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
  }
};

#define WARPATH_SEMIRING(S, name, word, extend, better) \
  template <class T>                                    \
  struct S : Semiring<T, SemiringKind::name> {};
WARPATH_EACH_PATH_SEMIRING(WARPATH_SEMIRING)
#undef WARPATH_SEMIRING

struct Reachability : Semiring<std::uint8_t, SemiringKind::reachability> {};

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
#define WARPATH_CASE(S, name, word, extend, better) \
  case SemiringKind::name: return S<T>::no_path();
      WARPATH_EACH_PATH_SEMIRING(WARPATH_CASE)
#undef WARPATH_CASE
      default: return ShortestPath<T>::no_path();
    }
  }
}

}  // namespace warpath
