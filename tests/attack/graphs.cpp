#include "attack/graphs.hpp"

#include <algorithm>
#include <cmath>

namespace attack {
namespace {

using support::for_each_link;
using support::kShapes;
using support::Shape;

Shape any_shape(Random& random) { return kShapes[random.below(std::size(kShapes))]; }

// Arcs one way, the other, both; now and then several, and loops.
template <class Weight>
void link_both(Shape shape, std::size_t n, Random& random, ArcList& list, const Weight& weight) {
  list.n = static_cast<Index>(n);
  const auto add = [&](std::size_t u, std::size_t v) {
    const int copies = random.chance(0.05) ? 3 : 1;
    for (int k = 0; k < copies; ++k) list.add(u, v, weight(u, v));
  };
  const bool always = random.chance(0.3);
  for_each_link(shape, n, random, [&](std::size_t u, std::size_t v) {
    const std::size_t ways = always ? 2 : random.below(3);
    if (ways != 1) add(u, v);
    if (ways != 0) add(v, u);
  });
  for (std::size_t v = 0; v < n; ++v) {
    if (random.chance(0.03)) list.add(v, v, std::abs(weight(v, v)));
  }
}

}  // namespace

Graph whole_graph(std::size_t n, double limit, Random& random) {
  Graph graph;
  const double room = limit / (2.0 * static_cast<double>(n + 1));  // for a weight, so that sums fit
  const std::size_t kind = random.below(7);
  static constexpr const char* kNames[] = {"ties",     "zeros", "heights",       "zero cycles",
                                           "any sign", "large", "near the limit"};
  graph.family = kNames[kind];
  std::vector<double> height(n);
  const double tall = std::floor(std::min(room / 4, kind == 3 ? 1000.0 : 9.0));
  for (double& h : height) h = random.whole(0, static_cast<std::int64_t>(tall));
  const auto whole = [&](double low, double high) {
    return random.whole(static_cast<std::int64_t>(low), static_cast<std::int64_t>(high));
  };
  const auto weight = [&](std::size_t u, std::size_t v) {
    const double cost = kind == 0   ? whole(1, std::min(3.0, room))
                        : kind == 1 ? (random.chance(0.7) ? 0.0 : whole(0, std::min(2.0, room)))
                                    : whole(0, std::min(12.0, room / 2));
    switch (kind) {
      case 2: return cost + height[u] - height[v];
      case 3: return (random.chance(0.8) ? 0.0 : cost) + height[u] - height[v];
      case 4: return whole(-std::min(2.0, room), std::min(40.0, room));
      case 5: return whole(0, room);
      case 6: return whole(0, std::min(limit - 1, 4 * room));
      default: return cost;
    }
  };
  link_both(any_shape(random), n, random, graph.list, weight);
  return graph;
}

Graph real_graph(std::size_t n, bool narrow, Random& random) {
  Graph graph;
  graph.whole = false;
  const std::size_t kind = random.below(7);
  static constexpr const char* kNames[] = {"all cycles 0",  "most cycles 0", "tiny heights",
                                           "huge heights",  "mixed heights", "denormal costs",
                                           "heights, clear"};
  graph.family = kNames[kind];
  const double scale = kind == 2   ? 1e-6
                       : kind == 3 ? (narrow ? 1e6 : 1e12)
                                   : std::ldexp(1.0, static_cast<int>(random.below(12)));
  graph.heights.resize(n);
  for (double& h : graph.heights) {
    h = random.real(-scale, scale);
    if (kind == 4 && random.chance(0.5)) h *= 1e-4;
    if (random.chance(0.3)) h = static_cast<float>(h);
  }
  const auto cost = [&]() -> double {
    switch (kind) {
      case 0: return 0;
      case 5: return random.chance(0.5) ? 0 : (narrow ? 1e-42 : 1e-310) * random.real(0, 9);
      case 6: return random.real(0.5, 1) * scale;
      default: return random.chance(0.6) ? 0 : random.real(0, 1) * scale * 0.01;
    }
  };
  graph.costs.n = static_cast<Index>(n);
  link_both(any_shape(random), n, random, graph.list, [&](std::size_t u, std::size_t v) {
    if (u == v) return 0.0;
    const double extra = cost();
    graph.costs.add(u, v, extra);
    const double exact = extra + graph.heights[u] - graph.heights[v];
    const double held = narrow ? static_cast<double>(static_cast<float>(exact)) : exact;
    graph.largest = std::max(graph.largest, std::abs(held));
    return held;
  });
  for (const double h : graph.heights) graph.largest = std::max(graph.largest, 2 * std::abs(h));
  return graph;
}

}  // namespace attack
