// SparsePlan, and the choice between the methods.
#include "warpath/sparse_plan.hpp"

#include <gtest/gtest.h>

#include "sparse/plan.hpp"
#include "support/arc_lists.hpp"
#include "support/ways.hpp"
#include "warpath/generate.hpp"
#include "warpath/measure.hpp"
#include "warpath/rows.hpp"

namespace support {
namespace {

using warpath::ErrorCode;
using warpath::Graph;
using warpath::GraphKind;
using warpath::Method;
using warpath::Options;
using warpath::Plan;
using warpath::Result;
using warpath::SparsePlan;

Options sparse_with(SparsePlan plan) {
  Options options;
  options.method = Method::sparse;
  options.sparse_plan = std::move(plan);
  return options;
}

// The same arcs, other weights.
Graph with_weights(ArcList list, double factor) {
  for (auto& arc : list.arcs) arc.weight = 1 + std::fmod(arc.weight * factor, 17);
  return graph_of<std::int32_t>(list);
}

TEST(SparsePlan, IsKeptForNewWeights) {
  Random random(41);
  ArcList list = random_arcs(Shape::grid, Sign::positive, false, 500, random);
  const SparsePlan plan(with_weights(list, 1));
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan.vertices(), 500);
  for (const double factor : {1.0, 3.0, 5.0}) {
    const Graph graph = with_weights(list, factor);
    EXPECT_TRUE(plan.fits(graph));
    const Result kept = warpath::solve(graph, sparse_with(plan));
    const Result fresh = warpath::solve(graph, sparse_with({}));
    const Result dense = warpath::solve(graph, {.method = Method::dense});
    EXPECT_EQ(kept.statistics().order_seconds, 0);
    EXPECT_GT(fresh.statistics().order_seconds, 0);
    for (Index i = 0; i < 500; ++i) {
      for (Index j = 0; j < 500; ++j) {
        ASSERT_EQ(kept.distance(i, j), dense.distance(i, j));
        ASSERT_EQ(fresh.distance(i, j), dense.distance(i, j));
      }
    }
  }
  // Directions and copies of arcs do not matter, pairs do.
  const Graph graph = with_weights(list, 1);
  ArcList turned = list;
  for (auto& arc : turned.arcs) std::swap(arc.from, arc.to);
  turned.arcs.push_back(turned.arcs.front());
  turned.add(7, 7, 3);
  EXPECT_TRUE(plan.fits(graph_of<float>(turned)));
  EXPECT_TRUE(SparsePlan(graph, warpath::Backend::cuda).fits(graph));
}

TEST(SparsePlan, OfOtherArcsIsRefused) {
  Random random(42);
  const ArcList list = random_arcs(Shape::grid, Sign::positive, true, 300, random);
  const SparsePlan plan(graph_of<float>(list));
  ArcList more = list;
  more.add(0, 299, 1);
  more.add(1, 298, 1);
  more.add(2, 290, 1);
  ArcList fewer = list;
  std::erase_if(fewer.arcs, [&](const auto& arc) {
    return arc.from == list.arcs[0].from && arc.to == list.arcs[0].to;
  });
  ArcList as_many = fewer;
  as_many.add(0, 299, 1);
  as_many.add(299, 0, 1);
  ArcList larger = list;
  ++larger.n;
  ArcList smaller{.name = "none", .n = 0};
  const std::vector<Index> sources{0};
  for (const ArcList& other : {more, fewer, as_many, larger, smaller}) {
    const Graph graph = graph_of<float>(other);
    EXPECT_FALSE(plan.fits(graph));
    std::string text;
    EXPECT_EQ(code_of([&] { warpath::solve(graph, sparse_with(plan)); }, &text), ErrorCode::usage);
    EXPECT_NE(text.find("plan"), std::string::npos) << text;
    EXPECT_EQ(code_of([&] { warpath::plan_solve(graph, sparse_with(plan)); }), ErrorCode::usage);
    EXPECT_EQ(code_of([&] { warpath::measure(graph, sparse_with(plan)); }), ErrorCode::usage);
    if (other.n == 0) continue;
    EXPECT_EQ(code_of([&] { warpath::solve_from(graph, sources, sparse_with(plan)); }),
              ErrorCode::usage);
  }
}

TEST(SparsePlan, TellsPeopleWhatItFound) {
  const SparsePlan plan(warpath::generate(GraphKind::grid, 2500));
  const warpath::SparsePlan::Facts& facts = plan.facts();
  EXPECT_EQ(facts.links, 2 * 50 * 49);
  EXPECT_GE(facts.fill, facts.links);
  EXPECT_GT(facts.supernodes, 1);
  EXPECT_LE(facts.levels, facts.supernodes);
  EXPECT_GE(facts.largest_front, 50);
  EXPECT_LT(facts.average_boundary, 500);
  EXPECT_NEAR(facts.average_boundary * 2500, facts.sweep_tasks, 1);
  const std::string text = plan.to_string();
  for (const std::string& word :
       {std::to_string(facts.links), std::to_string(facts.fill),
        std::to_string(facts.supernodes) + " supernodes", std::to_string(facts.largest_front)}) {
    EXPECT_NE(text.find(word), std::string::npos) << text << "lacks " << word;
  }
  EXPECT_EQ(text.back(), '\n');
}

TEST(SparsePlan, OfNothingIsEmpty) {
  const SparsePlan none;
  EXPECT_FALSE(none);
  EXPECT_EQ(none.vertices(), 0);
  EXPECT_EQ(none.facts().links, 0);
  EXPECT_FALSE(none.fits(Graph()));
  for (const Index n : {0, 1, 2}) {
    const Graph graph = Graph::from_arcs<float>(n, {});
    const SparsePlan plan(graph);
    EXPECT_TRUE(plan);
    EXPECT_TRUE(plan.fits(graph));
    EXPECT_EQ(plan.facts().links, 0);
    EXPECT_EQ(plan.facts().sweep_tasks, 0);
    EXPECT_FALSE(plan.to_string().empty());
    const Result result = warpath::solve(graph, sparse_with(plan));
    EXPECT_EQ(result.vertices(), n);
    for (Index i = 0; i < n; ++i) {
      for (Index j = 0; j < n; ++j) EXPECT_EQ(result.reachable(i, j), i == j);
    }
  }
  EXPECT_EQ(warpath::solve(Graph(), sparse_with(SparsePlan(Graph()))).vertices(), 0);
}

TEST(Method, OfSmallGraphsIsDense) {
  for (const Index n : {0, 1, 100, 255}) {
    const Graph graph = warpath::generate(GraphKind::road, n);
    const Plan plan = warpath::plan_solve(graph);
    EXPECT_EQ(plan.method(), Method::dense) << n;
    EXPECT_FALSE(plan.sparse);
  }
}

TEST(Method, OfARoadNetworkIsSparseAndBothPredictionsAreThere) {
  const Graph graph = warpath::generate(GraphKind::road, 4096);
  const Plan plan = warpath::plan_solve(graph);
  EXPECT_EQ(plan.method(), Method::sparse);
  EXPECT_EQ(plan.kernel->name, "sparse");
  EXPECT_TRUE(plan.sparse);
  EXPECT_GT(plan.sparse_seconds, 0);
  EXPECT_GT(plan.dense_seconds, plan.sparse_seconds);
  const std::string text = plan.to_string();
  for (const char* word : {"sparse", "supernodes", "predicted", "dense"}) {
    EXPECT_NE(text.find(word), std::string::npos) << text << "lacks " << word;
  }
  EXPECT_LT(plan.tasks, 4096.0 * 4096 * 4096 / 5);
}

// What cannot be done takes no time, which is no prediction.
TEST(Method, ThatDoesNotFitIsNotPredicted) {
  const Graph graph = warpath::generate(GraphKind::road, 4096);
  for (const bool measured : {true, false}) {
    Options options;
    options.threads = 1;
    const auto plan = [&] {
      return measured ? warpath::plan_measure(graph, options)
                      : warpath::plan_rows(graph, 4096, options);
    };
    const Plan both = plan();
    EXPECT_GT(both.dense_seconds, 4096.0 * 4096 * 4096 / 2 / 1e12);
    options.memory_limit = std::size_t{48} << 20;  // the matrix takes 64 MiB
    const Plan one = plan();
    EXPECT_EQ(one.method(), Method::sparse);
    EXPECT_EQ(one.dense_seconds, 0);
    EXPECT_EQ(one.to_string().find("predicted  dense"), std::string::npos) << one.to_string();
  }
}

// The less is asked for, the sooner.
TEST(Method, PredictsMeasuresByWhatIsAskedFor) {
  const Graph road = warpath::generate(GraphKind::road, 4096);
  const Graph arcs = warpath::generate(GraphKind::gnp, 4096, {.degree = 1.5});
  for (const Graph* graph : {&road, &arcs}) {
    Options options = sparse_with(SparsePlan(*graph));
    options.threads = 1;
    const auto seconds = [&](warpath::Extent extent) {
      return warpath::plan_measure(*graph, options, extent).predicted_seconds;
    };
    EXPECT_LT(seconds(warpath::Extent::ends), seconds(warpath::Extent::all));
    EXPECT_LT(seconds(warpath::Extent::ends),
              warpath::plan_solve(*graph, options).predicted_seconds);
  }
}

TEST(Method, OfACompleteGraphIsDenseAndNobodyLooksForAnOrder) {
  const Graph graph = warpath::generate(GraphKind::random, 1000);
  const Plan plan = warpath::plan_solve(graph);
  EXPECT_EQ(plan.method(), Method::dense);
  EXPECT_FALSE(plan.sparse);
  EXPECT_EQ(plan.sparse_seconds, 0);  // not asked
}

TEST(Method, IsAsItIsAskedFor) {
  const Graph graph = warpath::generate(GraphKind::road, 600);
  const auto name = [&](Options options) {
    return std::string(warpath::plan_solve(graph, options).kernel->name);
  };
  EXPECT_EQ(name({.method = Method::dense}), "cpu");
  EXPECT_EQ(name({.method = Method::sparse}), "sparse");
  EXPECT_EQ(name({.kernel = "sparse"}), "sparse");
  EXPECT_EQ(name({.kernel = "dijkstra"}), "dijkstra");
  EXPECT_EQ(name({.kernel = "textbook"}), "textbook");
  EXPECT_EQ(name({.method = Method::search}), "buckets");
  EXPECT_EQ(name({.method = Method::search, .kernel = "dijkstra"}), "dijkstra");
  EXPECT_EQ(code_of([&] { name({.method = Method::sparse, .kernel = "dijkstra"}); }),
            ErrorCode::usage);
  EXPECT_EQ(code_of([&] { name({.method = Method::dense, .kernel = "sparse"}); }),
            ErrorCode::usage);
  EXPECT_EQ(code_of([&] { name({.method = Method::sparse, .kernel = "cpu"}); }), ErrorCode::usage);
  EXPECT_EQ(code_of([&] { name({.method = Method::sparse, .kernel = "spars"}); }),
            ErrorCode::usage);
  // The plan that solve() makes says the same.
  EXPECT_EQ(warpath::solve(graph, {.method = Method::sparse}).statistics().plan.kernel->name,
            "sparse");
  // A search wants weights >= 0, and says so.
  const warpath::Arc<float> arcs[] = {{0, 1, -1}};
  const Graph negative = Graph::from_arcs<float>(2, arcs);
  std::string text;
  EXPECT_EQ(code_of([&] { warpath::solve(negative, {.kernel = "dijkstra"}); }, &text),
            ErrorCode::unsupported);
  EXPECT_NE(text.find("negative"), std::string::npos) << text;
  const warpath::Arc<float> around[] = {{0, 1, -1.1F}, {1, 0, 1.1F}};  // also where a cycle is 0
  const Graph zero = Graph::from_arcs<float>(2, around);
  EXPECT_EQ(code_of([&] { warpath::solve(zero, {.kernel = "dijkstra"}); }), ErrorCode::unsupported);
}

// What the memory limit allows decides where time does not.
TEST(Method, ThatFitsTheMemoryIsTaken) {
  const Graph graph = warpath::generate(GraphKind::road, 3000);
  Options options;
  options.threads = 1;
  const std::size_t matrix = std::size_t{3000} * 3000 * 4;
  options.memory_limit = matrix / 3;
  EXPECT_EQ(code_of([&] { warpath::solve(graph, options); }), ErrorCode::does_not_fit);
  const Plan plan = warpath::plan_rows(graph, 3000, options);
  EXPECT_EQ(plan.method(), Method::sparse);
  EXPECT_LE(plan.bytes(), options.memory_limit);
  EXPECT_EQ(code_of([&] { warpath::measure(graph, options); }), std::nullopt);
}

}  // namespace
}  // namespace support
