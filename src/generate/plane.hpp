// Points in the plane, lengths between them, and what hangs together.
#pragma once

#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "generate/kinds.hpp"

namespace warpath::detail {

// Points are whole centimetres, lengths whole micrometres, rounded up. Rounding up keeps the
// triangle inequality: ceil(a) + ceil(b) >= ceil(a + b).
struct Point {
  std::int64_t x = 0;
  std::int64_t y = 0;
};

inline std::uint64_t ceil_sqrt(std::uint64_t x) {
  auto root = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(x)));
  while (root * root < x) ++root;
  while (root > 0 && (root - 1) * (root - 1) >= x) --root;
  return root;
}

inline std::int64_t micrometres(Point a, Point b) {
  const auto dx = static_cast<std::uint64_t>(std::abs(a.x - b.x));
  const auto dy = static_cast<std::uint64_t>(std::abs(a.y - b.y));
  constexpr std::uint64_t per_centimetre = 10'000;
  return static_cast<std::int64_t>(
      ceil_sqrt((dx * dx + dy * dy) * (per_centimetre * per_centimetre)));
}

// A length as a weight in metres, or in whatever else a unit of the weights has.
inline std::int64_t steps(const Draft& draft, std::int64_t length_um,
                          std::int64_t unit_um = 1'000'000) {
  const std::int64_t step = unit_um / draft.unit;
  return (length_um + step - 1) / step;
}

// Roads in int16 are counted in tens of metres, so that large ones stay within the type.
inline std::int64_t road_unit(const Draft& draft) {
  return draft.options.weight == WeightType::int16 ? 10'000'000 : 1'000'000;
}

inline std::vector<Coordinate> to_coordinates(const std::vector<Point>& points) {
  std::vector<Coordinate> result;
  result.reserve(points.size());
  for (const Point p : points) {
    result.push_back({static_cast<double>(p.x) / 100, static_cast<double>(p.y) / 100});
  }
  return result;
}

// Union-find with path halving: enough to ask "would this cut the network?".
class Components {
 public:
  explicit Components(Index n) : parent_(static_cast<std::size_t>(n)) {
    std::iota(parent_.begin(), parent_.end(), Index{0});
  }
  bool join(Index u, Index v) {  // false when they were together already
    u = find(u), v = find(v);
    parent(u) = v;
    return u != v;
  }

 private:
  Index& parent(Index v) { return parent_[static_cast<std::size_t>(v)]; }
  Index find(Index v) {
    while (parent(v) != v) v = parent(v) = parent(parent(v));
    return v;
  }
  std::vector<Index> parent_;
};

}  // namespace warpath::detail
