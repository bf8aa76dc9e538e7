// The answers of the kernel `sparse-cuda` are those of the kernel `sparse` and of the dense method: at random, for trees of
// every shape, where the dense engine closes a large root, and again and again.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <numeric>

#include "gpu/twins.hpp"
#include "sparse/plan.hpp"
#include "support/arc_lists.hpp"
#include "support/cycles.hpp"
#include "verify/sample.hpp"
#include "warpath/generate.hpp"
#include "warpath/measure.hpp"
#include "warpath/rows.hpp"
#include "warpath/verify.hpp"

namespace support {
namespace {

using warpath::Backend;
using warpath::ErrorCode;
using warpath::Graph;
using warpath::GraphKind;
using warpath::Options;
using warpath::Result;
using warpath::SparsePlan;
using warpath::WeightType;
using warpath::sparse::Grouping;

constexpr const char* kKernel = "sparse-cuda";

// From one vertex per node to all vertices in one.
constexpr Grouping kTiny{.leaf = 1, .widest = 1};
constexpr Grouping kOneNode{.leaf = 1000};
constexpr Grouping kGroupings[] = {{},
                                   kTiny,
                                   {.leaf = 1},
                                   {.leaf = 2, .row_multiple = 1, .widest = 3},
                                   {.leaf = 7, .columns = 1},
                                   {.leaf = 2, .rows_on_top = 1e6},
                                   {.leaf = 1, .columns = 1e9, .front_cost = 0},
                                   kOneNode};

SparsePlan grouped(const Graph& graph, const Grouping& grouping) {
  return warpath::sparse::PlanData::make(warpath::sparse::pattern_of(graph), grouping);
}

Options with(const char* kernel, const SparsePlan& plan = {}) {
  Options options;
  options.kernel = kernel;
  options.threads = 2;
  options.sparse_plan = plan;
  return options;
}

std::vector<Index> all_vertices(const Graph& graph) {
  std::vector<Index> all(static_cast<std::size_t>(graph.vertices()));
  std::iota(all.begin(), all.end(), Index{0});
  return all;
}

template <class T>
Cells<T> cells_of(const Result& result) {
  Cells<T> cells;
  const auto view = result.distances<T>();
  for (Index i = 0; i < view.rows(); ++i) {
    for (Index j = 0; j < view.columns(); ++j) cells.push_back(view(i, j));
  }
  return cells;
}

// Rows whose bits differ.
template <class T>
Index rows_that_differ(const Result& a, const Result& b) {
  const auto x = a.distances<T>();
  const auto y = b.distances<T>();
  EXPECT_EQ(x.rows(), y.rows());
  EXPECT_EQ(x.columns(), y.columns());
  Index differ = 0;
  for (Index i = 0; i < x.rows(); ++i) {
    const std::size_t bytes = static_cast<std::size_t>(x.columns()) * sizeof(T);
    differ += std::memcmp(&x(i, 0), &y(i, 0), bytes) != 0;
  }
  return differ;
}

// What a graph's weights are for S: reachability has none of its own.
template <class S>
using GraphWeight =
    std::conditional_t<S::kind == warpath::SemiringKind::reachability, float, typename S::Weight>;

template <class S>
void expect_as_on_the_cpu(const ArcList& list, const Grouping& grouping, bool undirected) {
  using T = typename S::Weight;
  const auto n = static_cast<std::size_t>(list.n);
  const Graph graph = graph_of<GraphWeight<S>>(list);
  const SparsePlan plan = grouped(graph, grouping);
  const auto solved_by = [&](const char* kernel) {
    Options options = with(kernel, plan);
    options.semiring = S::kind;
    options.undirected = undirected;
    return warpath::solve(graph, options);
  };
  const Result got = solved_by(kKernel);
  EXPECT_EQ(got.statistics().plan.kernel->name, kKernel);
  EXPECT_EQ(got.statistics().order_seconds, 0);  // with a plan that was kept
  const auto cells = cells_of<T>(got);
  ASSERT_TRUE(matches(cells_of<T>(solved_by("sparse")), cells, n)) << name_of<S>() << ", sparse";
  ASSERT_TRUE(matches(cells_of<T>(solved_by("cpu")), cells, n)) << name_of<S>() << ", dense";
}

// --- at random ------------------------------------------------------------------------------------

// In parts, so that processes side by side have some each.
class SparseOnDeviceAtRandom : public testing::TestWithParam<int> {};

TEST_P(SparseOnDeviceAtRandom, GivesTheBitsOfTheCpuForWholeNumbers) {
  Random random(1000 + static_cast<std::uint64_t>(GetParam()));
  for (int round = 0; round < 250; round += stride()) {
    const bool large = round % 10 == 9;
    const std::size_t n =
        round < 8 ? static_cast<std::size_t>(round) / 2 : random.below(large ? 401 : 90);
    const Shape shape = kShapes[static_cast<std::size_t>(round) % std::size(kShapes)];
    const Sign sign = std::array{Sign::positive, Sign::zeros, Sign::negative}[random.below(3)];
    const ArcList list = random_arcs(shape, sign, random.chance(0.4), n, random);
    // Most of all one vertex per node: the deepest trees.
    const std::size_t grouping = random.chance(0.4) ? 1 : random.below(std::size(kGroupings));
    const bool undirected = sign != Sign::negative && random.chance(0.3);
    const auto turn = static_cast<int>(random.below(3));
    if (too_large(n)) continue;
    SCOPED_TRACE(testing::Message() << list.name << " round " << round << " grouping " << grouping
                                    << (undirected ? " undirected" : ""));
    int combination = 0;
    for_each_combination([&]<class S>() {
      // A third of them each time: they take turns.
      if (HasFatalFailure() || combination++ % 3 != turn) return;
      expect_as_on_the_cpu<S>(list, kGroupings[grouping], undirected);
    });
    if (HasFatalFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Part, SparseOnDeviceAtRandom, testing::Range(0, 8));

// Distances are sums of the same two numbers as on the CPU, where the same tree is swept the same way, and minima are exact.
// All of them together may be swept from either end.
TEST(SparseOnDevice, GivesTheBitsOfTheCpuForRealWeights) {
  Random random(52);
  for (int round = 0; round < 100; round += stride()) {
    const std::size_t n = round % 10 == 0 ? random.below(401) : random.below(90);
    const Shape shape = kShapes[static_cast<std::size_t>(round) % std::size(kShapes)];
    const bool negative = random.chance(0.4);
    ArcList list =
        random_arcs(shape, negative ? Sign::negative : Sign::real, random.chance(0.5), n, random);
    if (negative) {
      // No cycle comes near 0.
      for (auto& arc : list.arcs) arc.weight = 0.37 * arc.weight + random.real(0.01, 0.1);
    }
    const Grouping& grouping = kGroupings[random.below(std::size(kGroupings))];
    if (too_large(n)) continue;
    SCOPED_TRACE(testing::Message() << list.name << " round " << round);
    const auto check = [&]<class T>(T) {
      const Graph graph = graph_of<T>(list);
      const SparsePlan plan = grouped(graph, grouping);
      const auto sources = all_vertices(graph);
      const Result rows = warpath::solve_from(graph, sources, with("sparse", plan));
      const Result got = warpath::solve_from(graph, sources, with(kKernel, plan));
      ASSERT_TRUE(matches(cells_of<T>(rows), cells_of<T>(got), n));
      const auto all = cells_of<T>(warpath::solve(graph, with(kKernel, plan)));
      const auto want = cells_of<T>(warpath::solve(graph, with("sparse", plan)));
      ASSERT_TRUE(matches(want, all, n) || matches(cells_of<T>(rows), all, n))
          << matches(want, all, n).message();
    };
    ASSERT_NO_FATAL_FAILURE(check(float{}));
    ASSERT_NO_FATAL_FAILURE(check(double{}));
  }
}

TEST(SparseOnDevice, MakesAPlanOfItsOwnWhereNoneIsGiven) {
  Random random(53);
  for (const std::size_t n : {0u, 1u, 2u, 65u, 400u}) {
    if (too_large(n)) continue;
    const ArcList list = random_arcs(Shape::sparse, Sign::positive, false, n, random);
    const Graph graph = graph_of<std::int32_t>(list);
    Options options;
    options.method = warpath::Method::sparse;
    options.device = Backend::cuda;
    const Result got = warpath::solve(graph, options);
    EXPECT_EQ(got.statistics().plan.kernel->name, kKernel);
    EXPECT_TRUE(matches(cells_of<std::int32_t>(warpath::solve(graph, with("cpu"))),
                        cells_of<std::int32_t>(got), n))
        << n;
  }
}

TEST(SparseOnDevice, ConvertsWeightsLikeTheDenseMethod) {
  Random random(54);
  const Graph graph =
      graph_of<double>(random_arcs(Shape::denser, Sign::positive, false, 90, random));
  for (const WeightType type : {WeightType::float32, WeightType::int32, WeightType::int16}) {
    Options options = with(kKernel);
    Options dense = with("cpu");
    options.weights = dense.weights = type;
    const Result got = warpath::solve(graph, options);
    const Result want = warpath::solve(graph, dense);
    EXPECT_EQ(got.weight_type(), type);
    for (Index i = 0; i < 90; ++i) {
      for (Index j = 0; j < 90; ++j) ASSERT_EQ(got.distance(i, j), want.distance(i, j));
    }
  }
}

// --- refused --------------------------------------------------------------------------------------

TEST(SparseOnDevice, NegativeCyclesAreErrorsThatNameAVertexOnThem) {
  Random random(55);
  int cycles = 0;
  for (int round = 0; round < 150; ++round) {
    const std::size_t n = 2 + random.below(60);
    const Shape shape = kShapes[static_cast<std::size_t>(round) % std::size(kShapes)];
    ArcList list = random_arcs(shape, Sign::negative, false, n, random);
    if (list.arcs.empty() || random.chance(0.1)) {
      list.add(random.below(n), 0, 5);
      list.add(1, 1, -1);  // the shortest there is
    } else {
      // Back along a path of the graph, for one less than it costs.
      const Weights d = oracle::floyd_warshall(table_of(list)).best;
      const std::size_t u = random.below(n);
      const std::size_t v = random.below(n);
      if (u == v || !std::isfinite(d(u, v))) continue;
      list.add(v, u, -1 - d(u, v));
    }
    ++cycles;
    const Weights table = table_of(list);
    for_each_arc_type([&]<class T>() {
      const Graph graph = graph_of<T>(list);
      const Grouping& grouping = kGroupings[random.below(std::size(kGroupings))];
      try {
        warpath::solve(graph, with(kKernel, grouped(graph, grouping)));
        ADD_FAILURE() << list.name << ": no error";
      } catch (const warpath::Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::negative_cycle) << list.name << " " << error.what();
        EXPECT_TRUE(proves(error, [&](Index u, Index v) {
          return table(static_cast<std::size_t>(u), static_cast<std::size_t>(v));
        })) << list.name;
      }
    });
  }
  EXPECT_GT(cycles, 30);
}

TEST(SparseOnDevice, ANegativeEdgeOfAnUndirectedGraphIsACycle) {
  ArcList list{.name = "edge", .n = 3, .direction = warpath::Direction::undirected};
  list.add(0, 1, 2);
  list.add(1, 2, -1);
  const Graph graph = graph_of<std::int32_t>(list);
  EXPECT_EQ(code_of([&] { warpath::solve(graph, with(kKernel)); }), ErrorCode::negative_cycle);
  list.direction = warpath::Direction::directed;
  const Graph one_way = graph_of<std::int32_t>(list);
  Options options = with(kKernel);
  EXPECT_EQ(warpath::solve(one_way, options).distance(0, 2), 1);
  options.undirected = true;
  EXPECT_EQ(code_of([&] { warpath::solve(one_way, options); }), ErrorCode::negative_cycle);
}

TEST(SparseOnDevice, DistancesThatOutgrowTheirTypeAreRefused) {
  ArcList list{.name = "chain", .n = 300};
  for (std::size_t v = 1; v < 300; ++v) list.add(v - 1, v, 60);
  const Graph graph = graph_of<std::int16_t>(list);
  std::string text;
  EXPECT_EQ(code_of([&] { warpath::solve(graph, with(kKernel)); }, &text), ErrorCode::bad_input);
  EXPECT_NE(text.find("int16"), std::string::npos) << text;
  // The bound alone does not refuse: what fits is solved.
  for (std::size_t v = 2; v < 300; ++v) list.add(0, v, 100);
  for (std::size_t v = 1; v < 300; ++v) list.add(v, 0, 100);
  const Result result = warpath::solve(graph_of<std::int16_t>(list), with(kKernel));
  EXPECT_EQ(result.distance(5, 7), 120);
  EXPECT_EQ(result.distance(7, 5), 200);
}

TEST(SparseOnDevice, APlanForOtherArcsIsRefused) {
  const Graph grid = warpath::generate(GraphKind::grid, 100);
  const Graph road = warpath::generate(GraphKind::road, 100);
  EXPECT_EQ(code_of([&] { warpath::solve(road, with(kKernel, SparsePlan(grid, Backend::cuda))); }),
            ErrorCode::usage);
}

// --- larger ---------------------------------------------------------------------------------------

void expect_right_rows(const Graph& graph, const Result& result, Index rows) {
  const auto sources = warpath::verify::sample_sources(graph.vertices(), rows);
  const auto certificate = warpath::verify::certify(graph, result, {}, sources);
  EXPECT_TRUE(certificate.ok()) << certificate.failure_text();
}

// Several batches of rows, and tiles of columns that a block takes one after the other.
TEST(SparseOnDevice, SolvesALargeRoadNetwork) {
  if (too_large(20000)) GTEST_SKIP() << "n = 20000 is left out";
  const Graph graph = warpath::generate(GraphKind::road, 20000);
  Options options = with(kKernel);
  options.threads = 0;
  expect_right_rows(graph, warpath::solve(graph, options), 24);
}

TEST(SparseOnDevice, SolvesRoadNetworksOfEveryType) {
  if (too_large(5000)) GTEST_SKIP() << "n = 5000 is left out";
  for (const WeightType type : {WeightType::float64, WeightType::int32, WeightType::int16}) {
    const Graph graph = warpath::generate(GraphKind::road, 5000, {.weight = type});
    Options options = with(kKernel);
    options.threads = 0;
    expect_right_rows(graph, warpath::solve(graph, options), 12);
  }
}

// The front without a boundary is closed by the dense engine from this width on (src/cuda/sparse/kernel.cpp).
constexpr Index kLargeRoot = 1024;
constexpr Index kScaleFree = 5000;

const warpath::sparse::Node& root_of(const SparsePlan& plan) {
  return plan.data().tree.nodes.front();
}

// The links of a scale-free graph, one way, the other, or both, at different whole weights up to `most`, seen from heights up
// to `high`. Nothing leads to the last vertices.
ArcList directed_scale_free(std::int64_t most, std::int64_t high) {
  Random random(61);
  const Graph links = warpath::generate(GraphKind::scale_free, kScaleFree);
  ArcList list{.name = "scale-free", .n = kScaleFree};
  std::vector<double> height(static_cast<std::size_t>(kScaleFree));
  for (double& h : height) h = random.whole(0, high);
  const auto add = [&](std::size_t u, std::size_t v) {
    list.add(u, v, random.whole(1, most) + height[u] - height[v]);
  };
  for (std::size_t u = 0; u < height.size(); ++u) {
    for (auto a = static_cast<std::size_t>(links.offsets()[u]);
         a < static_cast<std::size_t>(links.offsets()[u + 1]); ++a) {
      const auto v = static_cast<std::size_t>(links.targets()[a]);
      if (v >= u) continue;  // each link once
      const std::size_t ways = u >= height.size() - 100 ? 0 : random.below(3);
      if (ways != 1) add(u, v);
      if (ways != 0) add(v, u);
    }
  }
  return list;
}

TEST(SparseOnDevice, LeavesALargeRootToTheDenseEngine) {
  if (too_large(kScaleFree)) GTEST_SKIP() << "n = 5000 is left out";
  const Graph graph = warpath::generate(GraphKind::scale_free, kScaleFree);
  const SparsePlan plan(graph, Backend::cuda);
  ASSERT_GE(root_of(plan).width, kLargeRoot);
  ASSERT_EQ(root_of(plan).boundary, 0);
  Options options = with(kKernel, plan);
  options.threads = 0;
  expect_right_rows(graph, warpath::solve(graph, options), 16);
  options.threads = 1;
  expect_right_rows(graph, warpath::solve(graph, options), 4);

  const Graph whole =
      warpath::generate(GraphKind::scale_free, kScaleFree, {.weight = WeightType::int32});
  const Result got = warpath::solve(whole, with(kKernel, plan));
  EXPECT_EQ(rows_that_differ<std::int32_t>(warpath::solve(whole, with("cuda")), got), 0);
}

template <class S>
void expect_directed(const ArcList& list) {
  using T = typename S::Weight;
  const Graph graph = graph_of<T>(list);
  const SparsePlan plan(graph, Backend::cuda);
  ASSERT_GE(root_of(plan).width, kLargeRoot);
  const Result got = warpath::solve(graph, with(kKernel, plan));
  EXPECT_EQ(rows_that_differ<T>(warpath::solve(graph, with("cuda")), got), 0) << name_of<S>();
  expect_right_rows(graph, got, 4);
  EXPECT_FALSE(got.reachable(0, kScaleFree - 1));
  // Nothing but the root, and a deep tree with boundaries of more than a thousand vertices.
  for (const Grouping& grouping : {Grouping{.leaf = 1 << 20}, kTiny}) {
    const Result other = warpath::solve(graph, with(kKernel, grouped(graph, grouping)));
    EXPECT_EQ(rows_that_differ<T>(got, other), 0) << name_of<S>() << " leaf " << grouping.leaf;
  }
}

TEST(SparseOnDevice, LeavesALargeRootOfDirectedArcsToTheDenseEngine) {
  if (too_large(kScaleFree)) GTEST_SKIP() << "n = 5000 is left out";
  const ArcList negative = directed_scale_free(100, 50);
  expect_directed<FloatPaths>(negative);
  expect_directed<IntPaths>(negative);
}

TEST(SparseOnDevice, LeavesALargeRootOfNarrowWeightsToTheDenseEngine) {
  if (too_large(kScaleFree)) GTEST_SKIP() << "n = 5000 is left out";
  expect_directed<ShortPaths>(directed_scale_free(3, 0));
  expect_directed<DoublePaths>(directed_scale_free(100, 0));
}

// Parts that nothing links have a root each.
TEST(SparseOnDevice, LeavesTwoLargeRootsToTheDenseEngine) {
  if (too_large(2 * kScaleFree)) GTEST_SKIP() << "n = 10000 is left out";
  ArcList list = directed_scale_free(100, 50);
  const std::size_t arcs = list.arcs.size();
  for (std::size_t a = 0; a < arcs; ++a) {
    const auto arc = list.arcs[a];
    list.arcs.push_back({arc.from + kScaleFree, arc.to + kScaleFree, arc.weight});
  }
  list.n = 2 * kScaleFree;
  const Graph graph = graph_of<std::int32_t>(list);
  const SparsePlan plan(graph, Backend::cuda);
  const auto& nodes = plan.data().tree.nodes;
  ASSERT_EQ(
      std::count_if(nodes.begin(), nodes.end(),
                    [](const auto& node) { return node.parent < 0 && node.width >= kLargeRoot; }),
      2);
  for (const int threads : {1, 0}) {
    Options options = with(kKernel, plan);
    options.threads = threads;
    const Result got = warpath::solve(graph, options);
    expect_right_rows(graph, got, 6);
    EXPECT_FALSE(got.reachable(0, kScaleFree));
    EXPECT_FALSE(got.reachable(kScaleFree, 0));
  }
}

TEST(SparseOnDevice, FindsANegativeCycleInALargeRoot) {
  if (too_large(kScaleFree)) GTEST_SKIP() << "n = 5000 is left out";
  ArcList list = directed_scale_free(100, 0);
  const SparsePlan plan(graph_of<float>(list), Backend::cuda);
  const auto& root = root_of(plan);
  ASSERT_GE(root.width, kLargeRoot);
  const auto& place = plan.data().tree.place;
  const auto in_root = [&](Index v) { return place[static_cast<std::size_t>(v)] < root.width; };
  // A link between two of its vertices, there and back at a loss.
  const auto arc = std::find_if(list.arcs.begin(), list.arcs.end(), [&](const auto& candidate) {
    return in_root(candidate.from) && in_root(candidate.to);
  });
  ASSERT_NE(arc, list.arcs.end());
  const auto u = static_cast<std::size_t>(arc->from);
  const auto v = static_cast<std::size_t>(arc->to);
  list.add(u, v, 1);
  list.add(v, u, -2);
  const auto check = [&]<class T>(T) {
    const Graph graph = graph_of<T>(list);
    for (const int threads : {1, 0}) {
      Options options = with(kKernel, plan);
      options.threads = threads;
      try {
        warpath::solve(graph, options);
        ADD_FAILURE() << "no error with " << threads << " threads";
      } catch (const warpath::Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::negative_cycle) << error.what();
        const auto& shown = error.cycle().vertices;
        EXPECT_TRUE(std::any_of(shown.begin(), shown.end(), in_root)) << error.what();
      }
    }
  };
  check(float{});
  check(double{});
  check(std::int32_t{});
}

// --- again and again ------------------------------------------------------------------------------

TEST(SparseOnDevice, GivesTheSameBitsTwentyTimes) {
  struct Case {
    GraphKind kind;
    Index n;
    int runs;
  };
  // The last with a root that the dense engine closes.
  for (const auto& [kind, n, runs] :
       {Case{GraphKind::road, 2500, 20}, Case{GraphKind::gnp, 800, 20},
        Case{GraphKind::scale_free, kScaleFree, 6}}) {
    if (too_large(static_cast<std::size_t>(n))) continue;
    const Graph graph = warpath::generate(kind, n);
    const SparsePlan plan(graph, Backend::cuda);
    const Result want = warpath::solve(graph, with(kKernel, plan));
    for (int run = 1; run < runs; ++run) {
      const Result again = warpath::solve(graph, with(kKernel, plan));
      ASSERT_EQ(rows_that_differ<float>(want, again), 0) << to_string(kind) << " run " << run;
    }
  }
}

// --- under tools ----------------------------------------------------------------------------------

// What scripts/sanitize_gpu.sh can afford: two tiles of columns, tiles of few rows in a deep tree and of many. Not left out by
// WARPATH_TEST_LARGEST. See sparse_runs_test.cpp, too.
TEST(SparseUnderTools, SolvesEveryCombination) {
  Random random(71);
  const ArcList list = random_arcs(Shape::sparse, Sign::positive, false, 300, random);
  for_each_combination([&]<class S>() {
    expect_as_on_the_cpu<S>(list, kTiny, false);
    expect_as_on_the_cpu<S>(list, {}, false);
  });
}

TEST(SparseUnderTools, SolvesNegativeAndUndirectedGraphs) {
  Random random(72);
  const ArcList negative = random_arcs(Shape::grid, Sign::negative, false, 270, random);
  expect_as_on_the_cpu<FloatPaths>(negative, kTiny, false);
  expect_as_on_the_cpu<IntPaths>(negative, kTiny, false);
  expect_as_on_the_cpu<ShortPaths>(negative, {}, false);
  const ArcList undirected = random_arcs(Shape::grid, Sign::zeros, true, 270, random);
  expect_as_on_the_cpu<FloatPaths>(undirected, {}, false);
  expect_as_on_the_cpu<FloatPaths>(undirected, kOneNode, false);
}

}  // namespace
}  // namespace support
