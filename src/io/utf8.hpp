// UTF-8, as far as names in files need it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace warpath::io {

// What a text begins with: a well-formed character, or a byte that begins none.
struct Character {
  std::size_t bytes = 1;
  std::uint32_t point = 0;
  bool valid = false;

  // Fit for terminals and XML: no control, and none of those that turn text around or end a line.
  bool is_harmless() const {
    return valid && point >= 0x20 && !(point >= 0x7f && point < 0xa0) &&
           !(point >= 0x2028 && point <= 0x202e) && !(point >= 0x2066 && point <= 0x2069) &&
           (point & 0xfffeU) != 0xfffe;
  }
};

// Of a text that is not empty. Surrogates, overlong spellings and values above 0x10ffff are not
// well-formed.
inline Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t i) -> std::uint32_t {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const std::uint32_t first = byte(0);
  if (first < 0x80) return {1, first, true};
  if (first < 0xc2 || first > 0xf4) return {};
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  std::uint32_t point = first & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0U) != 0x80) return {};
    point = point << 6 | (byte(i) & 0x3fU);
  }
  const std::uint32_t least = length == 4 ? 0x10000 : length == 3 ? 0x800 : 0x80;
  if (point < least || (point >= 0xd800 && point < 0xe000) || point > 0x10ffff) return {};
  return {length, point, true};
}

// The text of one character; empty for what is none.
inline std::string utf8_of(std::uint32_t point) {
  if (point < 0x80) return {static_cast<char>(point)};
  const int more = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
  std::string text{static_cast<char>((0xff00U >> (more + 1) & 0xffU) | point >> 6 * more)};
  for (int i = more - 1; i >= 0; --i) text += static_cast<char>(0x80U | (point >> 6 * i & 0x3fU));
  return point < 0x110000 && first_character(text).valid ? text : std::string();
}

inline bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const Character next = first_character(text);
    if (!next.valid) return false;
    text.remove_prefix(next.bytes);
  }
  return true;
}

inline bool has_controls(std::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
}

}  // namespace warpath::io
