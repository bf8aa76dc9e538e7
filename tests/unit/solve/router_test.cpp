// Routes from what elimination leaves, against solves that keep everything.
#include <gtest/gtest.h>

#include "support/arc_lists.hpp"
#include "support/ways.hpp"
#include "warpath/generate.hpp"
#include "warpath/router.hpp"

namespace support {
namespace {

using warpath::Graph;
using warpath::Options;
using warpath::Router;
using Pairs = std::vector<std::pair<Index, Index>>;

// What the arcs of a path sum to; of parallel arcs the least.
double walked(const Graph& graph, const std::vector<Index>& path) {
  double sum = 0;
  for (std::size_t i = 1; i < path.size(); ++i) {
    double least = std::numeric_limits<double>::infinity();
    const auto u = static_cast<std::size_t>(path[i - 1]);
    for (auto a = static_cast<std::size_t>(graph.offsets()[u]);
         a < static_cast<std::size_t>(graph.offsets()[u + 1]); ++a) {
      if (graph.targets()[a] == path[i]) {
        least = std::min(least, static_cast<double>(graph.weights<std::int32_t>()[a]));
      }
    }
    sum += least;
  }
  return sum;
}

TEST(Router, AnswersAfterAQuestionThatWasRefused) {
  const std::vector<warpath::Arc<std::int16_t>> arcs = {{0, 1, 10'000}, {1, 2, 10'000}};
  const Graph graph = Graph::from_arcs<std::int16_t>(3, arcs);
  for (const bool tells : {false, true}) {
    bool cancels = false;
    Options options;
    if (tells) {
      options.progress = [&](const warpath::ProgressReport&) {
        return cancels ? warpath::ProgressAnswer::cancel : warpath::ProgressAnswer::go_on;
      };
    }
    Router router(graph, options);
    EXPECT_EQ(code_of([&] { (void)router.distance(0, 2); }), warpath::ErrorCode::bad_input);
    EXPECT_EQ(router.distance(1, 2), 10'000);
    if (!tells) continue;
    cancels = true;
    EXPECT_EQ(code_of([&] { (void)router.distance(1, 2); }), warpath::ErrorCode::cancelled);
    cancels = false;
    EXPECT_EQ(router.distance(1, 2), 10'000);
  }
}

TEST(Router, AnswersAsAResultDoes) {
  for (const auto kind : {warpath::GraphKind::road, warpath::GraphKind::scale_free,
                          warpath::GraphKind::gnp, warpath::GraphKind::chain}) {
    warpath::GenerateOptions made;
    made.weight = warpath::WeightType::int32;
    const Graph graph = warpath::generate(kind, 300, made);
    const warpath::Result result = warpath::solve(graph);
    Router router(graph, {.threads = 2});
    Random random(3);
    Pairs pairs;
    for (int k = 0; k < 500; ++k) {
      pairs.emplace_back(static_cast<Index>(random.below(300)),
                         static_cast<Index>(random.below(300)));
    }
    const auto distances = router.distances(pairs);
    const auto paths = router.paths(pairs);
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      const auto [from, to] = pairs[k];
      ASSERT_EQ(distances[k], result.distance(from, to)) << from << " to " << to;
      if (!result.reachable(from, to)) {
        EXPECT_TRUE(paths[k].empty());
        continue;
      }
      ASSERT_FALSE(paths[k].empty());
      EXPECT_EQ(paths[k].front(), from);
      EXPECT_EQ(paths[k].back(), to);
      EXPECT_EQ(walked(graph, paths[k]), distances[k]);
    }
    EXPECT_EQ(router.path(7, 7), std::vector<Index>{7});
    EXPECT_EQ(router.distance(7, 8), result.distance(7, 8));
  }
}

// Every cycle is 0 but for rounding, so that distances are those of potentials; more sources than are
// swept at a time.
TEST(Router, TakesPotentialsOffEveryRow) {
  const Index n = 150;
  Random random(4);
  std::vector<double> height;
  for (Index v = 0; v < n; ++v) height.push_back(random.real(-3, 3));
  std::vector<warpath::Arc<float>> arcs;
  for (Index u = 0; u < n; ++u) {
    for (const Index v : {(u + 1) % n, (u + 12) % n, (u + 77) % n}) {
      const auto up = static_cast<std::size_t>(u);
      arcs.push_back({u, v, static_cast<float>(height[up] - height[static_cast<std::size_t>(v)])});
    }
  }
  Router router(Graph::from_arcs<float>(n, arcs), {.threads = 2});
  Pairs pairs;
  for (Index u = 0; u < n; ++u) pairs.emplace_back(u, (u + 31) % n);
  const std::vector<double> distances = router.distances(pairs);
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const double want = height[static_cast<std::size_t>(pairs[k].first)] -
                        height[static_cast<std::size_t>(pairs[k].second)];
    EXPECT_NEAR(distances[k], want, 1e-4) << pairs[k].first;
  }
}

TEST(Router, RefusesWhatItCannotAnswer) {
  const Graph graph = warpath::generate(warpath::GraphKind::grid, 16, {});
  Router router(graph);
  EXPECT_EQ(code_of([&] { router.path(0, 16); }), warpath::ErrorCode::usage);
  EXPECT_EQ(code_of([&] { router.distance(-1, 0); }), warpath::ErrorCode::usage);
  EXPECT_EQ(code_of([&] { Router(graph, {.on_negative_cycle = warpath::OnNegativeCycle::mark}); }),
            warpath::ErrorCode::unsupported);
  EXPECT_TRUE(router.paths({}).empty());
}

TEST(Router, MeetsNegativeCyclesWithAWitness) {
  const std::vector<warpath::Arc<std::int32_t>> arcs{{0, 1, 2}, {1, 2, 3}, {2, 0, -6}, {2, 3, 1}};
  const Graph graph = Graph::from_arcs<std::int32_t>(4, arcs);
  try {
    Router router(graph);
    FAIL() << "no error";
  } catch (const warpath::Error& error) {
    EXPECT_EQ(error.code(), warpath::ErrorCode::negative_cycle);
    EXPECT_EQ(error.cycle().vertices.size(), 3u);
    EXPECT_EQ(error.cycle().sum, -1);
  }
}

TEST(Router, ServesGraphsWithoutArcsOrVertices) {
  const Graph none;
  EXPECT_EQ(Router(none).vertices(), 0);
  const Graph apart = Graph::from_arcs<float>(3, std::span<const warpath::Arc<float>>());
  Router router(apart);
  EXPECT_TRUE(router.path(0, 2).empty());
  EXPECT_EQ(router.path(1, 1), std::vector<Index>{1});
}

}  // namespace
}  // namespace support
