// Numbers as text.
#pragma once

#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <type_traits>

namespace warpath::io {

// As short as it can be while reading it back gives the same number.
template <class T>
void append_number(std::string& text, T number) {
  std::array<char, 32> digits;
  char* const first = digits.data();
  char* const last = first + digits.size();
  if constexpr (std::is_floating_point_v<T>) {
    // Without an exponent a large number would be read as a whole one, which must be exact.
    if (std::abs(number) >= T{0x1p53}) {
      text.append(first, std::to_chars(first, last, number, std::chars_format::scientific).ptr);
      return;
    }
  }
  text.append(first, std::to_chars(first, last, number).ptr);
}

}  // namespace warpath::io
