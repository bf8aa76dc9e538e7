// One weight from one type to another, exactly or not at all.
#pragma once

#include <cmath>
#include <concepts>
#include <limits>
#include <string>

#include "numerics/rules.hpp"

namespace warpath {

// Error bad_input: `place` is the weight, which the type cannot hold, and `why`.
template <class From>
[[noreturn]] void refuse_conversion(const std::string& place, From weight, const char* why,
                                    WeightType to);

// The same for a whole number in the range of "no path".
template <class From>
[[noreturn]] void refuse_range(const std::string& place, From weight, Index no_path, WeightType to);

// A weight in T. `place` is called for the message: it says which weight this is. Only float64 to
// float32 may round, and then only within range and never to 0. Infinities stay infinities; integers
// have none, and those in the range of "no path" are refused: they would vanish.
template <class T, class From, class Place>
T to_weight(From weight, const Rules<T>& rules, const Place& place) {
  const auto refuse = [&](const char* why) {
    refuse_conversion(place(), weight, why, weight_type_of<T>);
  };
  if constexpr (std::floating_point<From> && std::integral<T>) {
    if (!(std::trunc(weight) == weight)) refuse("is no whole number and cannot be");
    // 2^digits is exact in every float type; the largest integer itself may not be.
    const From limit = std::ldexp(From{1}, std::numeric_limits<T>::digits);
    if (weight < -limit || weight >= limit) refuse("does not fit");
  } else if constexpr (std::floating_point<From>) {
    const T rounded = static_cast<T>(weight);
    if (std::isfinite(weight) && !std::isfinite(rounded)) refuse("does not fit");
    if (weight != 0 && rounded == 0) refuse("would become 0 in");
  } else if constexpr (std::integral<T>) {
    if (static_cast<From>(static_cast<T>(weight)) != weight) refuse("does not fit");
  } else {
    // The largest integer may be rounded to one more, which is none of From.
    const auto rounded = static_cast<T>(weight);
    const T limit = std::ldexp(T{1}, std::numeric_limits<From>::digits);
    if (!(rounded < limit) || static_cast<From>(rounded) != weight) {
      refuse("cannot be represented exactly by");
    }
  }
  const T converted = static_cast<T>(weight);
  if constexpr (std::integral<T>) {
    if (rules.adds && (converted >= rules.no_path || converted <= -rules.no_path)) {
      refuse_range(place(), weight, rules.no_path, weight_type_of<T>);
    }
  }
  return converted;
}

}  // namespace warpath
