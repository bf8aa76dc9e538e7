#include <algorithm>
#include <cmath>

#include "attack/graphs.hpp"

namespace attack {
namespace {

enum Kind {
  ties,
  zeros,
  heights,
  zero_cycles,
  any_sign,
  large,
  near_the_limit,
  one_at_the_limit,
  negative_part,
  chain
};
constexpr const char* kNames[] = {"ties",          "zeros", "heights",        "zero cycles",
                                  "any sign",      "large", "near the limit", "one at the limit",
                                  "negative part", "chain"};

// In [low, high], exactly: doubles would not do beyond 2^53.
Real whole(Real low, Real high, Random& random) {
  const auto from = static_cast<std::int64_t>(low);
  const auto span = static_cast<std::uint64_t>(static_cast<std::int64_t>(high) - from) + 1;
  return static_cast<Real>(from + static_cast<std::int64_t>(random.bits() % span));
}

}  // namespace

Graph whole_graph(std::size_t n, Real limit, Random& random) {
  Graph graph;
  graph.n = static_cast<Index>(n);
  const Real room = std::floor(limit / (2 * static_cast<Real>(n + 1)));  // so that sums fit
  const auto kind = static_cast<Kind>(random.below(std::size(kNames)));
  graph.family = kNames[kind];
  std::vector<Real> height(n);
  const Real tall = std::floor(std::min<Real>(room / 4, kind == zero_cycles ? 1000 : 9));
  for (std::size_t v = 0; v < n; ++v) {
    if (kind != negative_part || v % 3 == 0) height[v] = whole(0, tall, random);
  }
  const auto some = [&](Real low, Real high) { return whole(low, std::min(high, room), random); };
  const auto weight = [&](std::size_t u, std::size_t v) -> Real {
    const Real cost = some(0, std::min<Real>(12, room / 2));
    switch (kind) {
      case ties: return some(std::min<Real>(1, room), 3);
      case zeros: return random.chance(0.7) ? 0 : some(0, 2);
      case heights:
      case negative_part: return cost + height[u] - height[v];
      case zero_cycles: return (random.chance(0.8) ? 0 : cost) + height[u] - height[v];
      case any_sign: return whole(-std::min<Real>(2, room), std::min<Real>(40, room), random);
      case large: return some(0, room);
      case near_the_limit: return whole(0, std::min(limit - 1, 4 * room), random);
      case one_at_the_limit: return random.chance(0.1) ? limit - 1 - some(0, 2) : some(0, 1);
      case chain: return some(0, 3);
    }
    return cost;
  };
  const auto shape = kind == chain           ? support::Shape::path
                     : kind == negative_part ? support::Shape::parts
                                             : any_shape(random);
  link_both(shape, n, random, [&](std::size_t u, std::size_t v) { graph.add(u, v, weight(u, v)); });
  for (std::size_t v = 0; v < n; ++v) {
    if (random.chance(0.03)) graph.add(v, v, std::abs(weight(v, v)));
  }
  return graph;
}

}  // namespace attack
