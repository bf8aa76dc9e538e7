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

// Half a link more, for odd ones, is a link more for half of the vertices.
TEST(Generate, ScaleFreeGraphsHaveTheDegreeAskedFor) {
  for (const double degree : {2.0, 3.0, 4.5, 8.0}) {
    const Graph graph = generate(GraphKind::scale_free, 4000, {.degree = degree});
    EXPECT_NEAR(static_cast<double>(graph.arcs()) / 4000, degree, 0.1);
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

// As in the roads of a country: bends, some dead ends, crossings of three, and few vertices that are left when bends and dead
// ends are taken away.
TEST(Generate, StreetsAreLikeThoseOfACountry) {
  for (const Index n : {64, 65, 100, 1000, 30'000}) {
    const Graph streets = generate(GraphKind::streets, n);
    ASSERT_EQ(streets.vertices(), n);
    EXPECT_EQ(streets.direction(), Direction::undirected);
    EXPECT_EQ(static_cast<Index>(streets.coordinates().size()), n);
    std::vector<Index> reached{0};
    std::vector<bool> seen(static_cast<std::size_t>(n));
    seen[0] = true;
    std::vector<Index> with(10);
    for (std::size_t i = 0; i < reached.size(); ++i) {
      const auto u = static_cast<std::size_t>(reached[i]);
      const auto around = streets.targets().subspan(
          static_cast<std::size_t>(streets.offsets()[u]),
          static_cast<std::size_t>(streets.offsets()[u + 1] - streets.offsets()[u]));
      ++with[std::min<std::size_t>(around.size(), 9)];
      for (const Index v : around) {
        if (seen[static_cast<std::size_t>(v)]) continue;
        seen[static_cast<std::size_t>(v)] = true;
        reached.push_back(v);
      }
    }
    EXPECT_EQ(static_cast<Index>(reached.size()), n) << "connected";
    if (n < 30'000) continue;
    const auto part = [&](std::size_t degree) {
      return static_cast<double>(with[degree]) / static_cast<double>(n);
    };
    EXPECT_NEAR(part(1), 0.04, 0.015);
    EXPECT_NEAR(part(2), 0.86, 0.03);
    EXPECT_NEAR(part(3), 0.08, 0.02);
    EXPECT_EQ(with[5] + with[6] + with[7] + with[8] + with[9], 0);
    const SparsePlan plan(streets);
    EXPECT_LT(plan.facts().average_boundary, 4);
  }
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
