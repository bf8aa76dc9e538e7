#include <algorithm>
#include <cmath>

#include "attack/graphs.hpp"

namespace attack {
namespace {

using support::Shape;

enum Kind {
  all_zero,
  most_zero,
  tiny,
  huge,
  mixed,
  denormal_costs,
  clear,
  hub,
  one_part,
  undirected_zeros
};
constexpr const char* kNames[] = {"all cycles 0",    "most cycles 0",         "tiny heights",
                                  "huge heights",    "mixed heights",         "denormal costs",
                                  "heights, clear",  "zero cycles in a star", "heights in one part",
                                  "undirected zeros"};

Real height_of(std::size_t v, Kind kind, Real scale, Random& random) {
  if (kind == one_part && v % 3 != 0) return 0;
  // In groups that are linked both ways at 0.
  if (kind == undirected_zeros) return scale * static_cast<Real>(v % 4);
  Real height = random.real(-1, 1) * scale;
  if (kind == mixed && random.chance(0.5)) height *= std::pow(10.0L, -random.whole(2, 9));
  return scale < 1e30L && random.chance(0.3) ? held(height, true) : height;
}

Shape shape_of(Kind kind, Random& random) {
  if (kind == hub) return random.chance(0.5) ? Shape::star : Shape::bipartite;
  if (kind == one_part) return Shape::parts;
  return any_shape(random);
}

}  // namespace

Graph zero_cycle_graph(std::size_t n, bool narrow, Random& random) {
  Graph graph;
  graph.n = static_cast<Index>(n);
  graph.known = Known::by_heights;
  graph.may_be_undirected = false;
  const auto kind = static_cast<Kind>(random.below(std::size(kNames)));
  graph.family = kNames[kind];
  const Real scale = kind == tiny   ? std::pow(10.0L, -random.whole(3, narrow ? 36 : 308))
                     : kind == huge ? std::pow(10.0L, random.whole(5, narrow ? 30 : 300))
                                    : std::ldexp(1.0L, static_cast<int>(random.below(12)));
  for (std::size_t v = 0; v < n; ++v) {
    graph.heights.push_back(height_of(v, kind, scale, random));
    graph.largest = std::max(graph.largest, 2 * std::abs(graph.heights.back()));
  }
  const auto cost = [&]() -> Real {
    switch (kind) {
      case all_zero:
      case undirected_zeros: return 0;
      case denormal_costs:
        return random.chance(0.5) ? 0 : (narrow ? 1e-42L : 1e-310L) * random.real(0, 9);
      case clear: return random.real(0.5, 1) * scale;
      default: return random.chance(0.6) ? 0 : random.real(0, 1) * scale * 0.01L;
    }
  };
  const auto link = [&](std::size_t u, std::size_t v) {
    if (u == v) return;
    const Real extra = cost();
    graph.costs.push_back({static_cast<Index>(u), static_cast<Index>(v), extra});
    const Real weight = held(extra + graph.heights[u] - graph.heights[v], narrow);
    graph.largest = std::max(graph.largest, std::abs(weight));
    graph.add(u, v, weight);
  };
  if (n <= 400 && random.chance(0.08)) {
    for (std::size_t u = 0; u < n; ++u) {
      for (std::size_t v = 0; v < n; ++v) link(u, v);
    }
  } else {
    link_both(shape_of(kind, random), n, random, link);
  }
  return graph;
}

}  // namespace attack
