// Streets as a country has them. Crossings are the corners of a quadtree over places where people live: towns and
// villages, few of them large, and farms in between. So most crossings have three streets, centres are dense and the
// country is empty. A river cuts the links that are no bridges. Streets bend, which is what most vertices are for, and some
// end.
#include <algorithm>
#include <utility>
#include <vector>

#include "generate/plane.hpp"

namespace warpath::detail {
namespace {

constexpr int kDepth = 20;                     // of the quadtree, at most
constexpr std::int64_t kRaster = 1 << kDepth;  // its places, across

constexpr std::uint64_t spread(std::uint64_t x) {
  std::uint64_t bits = 0;
  for (int b = 0; b <= kDepth; ++b) bits |= (x >> b & 1) << (2 * b);
  return bits;
}
// Along Morton's curve: neighbours mostly have neighbouring numbers.
std::uint64_t along_curve(Point p) {
  return spread(static_cast<std::uint64_t>(p.x)) | spread(static_cast<std::uint64_t>(p.y)) << 1;
}

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

using Links = std::vector<std::pair<Index, Index>>;

struct Crossings {
  std::vector<Point> points;  // by rows
  Links links;
};

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

// From the bottom to the top of the map, winding.
class River {
 public:
  explicit River(Random& random) {
    std::int64_t x = random.between(kRaster / 4, kRaster / 4 * 3);
    for (std::int64_t& bend : bends_) bend = x += random.between(-kRaster / 40, kRaster / 40);
  }
  bool is_left(Point p) const { return p.x < bends_[static_cast<std::size_t>(p.y / kReach)]; }

 private:
  static constexpr std::int64_t kReach = kRaster / 64;
  std::int64_t bends_[65];
};

// Leaves out a quarter of the links, and of those across the river all but a few bridges; but none that
// would cut the network.
void thin_out(Crossings& all, Random& random) {
  const River river(random);
  Links& links = all.links;
  for (std::size_t i = links.size(); i > 1; --i) {
    std::swap(links[i - 1], links[static_cast<std::size_t>(random.below(i))]);
  }
  const auto point = [&](Index v) { return all.points[static_cast<std::size_t>(v)]; };
  const auto missing = std::stable_partition(links.begin(), links.end(), [&](const auto& link) {
    const bool crosses = river.is_left(point(link.first)) != river.is_left(point(link.second));
    return random.below(100) < (crosses ? 92u : 28u);
  });
  Components components(static_cast<Index>(all.points.size()));
  for (auto link = missing; link != links.end(); ++link) components.join(link->first, link->second);
  const auto needed = std::stable_partition(links.begin(), missing, [&](const auto& link) {
    return !components.join(link.first, link.second);
  });
  links.erase(links.begin(), needed);
}

// Vertices get their numbers as streets are drawn, one after the other.
class Map {
 public:
  Map(Draft& draft, Crossings all) : draft_(draft), random_(draft.random), all_(std::move(all)) {
    const auto size =
        static_cast<std::int64_t>(ceil_sqrt(static_cast<std::uint64_t>(draft.vertices)));
    const auto centimetres = [&](std::int64_t x) {
      constexpr std::int64_t kEach = 10'000;  // 100 m across for every vertex
      return x * size / kRaster * kEach + x * size % kRaster * kEach / kRaster;
    };
    for (Point& p : all_.points) p = {centimetres(p.x), centimetres(p.y)};
    leave_raster();
  }

  void draw() {
    const auto n = static_cast<std::size_t>(draft_.vertices);
    number_.assign(all_.points.size(), -1);
    // Long streets have more bends, but not all of them alike.
    std::vector<std::int64_t> shares;
    std::int64_t whole = 0;
    for (const auto& [u, v] : all_.links) {
      shares.push_back(micrometres(at(u), at(v)) / 1000 * random_.between(5, 15) / 10 + 1);
      whole += shares.back();
    }
    std::size_t left = n - all_.points.size();  // bends and dead ends
    const std::int64_t share = whole / static_cast<std::int64_t>(left + 1) + 1;
    std::int64_t saved = 0;
    for (std::size_t i = 0; i < shares.size(); ++i) {
      saved += shares[i];
      const auto bends = std::min<std::size_t>(left, static_cast<std::size_t>(saved / share));
      saved %= share;
      left -= street(all_.links[i], bends, left);
    }
    while (left > 0) left -= dead_end(last_, left);  // what rounding has left over
    draft_.coordinates = to_coordinates(points_);
  }

 private:
  // Crossings move by up to a third of the shortest street there.
  void leave_raster() {
    std::vector<std::int64_t> reach(all_.points.size(), std::int64_t{1} << 40);
    for (const auto& [u, v] : all_.links) {
      const std::int64_t length = std::abs(at(u).x - at(v).x) + std::abs(at(u).y - at(v).y);
      for (const Index end : {u, v}) {
        std::int64_t& least = reach[static_cast<std::size_t>(end)];
        least = std::min(least, length / 3);
      }
    }
    for (std::size_t c = 0; c < reach.size(); ++c) {
      all_.points[c].x += random_.between(-reach[c], reach[c]);
      all_.points[c].y += random_.between(-reach[c], reach[c]);
    }
  }

  Point at(Index crossing) const { return all_.points[static_cast<std::size_t>(crossing)]; }

  Index vertex(Point p) {
    points_.push_back(p);
    return static_cast<Index>(points_.size()) - 1;
  }
  Index crossing(Index c) {
    Index& number = number_[static_cast<std::size_t>(c)];
    if (number < 0) number = vertex(at(c));
    return number;
  }
  void link(Index u, Index v) {
    const std::int64_t length =
        micrometres(points_[static_cast<std::size_t>(u)], points_[static_cast<std::size_t>(v)]);
    draft_.arcs.push_back(
        {u, v, std::max<std::int64_t>(1, steps(draft_, length, road_unit(draft_)))});
  }

  // With so many bends; every twentieth has a dead end of some vertices. Returns how many it took.
  std::size_t street(std::pair<Index, Index> ends, std::size_t bends, std::size_t most) {
    const Point from = at(ends.first);
    const Point to = at(ends.second);
    const auto pieces = static_cast<std::int64_t>(bends) + 1;
    const Point step{(to.x - from.x) / pieces, (to.y - from.y) / pieces};
    const std::int64_t swing = (std::abs(step.x) + std::abs(step.y)) / 3;
    std::size_t taken = 0;
    Index before = crossing(ends.first);
    for (std::int64_t k = 1; k < pieces && taken < most; ++k) {
      const Index bend = vertex({from.x + k * step.x + random_.between(-swing, swing),
                                 from.y + k * step.y + random_.between(-swing, swing)});
      ++taken;
      link(before, bend);
      last_ = before = bend;
      if (random_.below(30) == 0) {
        const std::size_t end = dead_end(bend, most - taken);
        taken += end;
        k +=
            static_cast<std::int64_t>(end);  // so that all streets together have as many as planned
      }
    }
    link(before, crossing(ends.second));
    return taken;
  }

  std::size_t dead_end(Index from, std::size_t most) {
    const std::size_t length = std::min<std::size_t>(most, 1 + random_.below(3));
    for (std::size_t k = 0; k < length; ++k) {
      const Point p = points_[static_cast<std::size_t>(from)];
      const Index next =
          vertex({p.x + random_.between(-4'000, 4'000), p.y + random_.between(-4'000, 4'000)});
      link(from, next);
      from = next;
    }
    return length;
  }

  Draft& draft_;
  Random& random_;
  Crossings all_;
  std::vector<Index> number_;  // of a crossing, once it has one
  std::vector<Point> points_;  // of vertices
  Index last_ = 0;
};

}  // namespace

void draw_streets(Draft& draft) {
  constexpr Index kFewest = 64;  // fewer are no country
  if (draft.vertices < kFewest) {
    draw_road(draft);
    return;
  }
  draft.direction = Direction::undirected;
  const auto n = static_cast<std::size_t>(draft.vertices);
  Crossings all;
  // Some may live so close together that their cells would take all vertices.
  for (std::size_t count = n / 7; count == n / 7 || all.points.size() > n / 2; count /= 2) {
    all = crossings_of(cells_of(people(count, draft.random)));
  }
  thin_out(all, draft.random);
  std::sort(all.links.begin(), all.links.end(), [&](const auto& a, const auto& b) {
    const auto code = [&](const auto& link) {
      return along_curve(all.points[static_cast<std::size_t>(link.first)]);
    };
    return std::pair(code(a), a.second) < std::pair(code(b), b.second);
  });
  Map(draft, std::move(all)).draw();
}

}  // namespace warpath::detail
