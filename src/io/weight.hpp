// Numbers as they are read, and whether a weight type holds them.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

#include <fmt/format.h>

#include "warpath/semiring.hpp"
#include "warpath/types.hpp"

namespace warpath::io {

// A number, and what its spelling says about the type that holds it.
struct Number {
  double value = 0;
  bool whole = false;  // written without point and exponent
  std::int16_t rest =
      0;           // what `value` lacks of a whole number below 2^63 that doubles do not hold
  int digits = 0;  // significant ones, not fewer than there are; none in 0
};

// Whether a number was written as one that is not 0, however small.
inline bool is_nonzero(const Number& number) {
  return number.value != 0 || (!number.whole && number.digits > 0);
}

// What an arc weighs where nothing is said.
inline constexpr Number kOne{.value = 1, .whole = true, .digits = 1};

inline std::int16_t rest_of(std::int64_t exact, double value) {
  return static_cast<std::int16_t>(exact - static_cast<std::int64_t>(value));
}

// A cell of a matrix.
template <class Cell>
Number number_of(Cell cell) {
  Number number{.value = static_cast<double>(cell), .whole = std::is_integral_v<Cell>};
  if constexpr (std::is_integral_v<Cell> && sizeof(Cell) == 8) {
    if (std::abs(number.value) < 0x1p63) {
      number.rest = rest_of(static_cast<std::int64_t>(cell), number.value);
    }
  }
  return number;
}

// What T makes of a number that it holds.
template <class T>
T weight_of(const Number& number) {
  if constexpr (std::is_integral_v<T> && sizeof(T) == 8) {
    return static_cast<T>(number.value) + number.rest;
  } else {
    return static_cast<T>(number.value);
  }
}

// Empty when T holds the finite number; else what was expected. Reals may be rounded to a float;
// everything else must be exact. Nothing but 0 becomes 0.
template <class T>
std::string objection(const Number& number) {
  const double size = std::abs(number.value);
  const auto type = to_string(weight_type_of<T>);
  if constexpr (std::is_floating_point_v<T>) {
    if (static_cast<T>(number.value) == 0 && is_nonzero(number)) {
      return fmt::format("0, or a weight that {} can tell from it (from {:.2g} on)", type,
                         std::numeric_limits<T>::denorm_min());
    }
    // Written short, a float's largest value is a bit more than that; what is rounded to it fits.
    if (std::is_same_v<T, float> && size >= 0x1.ffffffp127) {
      return fmt::format("a weight within the range of {}", type);
    }
    constexpr double limit = std::is_same_v<T, float> ? 0x1p24 : 0x1p53;
    // Beyond 2^53 the double may be a rounded whole number itself.
    const bool rounds = size > limit && (size > 0x1p53 || static_cast<T>(size) != size);
    if (number.whole && (rounds || number.rest != 0)) {
      return fmt::format("a whole number that {} holds exactly (up to {:.0f} all are)", type,
                         limit);
    }
  } else {
    constexpr T limit = no_path<T>();
    bool fits = size < static_cast<double>(limit) && number.value == std::trunc(number.value) &&
                (number.value != 0 || !is_nonzero(number));
    if (sizeof(T) == 8 && number.rest != 0 && size < 0x1p63) {
      fits = weight_of<T>(number) < limit && weight_of<T>(number) > -limit;
    }
    if (!fits)
      return fmt::format("a whole weight from {} to {} for {}", 1 - limit, limit - 1, type);
  }
  return {};
}

}  // namespace warpath::io
