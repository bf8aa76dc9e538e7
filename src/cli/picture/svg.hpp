// What the parts of a picture share: its colours, and SVG as text.
#pragma once

#include <cmath>
#include <string>

#include <fmt/format.h>

#include "cli/picture/label_places.hpp"

namespace warpath::cli {

inline constexpr double kWidth = 1000;
inline constexpr double kMargin = 48;

inline constexpr const char* kPaper = "#ffffff";
inline constexpr const char* kBorder = "#d0d7de";
inline constexpr const char* kInk = "#1d2b3a";
inline constexpr const char* kFaintInk = "#55667a";
inline constexpr const char* kArcs = "#a3b6c9";
inline constexpr const char* kDots = "#8fa4b8";
inline constexpr const char* kRoute = "#d62f4b";

inline std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '"': result += "&quot;"; break;
      default: result += c;
    }
  }
  return result;
}

// 12.3, and 12 rather than 12.0: there may be millions of them.
inline std::string px(double value) {
  const auto tenths = std::lround(value * 10);
  return tenths % 10 == 0 ? fmt::format("{}", tenths / 10)
                          : fmt::format("{}.{}", tenths / 10, tenths % 10);
}

inline std::string circle(const Point& centre, double radius, const char* fill, const char* stroke,
                          double width) {
  return fmt::format(
      "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"{}\"/>\n",
      px(centre.x), px(centre.y), px(radius), fill, stroke, px(width));
}

// What the marks in a picture mean, at its top right, beginning right of `left`, where the subtitle
// ends; less of it where there is little room.
std::string legend(double left, bool has_route, bool has_end);

}  // namespace warpath::cli
