// Which arcs best paths can be made of; constexpr, so that device code can call the same function.
#pragma once

#include "core/rounding.hpp"
#include "warpath/semiring.hpp"

namespace warpath::routes {

// What is known about the weights.
struct Signs {
  bool any = false;    // there are negative weights
  double largest = 0;  // in magnitude
};

// Whether an arc of this weight, between two vertices at this distance, can be the last of a best path.
template <class S>
constexpr bool is_wanted(typename S::Weight distance, typename S::Weight weight,
                         const Signs& signs) {
  if (weight == S::no_path()) return false;
  if (!S::is_better(distance, weight)) return true;
  if constexpr (kRounds<S>) {
    // Sums of either sign can be rounded to below each other, all round a cycle: then the arcs that are nearly best are wanted.
    constexpr double kNearly = 0x1p-8;
    const auto d = static_cast<double>(distance);
    return signs.any &&
           static_cast<double>(weight) - d <= kNearly * ((d < 0 ? -d : d) + signs.largest);
  }
  return false;
}

}  // namespace warpath::routes
