// The sparse method against the dense one and the oracle, on graphs of every kind and supernodes of every size.
#include <gtest/gtest.h>

#include <cmath>

#include "sparse/plan.hpp"
#include "support/arc_lists.hpp"
#include "support/cycles.hpp"
#include "support/sanitizers.hpp"
#include "support/ways.hpp"

namespace support {
namespace {

using warpath::ErrorCode;
using warpath::Graph;
using warpath::Method;
using warpath::Options;
using warpath::Result;
using warpath::sparse::Grouping;

// From one vertex per node to all vertices in one.
constexpr Grouping kGroupings[] = {{},
                                   {.leaf = 1, .widest = 1},
                                   {.leaf = 1},
                                   {.leaf = 2, .row_multiple = 1, .widest = 3},
                                   {.leaf = 7, .columns = 1},
                                   {.leaf = 2, .rows_on_top = 1e6},
                                   {.leaf = 1, .columns = 1e9, .front_cost = 0},
                                   {.leaf = 1000}};

Options sparse_options(const Graph& graph, const Grouping& grouping) {
  Options options;
  options.method = Method::sparse;
  options.kernel = "sparse";
  options.threads = 2;
  options.sparse_plan =
      warpath::sparse::PlanData::make(warpath::sparse::pattern_of(graph), grouping);
  return options;
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

// What a graph's weights are for S: reachability has none of its own.
template <class S>
using GraphWeight =
    std::conditional_t<S::kind == warpath::SemiringKind::reachability, float, typename S::Weight>;

template <class S>
void expect_as_dense(const ArcList& list, const Grouping& grouping, bool undirected,
                     const std::string& isa) {
  using T = typename S::Weight;
  const Graph graph = graph_of<GraphWeight<S>>(list);
  Options options = sparse_options(graph, grouping);
  options.semiring = S::kind;
  options.undirected = undirected;
  options.isa = isa;
  Options dense;
  dense.method = Method::dense;
  dense.semiring = S::kind;
  dense.undirected = undirected;
  const auto want = cells_of<T>(warpath::solve(graph, dense));
  const Result got = warpath::solve(graph, options);
  EXPECT_EQ(got.statistics().plan.kernel->name, "sparse");
  EXPECT_EQ(got.statistics().order_seconds, 0);  // with a plan that was kept
  ASSERT_TRUE(matches(want, cells_of<T>(got), static_cast<std::size_t>(list.n)))
      << name_of<S>() << " isa " << isa;
}

TEST(SparseSolve, GivesTheBitsOfTheDenseMethodForWholeNumbers) {
  Random random(11);
  for (int round = 0; round < (kSanitized ? 150 : 1500); ++round) {
    const std::size_t n = round % 25 == 0 ? random.below(401) : random.below(70);
    const Shape shape = kShapes[static_cast<std::size_t>(round) % std::size(kShapes)];
    const Sign sign = std::array{Sign::positive, Sign::zeros, Sign::negative}[random.below(3)];
    const ArcList list = random_arcs(shape, sign, random.chance(0.4), n, random);
    const std::size_t grouping = random.below(std::size(kGroupings));
    const bool undirected = sign != Sign::negative && random.chance(0.3);
    const auto& isas = present_isas();
    SCOPED_TRACE(testing::Message() << list.name << " round " << round << " grouping " << grouping
                                    << (undirected ? " undirected" : ""));
    int combination = 0;
    const auto skip = static_cast<int>(random.below(3));
    for_each_combination([&]<class S>() {
      // A third of them each time: they take turns.
      if (HasFatalFailure() || combination++ % 3 != skip) return;
      expect_as_dense<S>(list, kGroupings[grouping], undirected, isas[random.below(isas.size())]);
    });
    if (HasFatalFailure()) return;
  }
}

TEST(SparseSolve, OfRealWeightsStaysWithinTheBound) {
  Random random(12);
  for (int round = 0; round < (kSanitized ? 40 : 300); ++round) {
    const std::size_t n = round % 10 == 0 ? random.below(401) : random.below(70);
    const Shape shape = kShapes[static_cast<std::size_t>(round) % std::size(kShapes)];
    ArcList list = random_arcs(shape, Sign::real, random.chance(0.5), n, random);
    for (auto& arc : list.arcs) arc.weight = static_cast<float>(arc.weight);
    const Weights want = oracle::dijkstra(table_of(list));
    const auto expect_close = [&]<class T>(T) {
      const Graph graph = graph_of<T>(list);
      const auto got = cells_of<T>(warpath::solve(
          graph, sparse_options(graph, kGroupings[random.below(std::size(kGroupings))])));
      const double unit = static_cast<double>(n) * std::numeric_limits<T>::epsilon();
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
          const double have = got[i * n + j];
          const double d = want(i, j);
          ASSERT_TRUE(std::isfinite(d) ? std::abs(have - d) <= unit * d : have == d)
              << list.name << " from " << i << " to " << j << ": " << have << ", not " << d;
        }
      }
    };
    ASSERT_NO_FATAL_FAILURE(expect_close(float{}));
    ASSERT_NO_FATAL_FAILURE(expect_close(double{}));
  }
}

TEST(SparseSolve, NegativeCyclesAreErrorsThatShowThem) {
  Random random(13);
  int cycles = 0;
  for (int round = 0; round < (kSanitized ? 60 : 500); ++round) {
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
    ASSERT_TRUE(oracle::floyd_warshall(table).negative_cycle);
    for_each_arc_type([&]<class T>() {
      const Graph graph = graph_of<T>(list);
      const Grouping& grouping = kGroupings[random.below(std::size(kGroupings))];
      try {
        warpath::solve(graph, sparse_options(graph, grouping));
        ADD_FAILURE() << list.name << ": no error";
      } catch (const warpath::Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::negative_cycle) << list.name << " " << error.what();
        EXPECT_TRUE(proves(error, [&](Index u, Index v) {
          return table(static_cast<std::size_t>(u), static_cast<std::size_t>(v));
        })) << list.name;
      }
      EXPECT_EQ(code_of([&] { warpath::solve(graph, {.method = Method::dense}); }),
                ErrorCode::negative_cycle);
    });
  }
  EXPECT_GT(cycles, kSanitized ? 10 : 100);
}

TEST(SparseSolve, ANegativeEdgeOfAnUndirectedGraphIsACycle) {
  ArcList list{.name = "edge", .n = 3, .direction = warpath::Direction::undirected};
  list.add(0, 1, 2);
  list.add(1, 2, -1);
  const Graph graph = graph_of<std::int32_t>(list);
  EXPECT_EQ(code_of([&] { warpath::solve(graph, sparse_options(graph, {})); }),
            ErrorCode::negative_cycle);
  list.direction = warpath::Direction::directed;
  const Graph one_way = graph_of<std::int32_t>(list);
  Options options = sparse_options(one_way, {});
  EXPECT_EQ(warpath::solve(one_way, options).distance(0, 2), 1);
  options.undirected = true;
  EXPECT_EQ(code_of([&] { warpath::solve(one_way, options); }), ErrorCode::negative_cycle);
}

// The contract of docs/numerics.md: refused, never wrong.
TEST(SparseSolve, DistancesThatOutgrowTheirTypeAreRefused) {
  ArcList list{.name = "chain", .n = 300};
  for (std::size_t v = 1; v < 300; ++v) list.add(v - 1, v, 60);
  const Graph graph = graph_of<std::int16_t>(list);
  std::string text;
  EXPECT_EQ(code_of([&] { warpath::solve(graph, sparse_options(graph, {})); }, &text),
            ErrorCode::bad_input);
  EXPECT_NE(text.find("int16"), std::string::npos) << text;
  // The bound alone does not refuse: what fits is solved.
  for (std::size_t v = 2; v < 300; ++v) list.add(0, v, 100);
  for (std::size_t v = 1; v < 300; ++v) list.add(v, 0, 100);
  const Graph fits = graph_of<std::int16_t>(list);
  const Result result = warpath::solve(fits, sparse_options(fits, {}));
  EXPECT_EQ(result.distance(5, 7), 120);
  EXPECT_EQ(result.distance(7, 5), 200);
  // A weight that is no weight.
  list.add(0, 1, 16383);
  const Graph refused = graph_of<std::int16_t>(list);
  EXPECT_EQ(code_of([&] { warpath::solve(refused, sparse_options(refused, {})); }),
            ErrorCode::bad_input);
}

TEST(SparseSolve, ConvertsWeightsLikeTheDenseMethod) {
  Random random(14);
  const ArcList list = random_arcs(Shape::sparse, Sign::positive, false, 90, random);
  const Graph graph = graph_of<double>(list);
  for (const warpath::WeightType type :
       {warpath::WeightType::float32, warpath::WeightType::int32, warpath::WeightType::int16}) {
    Options options = sparse_options(graph, {});
    Options dense{.weights = type, .method = Method::dense};
    options.weights = type;
    const Result got = warpath::solve(graph, options);
    const Result want = warpath::solve(graph, dense);
    EXPECT_EQ(got.weight_type(), type);
    for (Index i = 0; i < 90; ++i) {
      for (Index j = 0; j < 90; ++j) ASSERT_EQ(got.distance(i, j), want.distance(i, j));
    }
  }
  ArcList halves{.name = "half", .n = 2};
  halves.add(0, 1, 0.5);
  const Graph half = graph_of<double>(halves);
  Options options = sparse_options(half, {});
  options.weights = warpath::WeightType::int32;
  EXPECT_EQ(code_of([&] { warpath::solve(half, options); }), ErrorCode::bad_input);
}

}  // namespace
}  // namespace support
