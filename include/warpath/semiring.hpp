// The algebra of paths. A path extends its weight arc by arc, and of several paths the better is
// kept. Both operations are data, from the list in types.hpp, and what stands for "no path" and for
// the path without arcs follows from them:
//
//                  extend   better     no_path   empty_path
//   shortest path  a + b    smaller    +inf      0
//   widest path    min      larger     -inf      +inf        (the narrowest arc counts)
//   minimax path   max      smaller    +inf      -inf        (the worst arc counts)
//   reachability   both     true       false     true
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>

#include "warpath/types.hpp"

namespace warpath {

namespace detail {
// What becomes of a path's weight and an arc's: the sum, the smaller, the larger, whether both hold.
enum class Extend : std::uint8_t { add, min, max, both };

// Which of two paths is kept.
enum class Better : std::uint8_t { less, greater };

struct Operations {
  Extend extend;
  Better better;
};
constexpr Operations operations_of(SemiringKind kind) {
  switch (kind) {
#define WARPATH_CASE(S, name, word, extend, better) \
  case SemiringKind::name: return {Extend::extend, Better::better};
    WARPATH_EACH_SEMIRING_KIND(WARPATH_CASE)
#undef WARPATH_CASE
  }
  return {};
}

// The ends of the type's range.
template <class T>
constexpr T highest() {
  using Limits = std::numeric_limits<T>;
  return Limits::has_infinity ? Limits::infinity() : Limits::max();
}
template <class T>
constexpr T lowest() {
  using Limits = std::numeric_limits<T>;
  return Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
}
}  // namespace detail

// What says "no arc" and "no path". Integers have no infinity. The stand-in is the end of the type's
// range; where weights are added it is half of that, so that the sum of two never overflows, and
// finite weights and distances must stay below it in magnitude.
template <class T>
constexpr T no_path(SemiringKind semiring = SemiringKind::shortest_path) {
  const detail::Operations operations = detail::operations_of(semiring);
  if (operations.better == detail::Better::greater) return detail::lowest<T>();
  if (operations.extend != detail::Extend::add || !std::integral<T>) return detail::highest<T>();
  return static_cast<T>(std::numeric_limits<T>::max() / 2);
}

// What says that a path can be made shorter than any number, by a negative cycle
// (OnNegativeCycle::mark): -inf, and for integers, which have none, minus their no_path(). No
// distance is as short.
template <class T>
constexpr T unbounded() {
  return static_cast<T>(-no_path<T>());
}

}  // namespace warpath
