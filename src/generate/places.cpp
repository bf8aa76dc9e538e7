// Generated graphs of places in the plane: grid, road, metric.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "generate/detail.hpp"

namespace warpath::detail {
namespace {

// Points are whole centimetres, lengths whole micrometres, rounded up. Rounding up keeps the
// triangle inequality: ceil(a) + ceil(b) >= ceil(a + b).
struct Point {
  std::int64_t x = 0;
  std::int64_t y = 0;
};

std::uint64_t ceil_sqrt(std::uint64_t x) {
  auto root = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(x)));
  while (root * root < x) ++root;
  while (root > 0 && (root - 1) * (root - 1) >= x) --root;
  return root;
}

std::int64_t micrometres(Point a, Point b) {
  const auto dx = static_cast<std::uint64_t>(std::abs(a.x - b.x));
  const auto dy = static_cast<std::uint64_t>(std::abs(a.y - b.y));
  constexpr std::uint64_t per_centimetre = 10'000;
  return static_cast<std::int64_t>(
      ceil_sqrt((dx * dx + dy * dy) * (per_centimetre * per_centimetre)));
}

template <class T>
T length_weight(std::int64_t length_um, std::int64_t unit_um = 1'000'000) {
  const std::int64_t step = unit_um / kStepsPerUnit<T>;
  return from_steps<T>((length_um + step - 1) / step);
}

std::vector<Coordinate> to_coordinates(const std::vector<Point>& points) {
  std::vector<Coordinate> result;
  result.reserve(points.size());
  for (const Point p : points) {
    result.push_back({static_cast<double>(p.x) / 100, static_cast<double>(p.y) / 100});
  }
  return result;
}

Index near_square_width(Index n) {
  return static_cast<Index>(ceil_sqrt(static_cast<std::uint64_t>(n)));
}

// The links of a grid filled row by row; the last row may be short, but hangs on the one above.
std::vector<std::pair<Index, Index>> grid_links(Index n) {
  const Index width = near_square_width(n);
  std::vector<std::pair<Index, Index>> links;
  links.reserve(2 * static_cast<std::size_t>(n));
  for (Index v = 0; v < n; ++v) {
    if (v % width + 1 < width && v + 1 < n) links.emplace_back(v, v + 1);
    if (v + width < n) links.emplace_back(v, v + width);
  }
  return links;
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

}  // namespace

template <class T>
Graph make_grid(Index n, const GenerateOptions& options) {
  Random random(options.seed);
  std::vector<Arc<T>> arcs;
  for (const auto& [u, v] : grid_links(n)) arcs.push_back({u, v, random_weight<T>(random)});
  const Index width = near_square_width(n);
  std::vector<Point> points;
  for (Index v = 0; v < n; ++v) points.push_back({v % width * 100, v / width * 100});
  return Graph::from_arcs<T>(n, arcs, Direction::undirected)
      .with_coordinates(to_coordinates(points));
}

template <class T>
Graph make_road(Index n, const GenerateOptions& options) {
  Random random(options.seed);
  const Index width = near_square_width(n);
  std::vector<Point> points;
  points.reserve(static_cast<std::size_t>(n));
  for (Index v = 0; v < n; ++v) {
    constexpr Index raster = 10'000;
    constexpr Index jitter = 3'000;
    const Index x = v % width * raster + random.between(-jitter, jitter);
    const Index y = v / width * raster + random.between(-jitter, jitter);
    points.push_back({x, y});
  }

  auto links = grid_links(n);
  for (std::size_t i = links.size(); i > 1; --i) {
    std::swap(links[i - 1], links[static_cast<std::size_t>(random.below(i))]);
  }
  const auto missing = links.begin() + static_cast<std::ptrdiff_t>(links.size() * 15 / 100);
  Components components(n);
  for (auto link = missing; link != links.end(); ++link) components.join(link->first, link->second);
  const auto needed = std::partition(links.begin(), missing, [&](const auto& link) {
    return !components.join(link.first, link.second);
  });

  std::vector<Arc<T>> arcs;
  for (auto link = needed; link != links.end(); ++link) {
    const auto [u, v] = *link;
    const std::int64_t straight =
        micrometres(points[static_cast<std::size_t>(u)], points[static_cast<std::size_t>(v)]);
    const std::int64_t bent = straight * random.between(1000, 1500) / 1000;
    const std::int64_t unit_um = std::is_same_v<T, std::int16_t> ? 10'000'000 : 1'000'000;
    arcs.push_back({u, v, length_weight<T>(bent, unit_um)});
  }
  return Graph::from_arcs<T>(n, arcs, Direction::undirected)
      .with_coordinates(to_coordinates(points));
}

template <class T>
Graph make_metric(Index n, const GenerateOptions& options) {
  Random random(options.seed);
  std::vector<Point> points(static_cast<std::size_t>(n));
  for (Point& p : points) {
    p.x = random.between(0, 100'000);
    p.y = random.between(0, 100'000);
  }
  std::vector<Arc<T>> arcs;
  arcs.reserve(complete_arcs(GraphKind::metric, n, kBytesPerArc<T>) / 2);
  for (Index u = 0; u < n; ++u) {
    for (Index v = 0; v < u; ++v) {
      arcs.push_back({u, v,
                      length_weight<T>(micrometres(points[static_cast<std::size_t>(u)],
                                                   points[static_cast<std::size_t>(v)]))});
    }
  }
  return Graph::from_arcs<T>(n, arcs, Direction::undirected)
      .with_coordinates(to_coordinates(points));
}

#define WARPATH_INSTANTIATE(T, name)                          \
  template Graph make_grid<T>(Index, const GenerateOptions&); \
  template Graph make_road<T>(Index, const GenerateOptions&); \
  template Graph make_metric<T>(Index, const GenerateOptions&);
WARPATH_EACH_ARC_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace warpath::detail
