// Crossings of a country: the corners of a quadtree over places where people live, towns and villages, few of them large, and
// farms in between. So most crossings have three streets, centres are dense and the country is empty.
#pragma once

#include <utility>
#include <vector>

#include "generate/plane.hpp"

namespace warpath::detail {

constexpr int kDepth = 20;                     // of the quadtree, at most
constexpr std::int64_t kRaster = 1 << kDepth;  // its places, across

using Links = std::vector<std::pair<Index, Index>>;

struct Crossings {
  std::vector<Point> points;  // by rows, on a raster of kRaster
  Links links;
};

// For so many people.
Crossings draw_crossings(std::size_t count, Random& random);

// Along Morton's curve: neighbours mostly have neighbouring numbers.
std::uint64_t along_curve(Point p);

}  // namespace warpath::detail
