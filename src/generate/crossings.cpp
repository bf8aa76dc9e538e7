#include "generate/crossings.hpp"

#include <algorithm>
#include <utility>

namespace warpath::detail {
namespace {

constexpr std::uint64_t spread(std::uint64_t x) {
  std::uint64_t bits = 0;
  for (int b = 0; b <= kDepth; ++b) bits |= (x >> b & 1) << (2 * b);
  return bits;
}
}  // namespace

std::uint64_t along_curve(Point p) {
  return spread(static_cast<std::uint64_t>(p.x)) | spread(static_cast<std::uint64_t>(p.y)) << 1;
}

namespace {

// Where `count` people live: two of three in towns, the k-th of which has a k-th of the largest's.
std::vector<std::uint64_t> people(std::size_t count, Random& random) {
  const auto towns = static_cast<std::uint64_t>(1 + count / 300);
  std::vector<Point> centre(towns);
  constexpr std::int64_t kEdge = kRaster / 8;
  for (Point& p : centre) {
    p = {random.between(kEdge, kRaster - kEdge), random.between(kEdge, kRaster - kEdge)};
  }
  const auto anywhere = [&](std::int64_t middle, std::int64_t reach) {
    // Denser towards the middle.
    const std::int64_t x =
        middle + (random.between(-reach, reach) + random.between(-reach, reach)) / 2;
    return std::clamp<std::int64_t>(x, 0, kRaster - 1);
  };
  std::vector<std::uint64_t> homes;
  homes.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (i % 3 == 0) {
      homes.push_back(
          along_curve({random.between(0, kRaster - 1), random.between(0, kRaster - 1)}));
      continue;
    }
    const std::uint64_t k = random.below(1 + random.below(towns));
    const auto reach = kRaster / static_cast<std::int64_t>(8 * ceil_sqrt(k + 1));
    homes.push_back(along_curve({anywhere(centre[k].x, reach), anywhere(centre[k].y, reach)}));
  }
  std::sort(homes.begin(), homes.end());
  return homes;
}

struct Cell {
  Point corner;
  std::int64_t side;
};

// Cells with three people at most.
std::vector<Cell> cells_of(const std::vector<std::uint64_t>& homes) {
  constexpr std::ptrdiff_t kPeople = 3;
  struct Part {
    Cell cell;
    std::uint64_t code;  // of its first place on the curve
  };
  std::vector<Cell> leaves;
  std::vector<Part> open{{{{0, 0}, kRaster}, 0}};
  while (!open.empty()) {
    const auto [cell, code] = open.back();
    open.pop_back();
    const auto area = static_cast<std::uint64_t>(cell.side) * static_cast<std::uint64_t>(cell.side);
    const auto first = std::lower_bound(homes.begin(), homes.end(), code);
    const auto last = std::lower_bound(first, homes.end(), code + area);
    if (last - first <= kPeople || cell.side == 1) {
      leaves.push_back(cell);
      continue;
    }
    const std::int64_t half = cell.side / 2;
    for (std::uint64_t quarter = 0; quarter < 4; ++quarter) {
      const auto right = static_cast<std::int64_t>(quarter % 2) * half;
      const auto up = static_cast<std::int64_t>(quarter / 2) * half;
      open.push_back(
          {{{cell.corner.x + right, cell.corner.y + up}, half}, code + quarter * area / 4});
    }
  }
  return leaves;
}

// Corners of cells, and the pieces of their sides.
Crossings crossings_of(const std::vector<Cell>& cells) {
  Crossings result;
  std::vector<Point>& points = result.points;
  for (const auto& [p, side] : cells) {
    points.insert(points.end(),
                  {p, {p.x + side, p.y}, {p.x, p.y + side}, {p.x + side, p.y + side}});
  }
  const auto by_rows = [](Point a, Point b) { return std::pair(a.y, a.x) < std::pair(b.y, b.x); };
  const auto by_columns = [](Point a, Point b) {
    return std::pair(a.x, a.y) < std::pair(b.x, b.y);
  };
  std::sort(points.begin(), points.end(), by_rows);
  const auto same = [](Point a, Point b) { return a.x == b.x && a.y == b.y; };
  points.erase(std::unique(points.begin(), points.end(), same), points.end());

  // A side is cut by the corners of smaller cells beyond it: those between its ends, in the order
  // that it runs along.
  const auto link_sides = [&](const std::vector<Point>& sorted, const auto& before, bool upwards) {
    std::vector<bool> linked(sorted.size());  // with the next
    const auto place = [&](Point p) {
      return std::lower_bound(sorted.begin(), sorted.end(), p, before) - sorted.begin();
    };
    for (const auto& [p, side] : cells) {
      const Point along = upwards ? Point{p.x, p.y + side} : Point{p.x + side, p.y};
      const Point beside = upwards ? Point{p.x + side, p.y} : Point{p.x, p.y + side};
      const Point across{p.x + side, p.y + side};
      for (auto i = place(p); i < place(along); ++i) linked[static_cast<std::size_t>(i)] = true;
      for (auto i = place(beside); i < place(across); ++i)
        linked[static_cast<std::size_t>(i)] = true;
    }
    const auto number = [&](Point p) {
      return std::lower_bound(points.begin(), points.end(), p, by_rows) - points.begin();
    };
    for (std::size_t i = 0; i < sorted.size(); ++i) {
      if (linked[i]) result.links.emplace_back(number(sorted[i]), number(sorted[i + 1]));
    }
  };
  link_sides(points, by_rows, false);
  std::vector<Point> columns = points;
  std::sort(columns.begin(), columns.end(), by_columns);
  link_sides(columns, by_columns, true);
  return result;
}

}  // namespace

Crossings draw_crossings(std::size_t count, Random& random) {
  return crossings_of(cells_of(people(count, random)));
}

}  // namespace warpath::detail
