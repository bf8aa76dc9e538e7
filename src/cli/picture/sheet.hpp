// The sheet that a picture is drawn on: its size and colours, SVG as text, and where things lie.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <string>

#include <fmt/format.h>

#include "cli/picture/label_places.hpp"
#include "warpath/graph.hpp"

namespace warpath::cli {

inline constexpr double kWidth = 1000;
inline constexpr double kMargin = 48;
inline constexpr double kLowest = 400;
inline constexpr double kHighest = 1400;
inline constexpr double kHead = 124;  // above the network, with the title

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

// A short line to the right.
inline std::string stroke(const Point& from, const char* colour, double width) {
  return fmt::format(
      "<path d=\"M{} {}H{}\" stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\"/>\n",
      px(from.x), px(from.y), px(from.x + 24), colour, px(width));
}

// From coordinates to pixels: as large as fits, in the middle, y upwards.
class Frame {
 public:
  explicit Frame(std::span<const Coordinate> places) {
    constexpr auto infinity = std::numeric_limits<double>::infinity();
    double left = infinity, bottom = infinity, right = -infinity, top = -infinity;
    for (const Coordinate& place : places) {
      left = std::min(left, place.x);
      right = std::max(right, place.x);
      bottom = std::min(bottom, place.y);
      top = std::max(top, place.y);
    }
    // Wider than double, where the difference of two large coordinates is no infinity.
    const long double wide = static_cast<long double>(right) - left;
    const long double high = static_cast<long double>(top) - bottom;
    const double inner = kWidth - 2 * kMargin;
    const double wanted = wide > 0 ? static_cast<double>(inner * (high / wide)) : kHighest;
    height_ = std::clamp(high > 0 ? std::ceil(kHead + wanted + kMargin) : 0, kLowest, kHighest);
    const double inner_height = height_ - kHead - kMargin;
    if (wide > 0) scale_ = inner / wide;
    if (high > 0) scale_ = wide > 0 ? std::min(scale_, inner_height / high) : inner_height / high;
    middle_x_ = left + wide / 2;
    middle_y_ = bottom + high / 2;
    centre_ = {kWidth / 2, kHead + inner_height / 2};
  }

  double height() const { return height_; }

  Point operator()(const Coordinate& place) const {
    return {centre_.x + static_cast<double>((place.x - middle_x_) * scale_),
            centre_.y - static_cast<double>((place.y - middle_y_) * scale_)};
  }

 private:
  double height_ = 0;
  long double scale_ = 0;  // 0 when all places are one
  long double middle_x_ = 0, middle_y_ = 0;
  Point centre_;
};

// A line between two points in tenths of a pixel, rounded to so many of them, in one number; the
// same for both directions.
inline std::uint64_t pack(const Point& a, const Point& b, int tenths) {
  const auto round = [tenths](double value) {
    return static_cast<std::uint64_t>(std::lround(value * 10 / tenths) * tenths);
  };
  const auto point = [&](const Point& p) { return round(p.x) << 16 | round(p.y); };
  const auto [low, high] = std::minmax({point(a), point(b)});
  return low << 32 | high;
}

inline Point unpack(std::uint64_t packed) {
  return {static_cast<double>(packed >> 16 & 0xffffU) / 10,
          static_cast<double>(packed & 0xffffU) / 10};
}

inline double length_of(std::uint64_t line) {
  const Point a = unpack(line >> 32);
  const Point b = unpack(line);
  return std::hypot(a.x - b.x, a.y - b.y);
}

}  // namespace warpath::cli
