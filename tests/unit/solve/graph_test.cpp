// From a Graph to a Result: parallel arcs, directions, and what a Result answers.
#include <gtest/gtest.h>

#include <cmath>

#include "base/semiring.hpp"
#include "support/random.hpp"
#include "support/ways.hpp"
#include "warpath/graph.hpp"

namespace support {
namespace {

using warpath::Arc;
using warpath::Direction;
using warpath::ErrorCode;
using warpath::Graph;
using warpath::Options;
using warpath::SemiringKind;

Options for_semiring(SemiringKind kind) {
  Options options;
  options.semiring = kind;
  return options;
}

TEST(SolveGraph, OfParallelArcsTheBestCounts) {
  const Arc<float> arcs[] = {{0, 1, 5}, {0, 1, 3}, {0, 1, 7}, {0, 1, 4}};
  const Graph graph = Graph::from_arcs<float>(2, arcs);
  for (const Way& way : each_kernel(1)) {
    EXPECT_EQ(warpath::solve(graph, way.options(SemiringKind::shortest_path)).distance(0, 1), 3);
    EXPECT_EQ(warpath::solve(graph, way.options(SemiringKind::widest_path)).distance(0, 1), 7);
    EXPECT_EQ(warpath::solve(graph, way.options(SemiringKind::minimax_path)).distance(0, 1), 3);
    EXPECT_EQ(warpath::solve(graph, way.options(SemiringKind::reachability)).distance(0, 1), 1);
  }
}

TEST(SolveGraph, OfParallelSelfLoopsTheBestCounts) {
  const Arc<std::int32_t> harmless[] = {{0, 0, 5}, {0, 0, 0}, {0, 1, 2}};
  EXPECT_EQ(warpath::solve(Graph::from_arcs<std::int32_t>(2, harmless)).distance(0, 0), 0);
  const Arc<std::int32_t> negative[] = {{0, 0, 5}, {0, 0, -1}, {0, 0, 3}, {0, 1, 2}};
  EXPECT_EQ(code_of([&] { warpath::solve(Graph::from_arcs<std::int32_t>(2, negative)); }),
            ErrorCode::negative_cycle);
}

// The same random graph as arcs, some of them twice, and as a matrix.
template <class S>
void expect_like_the_matrix(const Family& one, std::size_t n, Direction direction) {
  using T = typename S::Weight;
  const Weights table = one.make(n, limit_of<S>());
  auto cells = to_cells<S>(table);
  Random random(n);
  std::vector<Arc<T>> arcs;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      if (table(i, j) == oracle::absent<double>()) continue;
      const auto from = static_cast<Index>(i);
      const auto to = static_cast<Index>(j);
      arcs.push_back({from, to, cells[i * n + j]});
      if (random.chance(0.1)) arcs.push_back(arcs.back());
    }
  }
  for (std::size_t a = arcs.size(); a > 1; --a) std::swap(arcs[a - 1], arcs[random.below(a)]);
  if (direction == Direction::undirected) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        T& a = cells[i * n + j];
        T& b = cells[j * n + i];
        a = b = S::is_better(a, b) ? a : b;
      }
    }
  }
  const Graph graph = Graph::from_arcs<T>(static_cast<Index>(n), arcs, direction);
  for (const Way& way : each_kernel(2)) {
    const warpath::Result result = warpath::solve(graph, way.options(S::kind));
    ASSERT_EQ(result.vertices(), static_cast<Index>(n));
    ASSERT_EQ(result.weight_type(), warpath::weight_type_of<T>);
    ASSERT_EQ(result.semiring(), S::kind);
    const auto want = solved<S>(cells, n, way);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        const auto from = static_cast<Index>(i);
        const auto to = static_cast<Index>(j);
        ASSERT_TRUE(same_bits(result.distances<T>()(from, to), want[i * n + j]))
            << way << " " << name_of<S>() << " n=" << n << " family=" << one.name << " (" << i
            << ", " << j << ")";
        ASSERT_EQ(result.reachable(from, to), want[i * n + j] != S::no_path());
      }
    }
  }
}

TEST(SolveGraph, GivesWhatTheMatrixGives) {
  for (const char* name : {"empty", "sparse", "negative_sparse", "scale_free", "self_loops"}) {
    for (const std::size_t n : {0u, 1u, 2u, 33u, 70u, 131u}) {
      for (const Direction direction : {Direction::directed, Direction::undirected}) {
        if (direction == Direction::undirected && family(name).negative) continue;
        for_each_combination([&]<class S>() {
          if constexpr (S::kind != SemiringKind::reachability) {
            expect_like_the_matrix<S>(family(name), n, direction);
          }
        });
      }
    }
  }
}

TEST(SolveGraph, OfNoVerticesIsEmpty) {
  for (const Way& way : each_kernel(1)) {
    const warpath::Result result = warpath::solve(Graph(), way.options(SemiringKind{}));
    EXPECT_EQ(result.vertices(), 0);
    EXPECT_EQ(code_of([&] { (void)result.distance(0, 0); }), ErrorCode::usage);
  }
}

TEST(SolveGraph, UndirectedOptionMakesArcsTwoWay) {
  const Arc<float> arcs[] = {{0, 1, 2}, {1, 2, 3}, {2, 1, 1}};
  const Graph graph = Graph::from_arcs<float>(3, arcs);
  Options options;
  EXPECT_FALSE(warpath::solve(graph, options).reachable(1, 0));
  options.undirected = true;
  const warpath::Result result = warpath::solve(graph, options);
  EXPECT_EQ(result.distance(1, 0), 2);
  EXPECT_EQ(result.distance(1, 2), 1);
  EXPECT_EQ(result.distance(2, 0), 3);
  EXPECT_TRUE(result.statistics().plan.problem.symmetric);
}

TEST(SolveGraph, DistanceSaysWhereThereIsNoPath) {
  const double inf = std::numeric_limits<double>::infinity();
  const Arc<std::int32_t> arcs[] = {{0, 1, 9}};
  const Graph graph = Graph::from_arcs<std::int32_t>(3, arcs);
  EXPECT_EQ(warpath::solve(graph, for_semiring(SemiringKind::shortest_path)).distance(1, 0), inf);
  EXPECT_EQ(warpath::solve(graph, for_semiring(SemiringKind::widest_path)).distance(1, 0), -inf);
  EXPECT_EQ(warpath::solve(graph, for_semiring(SemiringKind::minimax_path)).distance(1, 0), inf);
  EXPECT_EQ(warpath::solve(graph, for_semiring(SemiringKind::reachability)).distance(1, 0), 0);
  for (const SemiringKind kind : {SemiringKind::shortest_path, SemiringKind::widest_path,
                                  SemiringKind::minimax_path, SemiringKind::reachability}) {
    const warpath::Result result = warpath::solve(graph, for_semiring(kind));
    EXPECT_FALSE(result.reachable(1, 0));
    EXPECT_TRUE(result.reachable(0, 1));
    EXPECT_TRUE(result.reachable(2, 2));
  }
}

// Reachability does not ask what an arc weighs, whoever works on it.
TEST(Graph, OfAMatrixHasArcsOfAnyWeight) {
  const auto check = []<class T>(T lowest) {
    const T none = warpath::no_path<T>();
    const std::vector<T> cells{none, lowest, none, none, none, T{1}, none, none, none};
    for (const auto method : {warpath::Method::dense, warpath::Method::sparse}) {
      warpath::Options options;
      options.semiring = SemiringKind::reachability;
      options.method = method;
      const auto result =
          warpath::solve(warpath::MatrixView<const T>(cells.data(), 3, 3, 3), options);
      EXPECT_TRUE(result.reachable(0, 2)) << to_string(method);
      EXPECT_FALSE(result.reachable(2, 0)) << to_string(method);
    }
  };
  check(-std::numeric_limits<float>::infinity());
  check(-std::numeric_limits<double>::infinity());
  check(std::numeric_limits<std::int32_t>::lowest());
  check(std::numeric_limits<std::int16_t>::lowest());
  check(std::numeric_limits<std::int64_t>::lowest());
}

TEST(SolveGraph, AskingForAVertexThatIsNotThereIsAnError) {
  const Arc<float> arcs[] = {{0, 1, 9}};
  const warpath::Result result = warpath::solve(Graph::from_arcs<float>(2, arcs));
  for (const auto& [from, to] : {std::pair<Index, Index>{-1, 0}, {0, -1}, {2, 0}, {0, 2}}) {
    std::string text;
    EXPECT_EQ(code_of([&, f = from, t = to] { (void)result.distance(f, t); }, &text),
              ErrorCode::usage);
    EXPECT_NE(text.find(std::to_string(from == 0 ? to : from)), std::string::npos) << text;
    EXPECT_EQ(code_of([&, f = from, t = to] { (void)result.reachable(f, t); }), ErrorCode::usage);
  }
  EXPECT_EQ(code_of([&] { (void)result.distances<double>(); }), ErrorCode::usage);
}

TEST(SolveGraph, PlanSolveIsWhatSolveDoes) {
  std::vector<Arc<float>> arcs;
  for (Index i = 0; i < 99; ++i) arcs.push_back({i, i + 1, 1.0f});
  for (const Direction direction : {Direction::directed, Direction::undirected}) {
    const Graph graph = Graph::from_arcs<float>(100, arcs, direction);
    const warpath::Plan plan = warpath::plan_solve(graph);
    const warpath::Result result = warpath::solve(graph);
    const warpath::Plan& done = result.statistics().plan;
    EXPECT_EQ(plan.kernel, done.kernel);
    EXPECT_EQ(plan.isa, done.isa);
    EXPECT_EQ(plan.block, done.block);
    EXPECT_EQ(plan.threads, done.threads);
    EXPECT_EQ(plan.bytes(), done.bytes());
    EXPECT_EQ(plan.tasks, done.tasks);
    EXPECT_EQ(plan.problem.n, 100);
    EXPECT_EQ(plan.problem.symmetric, direction == Direction::undirected);
    EXPECT_TRUE(plan.problem.nonnegative);
  }
}

TEST(SolveGraph, StatisticsHoldTogether) {
  const std::size_t n = 200;
  auto cells = to_cells<warpath::ShortestPath<float>>(family("complete").make(n, 0));
  for (const Way& way : each_kernel(1)) {
    auto copy = cells;
    const warpath::Statistics statistics = warpath::solve_in_place(
        warpath::MatrixView<float>(copy.data(), 200, 200, 200), way.options(SemiringKind{}));
    EXPECT_EQ(statistics.plan.kernel->name, way.kernel);
    EXPECT_GT(statistics.seconds, 0);
    const bool dense = statistics.plan.method() == warpath::Method::dense;
    EXPECT_NEAR(statistics.tasks_per_second * statistics.seconds,
                dense ? 8e6 : statistics.plan.tasks, 8);
    EXPECT_TRUE(statistics.plan.problem.in_place);
    EXPECT_EQ(statistics.plan.matrix_bytes, 0u);
  }
}

}  // namespace
}  // namespace support
