// Streets as a country has them, between the crossings of crossings.hpp. A river cuts the links that are no bridges. Streets
// bend, which is what most vertices are for, and some end.
#include <algorithm>
#include <utility>
#include <vector>

#include "generate/crossings.hpp"

namespace warpath::detail {
namespace {

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
    all = draw_crossings(count, draft.random);
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
