// Which arcs best paths can be made of; constexpr, so that device code can call the same function.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>

#include "warpath/semiring.hpp"

namespace warpath::routes {

// What is known about the weights.
struct Signs {
  bool any = false;    // there are negative weights
  double largest = 0;  // in magnitude
};

// Whether an arc is a best path itself. Floats: but for what rounding once may have made of another
// path; else every other straight line in the plane would have to go by way of points that lie
// nearly on it.
template <class T>
constexpr bool is_best_path(SemiringKind kind, T weight, T distance) {
  const bool keeps_less = detail::operations_of(kind).better == detail::Better::less;
  if (keeps_less ? !(distance < weight) : !(distance > weight)) return true;
  if constexpr (std::floating_point<T>) {
    if (kind != SemiringKind::shortest_path) return false;
    const T magnitude = distance < 0 ? -distance : distance;
    return weight - distance <= 2 * std::numeric_limits<T>::epsilon() * magnitude;
  }
  return false;
}

// Whether an arc of this weight, between two vertices at this distance, can be the last of a best
// path.
template <class T>
constexpr bool is_wanted(SemiringKind kind, T distance, T weight, const Signs& signs) {
  if (weight == no_path<T>(kind)) return false;
  if (is_best_path(kind, weight, distance)) return true;
  if constexpr (std::floating_point<T>) {
    // Sums of either sign can be rounded to below each other, all round a cycle: then the arcs that
    // are nearly best are wanted.
    constexpr double kNearly = 0x1p-8;
    const auto d = static_cast<double>(distance);
    return kind == SemiringKind::shortest_path && signs.any &&
           static_cast<double>(weight) - d <= kNearly * ((d < 0 ? -d : d) + signs.largest);
  }
  return false;
}

// Which of two arcs into a vertex is taken where either can be the last of a best path. Shortest
// paths: arcs that weigh more than 0, so that routes lead on, the lightest of them; bottlenecks:
// the best arc. Else the one from the smaller vertex.
//
// What is taken so is a best path itself, so it does not matter whether the others have been left
// out. Bottlenecks: beside an arc that is none there is a path of better arcs, and the last of them
// would have been taken.
template <class T>
constexpr bool comes_first(SemiringKind kind, T weight, std::int32_t from, T other,
                           std::int32_t other_from) {
  if (kind == SemiringKind::shortest_path) {
    const bool leads_on = weight > 0;
    if (leads_on != (other > 0)) return leads_on;
    return leads_on && weight != other ? weight < other : from < other_from;
  }
  if (weight == other) return from < other_from;
  return (weight < other) == (kind == SemiringKind::minimax_path);
}

// The largest weight of a link that can end a path of this distance, when no other vertex is closer
// to the source than `nearest`. With room for rounding.
template <class T>
constexpr T most_weight(T distance, T nearest) {
  if constexpr (std::floating_point<T>) {
    const T magnitude = (distance < 0 ? -distance : distance) + (nearest < 0 ? -nearest : nearest);
    return distance - nearest + magnitude * T{0x1p-18};
  }
  return static_cast<T>(distance - nearest);
}

}  // namespace warpath::routes
