#include "cli/shell/utf8.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

#include "io/utf8.hpp"

namespace warpath::cli {
namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";
constexpr std::string_view kEllipsis = "\xe2\x80\xa6";

std::size_t columns_of(std::uint32_t point) {
  using Range = std::pair<std::uint32_t, std::uint32_t>;  // the first and the last
  static constexpr Range none[] = {{0x300, 0x36f},   {0x483, 0x489},   {0x591, 0x5bd},
                                   {0x200b, 0x200f}, {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}};
  static constexpr Range wide[] = {{0x1100, 0x115f},   {0x2e80, 0xa4cf},  {0xac00, 0xd7a3},
                                   {0xf900, 0xfaff},   {0xfe30, 0xfe6f},  {0xff00, 0xff60},
                                   {0x1f300, 0x1faff}, {0x20000, 0x3fffd}};
  const auto holds = [&](const Range& range) {
    return point >= range.first && point <= range.second;
  };
  if (std::any_of(std::begin(none), std::end(none), holds)) return 0;
  return std::any_of(std::begin(wide), std::end(wide), holds) ? 2 : 1;
}

}  // namespace

std::string readable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const io::Character next = io::first_character(text);
    result += next.is_harmless() ? text.substr(0, next.bytes) : kReplacement;
    text.remove_prefix(next.bytes);
  }
  return result;
}

std::size_t columns(std::string_view text) {
  std::size_t sum = 0;
  while (!text.empty()) {
    const io::Character next = io::first_character(text);
    sum += columns_of(next.point);
    text.remove_prefix(next.bytes);
  }
  return sum;
}

std::string fit(std::string_view text, std::size_t most) {
  if (columns(text) <= most) return std::string(text);
  if (most == 0) return {};
  std::string result;
  std::size_t used = 1;  // the ellipsis
  while (!text.empty()) {
    const io::Character next = io::first_character(text);
    used += columns_of(next.point);
    if (used > most) break;
    result += text.substr(0, next.bytes);
    text.remove_prefix(next.bytes);
  }
  result.resize(result.find_last_not_of(' ') + 1);
  return result.append(kEllipsis);
}

std::string brief(std::string_view text) {
  constexpr std::size_t most = 64;
  return fit(readable(text.substr(0, 8 * most)), most);
}

std::string padded(std::string text, std::size_t width) {
  const std::size_t used = columns(text);
  return used < width ? text.append(width - used, ' ') : text;
}

}  // namespace warpath::cli
