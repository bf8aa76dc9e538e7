// Generated graphs of places in the plane: grid, road, metric.
#include <algorithm>
#include <utility>
#include <vector>

#include "generate/plane.hpp"

namespace warpath::detail {
namespace {

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

}  // namespace

void draw_grid(Draft& draft) {
  draft.direction = Direction::undirected;
  for (const auto& [u, v] : grid_links(draft.vertices)) draft.link(u, v);
  const Index width = near_square_width(draft.vertices);
  std::vector<Point> points;
  for (Index v = 0; v < draft.vertices; ++v) points.push_back({v % width * 100, v / width * 100});
  draft.coordinates = to_coordinates(points);
}

void draw_road(Draft& draft) {
  draft.direction = Direction::undirected;
  Random& random = draft.random;
  const Index n = draft.vertices;
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

  for (auto link = needed; link != links.end(); ++link) {
    const auto [u, v] = *link;
    const std::int64_t straight =
        micrometres(points[static_cast<std::size_t>(u)], points[static_cast<std::size_t>(v)]);
    const std::int64_t bent = straight * random.between(1000, 1500) / 1000;
    draft.arcs.push_back({u, v, steps(draft, bent, road_unit(draft))});
  }
  draft.coordinates = to_coordinates(points);
}

void draw_metric(Draft& draft) {
  draft.direction = Direction::undirected;
  std::vector<Point> points(static_cast<std::size_t>(draft.vertices));
  for (Point& p : points) {
    p.x = draft.random.between(0, 100'000);
    p.y = draft.random.between(0, 100'000);
  }
  draft.arcs.reserve(draft.complete_arcs() / 2);
  for (std::size_t u = 0; u < points.size(); ++u) {
    for (std::size_t v = 0; v < u; ++v) {
      draft.arcs.push_back({static_cast<Index>(u), static_cast<Index>(v),
                            steps(draft, micrometres(points[u], points[v]))});
    }
  }
  draft.coordinates = to_coordinates(points);
}

}  // namespace warpath::detail
