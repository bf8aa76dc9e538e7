// One weight from one type to another, exactly or not at all.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <concepts>
#include <limits>

#include "warpath/error.hpp"
#include "warpath/semiring.hpp"
#include "warpath/types.hpp"

namespace warpath {

// `place` is called for the message: it says which weight this is. Only float64 to float32 may
// round, and then only within range. Infinities stay infinities; integers have none.
template <class To, class From, class Place>
To convert_weight(From weight, const Place& place) {
  if constexpr (std::same_as<To, From>) {
    return weight;
  } else {
    const auto refuse = [&](const char* why) {
      throw Error(
          ErrorCode::bad_input,
          fmt::format("{} is {}, which {} {}", place(), weight, why, to_string(weight_type_of<To>)),
          "choose a weight type that holds every weight of the input");
    };
    if constexpr (std::floating_point<From> && std::integral<To>) {
      if (!(std::trunc(weight) == weight)) refuse("is no whole number and cannot be");
      // 2^digits is exact in every float type; the largest integer itself may not be.
      const From limit = std::ldexp(From{1}, std::numeric_limits<To>::digits);
      if (weight < -limit || weight >= limit) refuse("does not fit");
    } else if constexpr (std::floating_point<From>) {
      if (std::isfinite(weight) && !std::isfinite(static_cast<To>(weight))) refuse("does not fit");
    } else if constexpr (std::integral<To>) {
      if (static_cast<From>(static_cast<To>(weight)) != weight) refuse("does not fit");
    } else {
      // The largest integer may be rounded to one more, which is none of From.
      const auto rounded = static_cast<To>(weight);
      const To limit = std::ldexp(To{1}, std::numeric_limits<From>::digits);
      if (!(rounded < limit) || static_cast<From>(rounded) != weight) {
        refuse("cannot be represented exactly by");
      }
    }
    return static_cast<To>(weight);
  }
}

// A weight in S's type. Integers in the range of "no path" are refused: they would vanish.
template <class S, class From, class Place>
typename S::Weight to_weight(From weight, const Place& place) {
  using T = typename S::Weight;
  const T converted = convert_weight<T>(weight, place);
  if constexpr (S::adds && std::integral<T>) {
    if (converted >= S::no_path() || converted <= -S::no_path()) {
      throw Error(ErrorCode::bad_input,
                  fmt::format("{} is {}, outside {} .. {} of {} weights", place(), weight,
                              1 - S::no_path(), S::no_path() - 1, to_string(weight_type_of<T>)),
                  "use a wider weight type");
    }
  }
  return converted;
}

}  // namespace warpath
