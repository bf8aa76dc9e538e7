// Predecessors of graphs: parallel arcs, either direction, some rows, batches of rows.
#include <gtest/gtest.h>

#include "base/semiring.hpp"
#include "support/arc_lists.hpp"
#include "support/walk.hpp"
#include "support/ways.hpp"
#include "warpath/generate.hpp"
#include "warpath/measure.hpp"
#include "warpath/rows.hpp"

namespace support {
namespace {

using warpath::Graph;
using warpath::Options;
using warpath::Result;
using S = warpath::ShortestPath<std::int32_t>;

// With parallel arcs, self-loops, weights of 0, and vertices that nothing leads to.
ArcList tangled(Index n, Random& random) {
  ArcList list{.n = n};
  const auto any = [&] { return random.below(static_cast<std::size_t>(n)); };
  for (Index a = 0; a < 3 * n; ++a) list.add(any(), any(), random.whole(0, 9));
  return list;
}

Cells<std::int32_t> cells_of(const ArcList& list, bool both_ways) {
  ArcList all = list;
  if (both_ways) all.direction = warpath::Direction::undirected;
  return to_cells<S>(table_of(all));
}

std::vector<std::string> graph_kernels() {
  std::vector<std::string> names;
  for (const Way& way : each_kernel<S>(2)) {
    if (way.production) names.push_back(way.kernel);
  }
  return names;
}

TEST(GraphRoutes, AreWalkedForAllRowsSomeAndBatches) {
  Random random(11);
  for (const std::string& kernel : graph_kernels()) {
    for (const bool both_ways : {false, true}) {
      for (const Index n : {1, 2, 19, 90}) {
        const ArcList list = tangled(n, random);
        const Graph graph = graph_of<std::int32_t>(list);
        const auto cells = cells_of(list, both_ways);
        Options options;
        options.kernel = kernel;
        options.threads = 2;
        options.undirected = both_ways;
        options.predecessors = true;
        const auto where = [&] { return testing::Message() << kernel << " n=" << n; };
        EXPECT_TRUE(walks<S>(warpath::solve(graph, options), cells)) << where();

        const std::vector<Index> sources{n - 1, 0, n / 2, 0};
        EXPECT_TRUE(walks<S>(warpath::solve_from(graph, sources, options), cells)) << where();

        Index seen = 0;
        options.memory_limit = kernel == "cpu" ? 0 : std::size_t{64} << 20;
        warpath::stream_rows(graph, sources, options, [&](warpath::Rows& rows) {
          ASSERT_EQ(rows.first, seen);
          seen += rows.count;
          const auto& distances = std::get<warpath::Matrix<std::int32_t>>(rows.distances);
          EXPECT_TRUE(walks<S>(
              distances.view().block(0, 0, rows.count, n),
              std::as_const(rows.predecessors).view().block(0, 0, rows.count, n),
              [&](Index i) { return sources[static_cast<std::size_t>(rows.first + i)]; },
              [&](Index u, Index v) { return cells[static_cast<std::size_t>(u * n + v)]; }))
              << where();
        });
        EXPECT_EQ(seen, 4) << where();
      }
    }
  }
}

TEST(GraphRoutes, AnswerByPath) {
  const std::vector<warpath::Arc<float>> arcs{{0, 1, 1}, {1, 2, 1}, {0, 2, 5}, {3, 0, 1}};
  const Graph graph = Graph::from_arcs<float>(4, arcs);
  const Result result = warpath::solve(graph, {.predecessors = true});
  EXPECT_EQ(result.path(3, 2), (std::vector<Index>{3, 0, 1, 2}));
  EXPECT_EQ(result.path(2, 2), (std::vector<Index>{2}));
  EXPECT_TRUE(result.path(2, 0).empty());
  const std::vector<std::pair<Index, Index>> pairs{{0, 2}, {2, 3}};
  EXPECT_EQ(result.paths(pairs),
            (std::vector<std::vector<Index>>{{0, 1, 2}, std::vector<Index>{}}));
  EXPECT_EQ(code_of([&] { result.path(0, 4); }), warpath::ErrorCode::usage);
  EXPECT_EQ(code_of([&] { warpath::solve(graph).path(0, 1); }), warpath::ErrorCode::usage);
}

TEST(GraphRoutes, AreRefusedWhereTheyHaveNoPlace) {
  const Graph graph = warpath::generate(warpath::GraphKind::grid, 9, {});
  warpath::Matrix<float> matrix(9, 9, 1.0F);
  const Options options{.predecessors = true};
  EXPECT_EQ(code_of([&] { warpath::solve_in_place<float>(matrix.view(), options); }),
            warpath::ErrorCode::unsupported);
  EXPECT_EQ(code_of([&] { warpath::solve_into<float>(graph, matrix.view(), options); }),
            warpath::ErrorCode::unsupported);
  EXPECT_EQ(code_of([&] { warpath::measure(graph, options); }), warpath::ErrorCode::unsupported);
  for (const warpath::KernelInfo& kernel : warpath::kernels()) {
    if (kernel.family != warpath::KernelFamily::paper || kernel.backend != warpath::Backend::cpu) {
      continue;
    }
    Options by_name = options;
    by_name.kernel = kernel.name;
    EXPECT_EQ(code_of([&] { warpath::solve(graph, by_name); }), warpath::ErrorCode::unsupported)
        << kernel.name;
  }
}

// Floats whose sums depend on their order, at a size where many do.
TEST(GraphRoutes, OfALargerRoadNetworkAreTrees) {
  const Graph graph = warpath::generate(warpath::GraphKind::road, 2500, {});
  const Result result = warpath::solve(graph, {.predecessors = true, .threads = 2});
  for (Index i = 0; i < graph.vertices(); i += 97) {
    for (Index j = 0; j < graph.vertices(); ++j) {
      const auto path = result.path(i, j);  // would not end in a circle
      ASSERT_EQ(path.empty(), !result.reachable(i, j));
    }
  }
}

// Arcs that add nothing to a distance once it has been rounded: from far away, vertices at either end
// would be each other's predecessors.
TEST(GraphRoutes, OfArcsThatRoundingSwallowsAreTrees) {
  ArcList list{.n = 21};
  list.direction = warpath::Direction::undirected;
  for (Index v = 1; v < list.n; ++v) {
    list.add(static_cast<std::size_t>(v - 1), static_cast<std::size_t>(v), v % 7 < 3 ? 1e-3 : 1e6);
  }
  using Float = warpath::ShortestPath<float>;
  const auto cells = to_cells<Float>(table_of(list));
  Options options{.predecessors = true};
  for (const std::string& kernel : graph_kernels()) {
    options.kernel = kernel;
    EXPECT_TRUE(walks<Float>(warpath::solve(graph_of<float>(list), options), cells)) << kernel;
  }
}

// Rows and vertices are looked at 16 at a time.
TEST(GraphRoutes, AreWholeWhereTilesAreNot) {
  using Narrow = warpath::ShortestPath<std::int16_t>;
  using Wide = warpath::ShortestPath<double>;
  Random random(5);
  Options options{.predecessors = true};
  for (const Index n : {15, 16, 17, 31, 32, 33, 48}) {
    const ArcList list = tangled(n, random);
    EXPECT_TRUE(walks<Narrow>(warpath::solve(graph_of<std::int16_t>(list), options),
                              to_cells<Narrow>(table_of(list))))
        << n;
    EXPECT_TRUE(walks<Wide>(warpath::solve(graph_of<double>(list), options),
                            to_cells<Wide>(table_of(list))))
        << n;
  }
}

// 1 and 2 are each other's predecessors as far as sums say, and an arc of weight 0 lies beside the one
// that is taken: it does not lead on.
TEST(GraphRoutes, AnArcOfWeightZeroBesideANegativeOneExplainsNothing) {
  const std::vector<warpath::Arc<std::int32_t>> arcs{
      {0, 3, 4}, {3, 2, 1}, {1, 2, 1}, {2, 1, -1}, {2, 1, 0}};
  const Graph graph = Graph::from_arcs<std::int32_t>(4, arcs);
  const std::vector<Index> sources{0};
  for (const char* kernel : {"cpu", "sparse"}) {
    Options options{.predecessors = true};
    options.kernel = kernel;
    const Result result = warpath::solve_from(graph, sources, options);
    EXPECT_EQ(result.predecessors()(0, 1), 2) << kernel;
    EXPECT_EQ(result.predecessors()(0, 2), 3) << kernel;
  }
}

}  // namespace
}  // namespace support
