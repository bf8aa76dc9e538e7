// Generated graphs are what their kind promises, and the same on every machine.

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "generate/kinds.hpp"
#include "warpath/warpath.hpp"

namespace {

using namespace warpath;

std::uint64_t fingerprint(const Graph& graph) {
  std::uint64_t hash = 1469598103934665603ULL;
  const auto mix = [&](std::uint64_t value) { hash = (hash ^ value) * 1099511628211ULL; };
  for (const Index offset : graph.offsets()) mix(static_cast<std::uint64_t>(offset));
  for (const Graph::Target target : graph.targets()) mix(static_cast<std::uint64_t>(target));
  for (const float weight : graph.weights<float>()) {
    mix(static_cast<std::uint64_t>(std::lround(weight * 100)));
  }
  return hash;
}

TEST(Generate, HasExactlyTheVerticesAskedForAndWeightsInRange) {
  for (const GraphKind kind : graph_kinds()) {
    for (const Index n : {0, 1, 2, 3, 10, 97}) {
      const Graph graph = generate(kind, n);
      EXPECT_EQ(graph.vertices(), n) << to_string(kind);
      for (const float weight : graph.weights<float>()) {
        ASSERT_GT(weight, 0) << to_string(kind);
        ASSERT_TRUE(std::isfinite(weight)) << to_string(kind);
      }
    }
  }
}

TEST(Generate, SameSeedSameGraphOtherSeedOtherGraph) {
  for (const GraphKind kind : graph_kinds()) {
    const auto of = [&](std::uint64_t seed) {
      return fingerprint(generate(kind, 100, {.seed = seed}));
    };
    EXPECT_EQ(of(1), of(1)) << to_string(kind);
    EXPECT_NE(of(1), of(2)) << to_string(kind);
  }
}

TEST(Generate, RoadsAreConnectedUndirectedAndMissOneLinkInSeven) {
  const Graph road = generate(GraphKind::road, 2500);
  const Graph grid = generate(GraphKind::grid, 2500);
  EXPECT_EQ(road.direction(), Direction::undirected);
  EXPECT_EQ(road.coordinates().size(), 2500u);
  const double kept = static_cast<double>(road.arcs()) / static_cast<double>(grid.arcs());
  EXPECT_GT(kept, 0.82);
  EXPECT_LT(kept, 0.90);
  const Result result = solve(generate(GraphKind::road, 400));
  for (Index v = 0; v < 400; ++v) EXPECT_TRUE(result.reachable(0, v)) << v;
}

TEST(Generate, MetricDistancesAreTheArcsThemselves) {
  const Graph graph = generate(GraphKind::metric, 40, {.weight = WeightType::float64});
  const Result result = solve(graph);
  for (Index u = 0; u < 40; ++u) {
    for (Index a = graph.offsets()[static_cast<std::size_t>(u)];
         a < graph.offsets()[static_cast<std::size_t>(u) + 1]; ++a) {
      const auto arc = static_cast<std::size_t>(a);
      EXPECT_NEAR(result.distance(u, graph.targets()[arc]), graph.weights<double>()[arc], 1e-5);
    }
  }
}

}  // namespace
