// Whether a weight type holds a number.
#pragma once

#include <cmath>
#include <limits>
#include <string>
#include <type_traits>

#include <fmt/format.h>

#include "warpath/semiring.hpp"
#include "warpath/types.hpp"

namespace warpath::io {

// Empty when T holds the finite `value`; else what was expected. Reals may be rounded to a float;
// everything else must be exact. `whole` says that the value was meant as a whole number.
template <class T>
std::string objection(double value, bool whole) {
  const double size = std::abs(value);
  const auto type = to_string(weight_type_of<T>);
  if constexpr (std::is_floating_point_v<T>) {
    // Written short, a float's largest value is a bit more than that; what is rounded to it fits.
    if (std::is_same_v<T, float> && size >= 0x1.ffffffp127) {
      return fmt::format("a weight within the range of {}", type);
    }
    // Beyond 2^53 the double may be a rounded whole number itself.
    constexpr double limit = std::is_same_v<T, float> ? 0x1p24 : 0x1p53;
    if (whole && size > limit &&
        (size > 0x1p53 || static_cast<double>(static_cast<T>(value)) != value)) {
      return fmt::format("a whole number that {} holds exactly (up to {:.0f} all are)", type,
                         limit);
    }
  } else {
    constexpr double limit = no_path<T>() - 1;
    if (!(size <= limit) || value != std::trunc(value)) {
      return fmt::format("a whole weight from {:.0f} to {:.0f} for {}", -limit, limit, type);
    }
  }
  return {};
}

}  // namespace warpath::io
