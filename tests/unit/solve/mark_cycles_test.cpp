// OnNegativeCycle::mark, against an oracle that is too simple to be wrong.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "base/semiring.hpp"
#include "support/arc_lists.hpp"
#include "support/ways.hpp"
#include "warpath/measure.hpp"
#include "warpath/rows.hpp"

namespace support {
namespace {

using warpath::ErrorCode;
using warpath::Graph;
using warpath::MatrixView;
using warpath::OnNegativeCycle;
using warpath::Options;
using warpath::Result;
using warpath::ShortestPath;

constexpr double kNone = std::numeric_limits<double>::infinity();

// Who reaches whom, along paths of any length.
std::vector<std::vector<bool>> reach_of(const Weights& table) {
  const std::size_t n = table.n();
  std::vector<std::vector<bool>> reach(n, std::vector<bool>(n));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) reach[i][j] = i == j || table(i, j) != kNone;
  }
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        if (reach[i][k] && reach[k][j]) reach[i][j] = true;
      }
    }
  }
  return reach;
}

// Distances by n rounds over all arcs; whether the next round finds something, too.
bool rounds(const Weights& table, const std::vector<bool>& use, std::vector<double>& distance) {
  const std::size_t n = table.n();
  bool changed = true;
  for (std::size_t round = 0; round <= n && changed; ++round) {
    changed = false;
    for (std::size_t u = 0; u < n; ++u) {
      for (std::size_t v = 0; v < n; ++v) {
        if (!use[u] || !use[v] || table(u, v) == kNone) continue;
        if (!(distance[u] + table(u, v) < distance[v])) continue;
        distance[v] = distance[u] + table(u, v);
        changed = true;
      }
    }
  }
  return changed;
}

// -inf where a negative cycle is on the way.
Weights marked(const Weights& table) {
  const std::size_t n = table.n();
  const auto reach = reach_of(table);
  std::vector<bool> bad(n);
  for (std::size_t v = 0; v < n; ++v) {
    std::vector<bool> same(n);
    for (std::size_t u = 0; u < n; ++u) same[u] = reach[u][v] && reach[v][u];
    std::vector<double> distance(n, 0);
    bad[v] = rounds(table, same, distance);
  }
  std::vector<bool> good(bad);
  good.flip();
  Weights answer(n);
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<double> distance(n, kNone);
    distance[i] = 0;
    rounds(table, good, distance);
    for (std::size_t j = 0; j < n; ++j) {
      answer(i, j) = good[i] ? distance[j] : kNone;
      for (std::size_t k = 0; k < n; ++k) {
        if (bad[k] && reach[i][k] && reach[k][j]) answer(i, j) = -kNone;
      }
    }
  }
  return answer;
}

// Few enough arcs for several components, and enough negative ones for some cycles.
ArcList some_arcs(Random& random, std::size_t n) {
  ArcList list;
  list.n = static_cast<Index>(n);
  const std::size_t arcs = static_cast<std::size_t>(random.real(0.5, 2.2) * static_cast<double>(n));
  const int low = -static_cast<int>(random.below(5));
  for (std::size_t k = 0; k < arcs; ++k) {
    list.add(random.below(n), random.below(n), random.whole(low, 9));
  }
  list.name = "n=" + std::to_string(n) + " arcs=" + std::to_string(arcs);
  return list;
}

Options marking(const Way& way) {
  Options options = way.options(warpath::SemiringKind::shortest_path);
  options.on_negative_cycle = OnNegativeCycle::mark;
  return options;
}

// A row of cells against a row of the oracle's.
template <class T>
testing::AssertionResult same_row(const T* row, const Weights& want, std::size_t source) {
  for (std::size_t j = 0; j < want.n(); ++j) {
    const double expected = want(source, j);
    const T cell = expected == kNone    ? warpath::no_path<T>()
                   : expected == -kNone ? warpath::unbounded<T>()
                                        : static_cast<T>(expected);
    if (row[j] == cell) continue;
    return testing::AssertionFailure()
           << source << " -> " << j << " is " << +row[j] << ", should be " << +cell;
  }
  return testing::AssertionSuccess();
}

template <class T>
testing::AssertionResult same(const Result& result, const Weights& want,
                              const std::vector<Index>& sources) {
  const MatrixView<const T> cells = result.distances<T>();
  if (cells.rows() != static_cast<Index>(sources.size())) {
    return testing::AssertionFailure() << cells.rows() << " rows";
  }
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const auto ok = same_row(cells.data() + static_cast<Index>(i) * cells.row_stride(), want,
                             static_cast<std::size_t>(sources[i]));
    if (!ok) return ok;
  }
  return testing::AssertionSuccess();
}

template <class T>
void check_calls(const ArcList& list, const Weights& want, const Way& way, Random& random) {
  const Options options = marking(way);
  const Graph graph = graph_of<T>(list);
  const Index n = list.n;
  std::vector<Index> all(static_cast<std::size_t>(n));
  std::iota(all.begin(), all.end(), Index{0});
  const auto where = [&](const char* what) {
    return testing::Message() << way << " " << list.name << " " << what;
  };
  const Result result = warpath::solve(graph, options);
  EXPECT_TRUE(same<T>(result, want, all)) << where("solve");
  EXPECT_EQ(result.vertices(), n);
  if (n > 1) {
    EXPECT_EQ(result.distance(0, 1), want(0, 1)) << where("distance");
  }

  Cells<T> cells;
  const Weights table = table_of(list);
  for (std::size_t i = 0; i < want.n(); ++i) {
    for (std::size_t j = 0; j < want.n(); ++j) {
      const double weight = table(i, j);
      cells.push_back(weight == kNone ? warpath::no_path<T>() : static_cast<T>(weight));
    }
  }
  EXPECT_TRUE(same<T>(warpath::solve(MatrixView<const T>::row_major(cells.data(), n, n), options),
                      want, all))
      << where("matrix");

  warpath::Matrix<T> into(n, n);
  warpath::solve_into<T>(graph, into.view(), options);
  for (const Index i : all) {
    EXPECT_TRUE(same_row(&into(i, 0), want, static_cast<std::size_t>(i))) << where("into");
  }

  std::vector<Index> sources;
  for (int k = 0; k < 7; ++k) sources.push_back(static_cast<Index>(random.below(want.n())));
  const Result some = warpath::solve_from(graph, sources, options);
  EXPECT_TRUE(same<T>(some, want, sources)) << where("from");
  EXPECT_EQ(std::vector<Index>(some.sources().begin(), some.sources().end()), sources);

  Index next = 0;
  warpath::stream_rows(graph, sources, options, [&](warpath::Rows& rows) {
    ASSERT_EQ(rows.first, next);
    for (Index i = 0; i < rows.count; ++i, ++next) {
      const auto& got = std::get<warpath::Matrix<T>>(rows.distances);
      EXPECT_TRUE(same_row(got.data() + i * got.leading_dimension(), want,
                           static_cast<std::size_t>(sources[static_cast<std::size_t>(next)])))
          << where("stream");
    }
  });
  EXPECT_EQ(next, 7) << where("stream");
}

TEST(MarkCycles, AsTheOracleDoes) {
  for_each_weight([]<class S>() {
    using T = typename S::Weight;
    Random random(11);
    int with = 0;
    for (int round = 0; round < 60; ++round) {
      const ArcList list = some_arcs(random, 1 + random.below(24));
      const Weights want = marked(table_of(list));
      for (std::size_t i = 0; i < want.n(); ++i) with += want(i, i) == -kNone;
      for (const Way& way : each_kernel<S>(1)) check_calls<T>(list, want, way, random);
    }
    EXPECT_GT(with, 20);
  });
}

// So large that the sparse method is at home.
TEST(MarkCycles, InLargerGraphs) {
  Random random(12);
  for (int round = 0; round < 3; ++round) {
    ArcList list = random_arcs(Shape::parts, Sign::negative, false, 200, random);
    for (int k = 0; k < 3; ++k) {
      const std::size_t u = random.below(200);
      list.add(u, (u + 5) % 200, -3);
      list.add((u + 5) % 200, u, 2);
    }
    const Weights want = marked(table_of(list));
    for (const Way& way : each_kernel<ShortestPath<std::int32_t>>(2)) {
      check_calls<std::int32_t>(list, want, way, random);
    }
  }
}

// Vertex 3 is reached through the cycle at 1, and round it by way of 2, from where another cycle is
// reached. However vertices are numbered: components are walked in an order of their own.
TEST(MarkCycles, AWayRoundACycleDoesNotHideTheOneThroughIt) {
  const std::vector<warpath::Arc<std::int32_t>> arcs{{0, 1, 1}, {1, 1, -1}, {1, 3, 1}, {0, 2, 1},
                                                     {2, 3, 1}, {2, 4, 1},  {4, 4, -1}};
  std::vector<Index> number{0, 1, 2, 3, 4};
  const auto at = [&](Index v) { return number[static_cast<std::size_t>(v)]; };
  Options options;
  options.on_negative_cycle = OnNegativeCycle::mark;
  do {
    std::vector<warpath::Arc<std::int32_t>> renumbered;
    for (const auto& arc : arcs) renumbered.push_back({at(arc.from), at(arc.to), arc.weight});
    const Result result = warpath::solve(Graph::from_arcs<std::int32_t>(5, renumbered), options);
    for (const Index v : {1, 3, 4}) ASSERT_EQ(result.distance(at(0), at(v)), -kNone) << v;
    ASSERT_EQ(result.distance(at(0), at(2)), 1);
    ASSERT_EQ(result.distance(at(2), at(3)), 1);
  } while (std::next_permutation(number.begin(), number.end()));
}

// An order that was kept is that of all arcs, and no reason to refuse the rest.
TEST(MarkCycles, WithAKeptPlan) {
  Random random(15);
  ArcList list = random_arcs(Shape::grid, Sign::positive, true, 150, random);
  list.direction = warpath::Direction::directed;
  list.add(3, 4, -30);
  list.add(4, 3, 1);
  const Graph graph = graph_of<std::int32_t>(list);
  Options options;
  options.method = warpath::Method::sparse;
  options.on_negative_cycle = OnNegativeCycle::mark;
  options.sparse_plan = warpath::SparsePlan(graph);
  std::vector<Index> all(150);
  std::iota(all.begin(), all.end(), Index{0});
  const Weights want = marked(table_of(list));
  EXPECT_EQ(want(3, 3), -kNone);
  EXPECT_TRUE(same<std::int32_t>(warpath::solve(graph, options), want, all));
  EXPECT_TRUE(same<std::int32_t>(warpath::solve_from(graph, all, options), want, all));
}

TEST(MarkCycles, Undirected) {
  // 0 - 1 - 2 with a negative edge, 3 - 4 without.
  const std::vector<warpath::Arc<std::int32_t>> arcs{{0, 1, 4}, {1, 2, -1}, {3, 4, 6}};
  for (const bool stored : {false, true}) {
    const Graph graph = Graph::from_arcs<std::int32_t>(
        5, arcs, stored ? warpath::Direction::undirected : warpath::Direction::directed);
    for (Way way : each_kernel(1)) {
      way.undirected = !stored;
      const Result result = warpath::solve(graph, marking(way));
      for (Index i = 0; i < 3; ++i) {
        for (Index j = 0; j < 3; ++j) EXPECT_EQ(result.distance(i, j), -kNone) << way;
        EXPECT_FALSE(result.reachable(i, 3)) << way;
      }
      EXPECT_EQ(result.distance(4, 3), 6) << way;
      EXPECT_EQ(result.distance(4, 4), 0) << way;
    }
  }
}

// All vertices are on it, and nothing is left to solve.
TEST(MarkCycles, Everywhere) {
  const std::vector<warpath::Arc<float>> arcs{{0, 1, 1}, {1, 2, 1}, {2, 0, -3}};
  const Graph graph = Graph::from_arcs<float>(3, arcs);
  for (const Way& way : each_kernel(1)) {
    const Result result = warpath::solve(graph, marking(way));
    for (Index i = 0; i < 3; ++i) {
      for (Index j = 0; j < 3; ++j) EXPECT_EQ(result.distance(i, j), -kNone) << way;
    }
  }
}

// No cycle: as if nothing had been asked for.
TEST(MarkCycles, WithoutAny) {
  Random random(13);
  const ArcList list = random_arcs(Shape::sparse, Sign::negative, false, 60, random);
  const Graph graph = graph_of<std::int32_t>(list);
  for (const Way& way : each_kernel(1)) {
    const Result plain = warpath::solve(graph, way.options(warpath::SemiringKind::shortest_path));
    const Result asked = warpath::solve(graph, marking(way));
    for (Index i = 0; i < list.n; ++i) {
      for (Index j = 0; j < list.n; ++j) EXPECT_EQ(plain.distance(i, j), asked.distance(i, j));
    }
  }
}

TEST(MarkCycles, IsRefusedWhereItCannotBe) {
  const std::vector<warpath::Arc<float>> arcs{{0, 1, 1}};
  const Graph graph = Graph::from_arcs<float>(2, arcs);
  Options options;
  options.on_negative_cycle = OnNegativeCycle::mark;
  EXPECT_EQ(code_of([&] { warpath::measure(graph, options); }), ErrorCode::unsupported);
  std::vector<float> cells{0, 1, 1, 0};
  const MatrixView<float> view(cells.data(), 2, 2, 2);
  EXPECT_EQ(code_of([&] { warpath::solve_in_place(view, options); }), ErrorCode::unsupported);
  EXPECT_EQ(cells, (std::vector<float>{0, 1, 1, 0}));
  // There is nothing to mark for others.
  options.semiring = warpath::SemiringKind::widest_path;
  EXPECT_EQ(code_of([&] { warpath::solve_in_place(view, options); }), std::nullopt);
}

// What rounding makes of zero is no cycle, and what is left beside a real one is solved.
TEST(MarkCycles, TellsRoundingFromCycles) {
  Random random(14);
  const std::size_t n = 120;
  std::vector<double> height(n);
  for (double& h : height) h = random.real(0, 1000);
  Cells<float> cells(n * n, ShortestPath<float>::no_path());
  for (std::size_t i = 0; i + 2 < n; ++i) {
    for (std::size_t j = 0; j + 2 < n; ++j) {
      if (i != j) cells[i * n + j] = static_cast<float>(height[i] - height[j]);
    }
  }
  cells[(n - 2) * n + n - 1] = 1;
  cells[(n - 1) * n + n - 2] = -2;
  cells[(n - 1) * n] = 5;
  const auto size = static_cast<Index>(n);
  for (const Way& way : each_kernel(1)) {
    const Result result =
        warpath::solve(MatrixView<const float>::row_major(cells.data(), size, size), marking(way));
    for (Index i = 0; i < size; ++i) {
      for (Index j = 0; j < size; ++j) {
        if (i >= size - 2) {
          EXPECT_EQ(result.distance(i, j), -kNone) << way;
        } else if (j >= size - 2) {
          EXPECT_EQ(result.distance(i, j), kNone) << way;
        } else {
          const double want =
              height[static_cast<std::size_t>(i)] - height[static_cast<std::size_t>(j)];
          EXPECT_NEAR(result.distance(i, j), want, 0.1) << way;
        }
      }
    }
  }
}

// Some rows with their predecessors: as the oracle says, and no path goes with a distance that is
// none.
void check_paths(const Result& result, const Weights& table, const Weights& want,
                 const std::vector<Index>& sources, const std::string& where) {
  EXPECT_TRUE(same<std::int32_t>(result, want, sources)) << where;
  for (std::size_t row = 0; row < sources.size(); ++row) {
    const auto from = static_cast<std::size_t>(sources[row]);
    for (std::size_t to = 0; to < want.n(); ++to) {
      if (!std::isfinite(want(from, to))) {
        EXPECT_EQ(result.predecessors()(static_cast<Index>(row), static_cast<Index>(to)), -1);
        continue;
      }
      const std::vector<Index> path = result.path(sources[row], static_cast<Index>(to));
      ASSERT_FALSE(path.empty()) << where;
      double sum = 0;
      for (std::size_t k = 1; k < path.size(); ++k) {
        sum += table(static_cast<std::size_t>(path[k - 1]), static_cast<std::size_t>(path[k]));
      }
      EXPECT_EQ(sum, want(from, to)) << where;
    }
  }
}

TEST(MarkCycles, KeepsPaths) {
  Random random(15);
  for (int round = 0; round < 20; ++round) {
    const ArcList list = some_arcs(random, 20);
    const Graph graph = graph_of<std::int32_t>(list);
    const Weights table = table_of(list);
    const Weights want = marked(table);
    std::vector<Index> all(20);
    std::iota(all.begin(), all.end(), Index{0});
    std::vector<Index> some;
    for (int k = 0; k < 9; ++k) some.push_back(static_cast<Index>(random.below(20)));
    for (const Way& way : each_kernel<ShortestPath<std::int32_t>>(1)) {
      if (!way.production) continue;  // the paper's have no predecessors
      Options options = marking(way);
      options.predecessors = true;
      options.batch = 4;
      const std::string where = way.kernel + " " + list.name;
      check_paths(warpath::solve(graph, options), table, want, all, where);
      check_paths(warpath::solve_from(graph, some, options), table, want, some, where);
      warpath::stream_rows(graph, some, options, [&](warpath::Rows& rows) {
        const auto first = some.begin() + rows.first;
        const std::vector<Index> sources(first, first + rows.count);
        const Result result(std::move(rows.distances), warpath::SemiringKind::shortest_path, {},
                            sources, std::move(rows.predecessors));
        check_paths(result, table, want, sources, where + " stream");
      });
    }
  }
}

// Weights in any layout: they are copied as they are seen.
TEST(MarkCycles, InMatricesByColumns) {
  Random random(16);
  for (int round = 0; round < 10; ++round) {
    const ArcList list = some_arcs(random, 20);
    const Weights table = table_of(list);
    const Weights want = marked(table);
    Cells<double> turned;
    for (std::size_t j = 0; j < 20; ++j) {
      for (std::size_t i = 0; i < 20; ++i) turned.push_back(table(i, j));
    }
    const MatrixView<const double> weights(turned.data(), 20, 20, 1, 20);
    for (const Way& way : each_kernel(1)) {
      warpath::Matrix<double> into(20, 20);
      warpath::solve_into<double>(weights, into.view(), marking(way));
      for (std::size_t i = 0; i < 20; ++i) {
        EXPECT_TRUE(same_row(&into(static_cast<Index>(i), 0), want, i)) << way << " " << list.name;
      }
    }
  }
}

// A matrix is copied for it, which the plan of the solve does not count.
TEST(MarkCycles, KeepsToTheMemoryLimit) {
  const Index n = 64;
  Cells<float> cells(static_cast<std::size_t>(n * n), 1);
  cells[1] = -2;
  const auto weights = MatrixView<const float>::row_major(cells.data(), n, n);
  Options options;
  options.on_negative_cycle = OnNegativeCycle::mark;
  options.memory_limit = warpath::plan_solve(weights, options).bytes();
  EXPECT_EQ(code_of([&] { warpath::solve(weights, options); }), ErrorCode::does_not_fit);
  options.memory_limit += cells.size() * sizeof(float);
  EXPECT_EQ(code_of([&] { warpath::solve(weights, options); }), std::nullopt);
}

}  // namespace
}  // namespace support
