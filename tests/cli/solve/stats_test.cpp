// The histogram for people, amounts of memory, and what a look at the rows finds.
#include "base/any_matrix.hpp"
#include "cli/solve/summary.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "cli/shell/console.hpp"
#include "cli/solve/overview.hpp"
#include "support/ways.hpp"
#include "warpath/warpath.hpp"

namespace warpath::cli {
namespace {

TEST(Bars, AreRebinnedAtMultiplesOfTheirWidth) {
  const Histogram wide = rebinned({0, 1, {0, 0, 0, 1, 2, 3, 4, 5}}, 2);
  EXPECT_EQ(wide.width, 4);
  EXPECT_EQ(wide.first, 0);
  EXPECT_EQ(wide.counts, (std::vector<std::uint64_t>{1, 14}));
  const Histogram same = rebinned({-2, 0.5, {7, 0, 9}}, 16);
  EXPECT_EQ(same.first, -2);
  EXPECT_EQ(same.counts.size(), 3U);
  const Histogram negative = rebinned({-3, 1, {1, 1, 1, 1, 1}}, 3);
  EXPECT_EQ(negative.first, -4);
  EXPECT_EQ(negative.width, 2);
  EXPECT_EQ(negative.counts, (std::vector<std::uint64_t>{1, 2, 2}));
  EXPECT_TRUE(rebinned({}, 16).counts.empty());
  EXPECT_TRUE(rebinned({0, 1, {0, 0}}, 16).counts.empty());
}

TEST(Bars, Fit80Columns) {
  std::vector<std::uint64_t> counts(16, 4'000'000'000'000ULL);
  counts[3] = 1;
  const std::string text = bar_chart({1.5e-7, 0x1p-30, counts});
  std::size_t lines = 0;
  for (std::size_t start = 0; start < text.size(); ++lines) {
    const std::size_t end = text.find('\n', start);
    EXPECT_LE(end - start, 80U) << text;
    EXPECT_NE(text.substr(start, end - start).find('#'), std::string::npos) << "one is not none";
    start = end + 1;
  }
  EXPECT_EQ(lines, 16U);
}

TEST(Memory, IsSaidInManyWays) {
  EXPECT_EQ(to_bytes("0"), 0U);
  EXPECT_EQ(to_bytes("4096"), 4096U);
  EXPECT_EQ(to_bytes("500M"), std::size_t{500} << 20);
  EXPECT_EQ(to_bytes("2g"), std::size_t{2} << 30);
  EXPECT_EQ(to_bytes("1.5GiB"), std::size_t{3} << 29);
  EXPECT_EQ(to_bytes("1.5 GB"), 1'500'000'000U);
  EXPECT_EQ(to_bytes("3kB"), 3000U);
  EXPECT_EQ(to_bytes("1T"), std::size_t{1} << 40);
  for (const char* word :
       {"", "M", "-1", "1X", "1Gib2", "inf", "nan", "1e3", "9999999999T", "1MBs"}) {
    EXPECT_EQ(support::code_of([&] { to_bytes(word); }), ErrorCode::usage) << word;
  }
}

// As the matrix comes, or row by row, and with rows of some vertices only.
TEST(Overview, OfRowsIsThatOfTheMatrix) {
  const Graph graph = Graph::from_arcs<float>(
      40, std::vector<Arc<float>>{{0, 1, 3}, {1, 33, 4}, {33, 5, -1}, {7, 0, 2}, {5, 6, 0}});
  const Result all = solve(graph);
  OverviewBuilder whole(SemiringKind::shortest_path, 40, 40, {});
  whole.add(whole.look_at(0, view_of(all.storage())));
  EXPECT_EQ(whole.overview().pairs, 40 * 39);
  EXPECT_EQ(whole.overview().unreachable, 40 * 39 - 15);
  ASSERT_TRUE(whole.overview().extreme);
  EXPECT_EQ(whole.overview().extreme->distance, 9);
  EXPECT_EQ(whole.overview().extreme->from, 7);
  EXPECT_EQ(whole.overview().extreme->to, 33);
  EXPECT_EQ(whole.overview().sample.to, (std::vector<Index>{0, 9, 19, 29, 39}));

  OverviewBuilder rows(SemiringKind::shortest_path, 40, 40, {});
  for (Index i = 0; i < 40; ++i) {
    rows.add(rows.look_at(i, all.distances<float>().block(i, 0, 1, 40)));
  }
  EXPECT_EQ(rows.overview().unreachable, whole.overview().unreachable);
  EXPECT_EQ(rows.overview().extreme->to, 33);
  EXPECT_EQ(rows.overview().sample.cells, whole.overview().sample.cells);

  const std::vector<Index> sources = {1, 0, 1};
  const Result some = solve_from(graph, sources);
  OverviewBuilder chosen(SemiringKind::shortest_path, 40, 3, sources);
  chosen.add(chosen.look_at(0, view_of(some.storage())));
  EXPECT_EQ(chosen.overview().extreme->from, 0);
  EXPECT_EQ(chosen.overview().extreme->row, 1);
  EXPECT_EQ(chosen.overview().sample.from, sources);
  EXPECT_EQ(chosen.overview().unreachable, 3 * 39 - 3 - 4 - 3);
}

// In two parts, one of which no road leads to.
TEST(Overview, OfASymmetricMatrixIsThatOfItsHalf) {
  const std::vector<Arc<std::int32_t>> roads{{3, 0, 4}, {0, 1, 2}, {4, 2, 1}};
  const Graph graph = Graph::from_arcs<std::int32_t>(5, roads, Direction::undirected);
  const Result all = solve(graph);
  OverviewBuilder whole(SemiringKind::shortest_path, 5, 5, {});
  whole.add(whole.look_at(0, view_of(all.storage())));
  OverviewBuilder half(SemiringKind::shortest_path, 5, 5, {});
  for (Index i = 0; i < 5; ++i) {
    half.add(half.look_at(i, all.distances<std::int32_t>().block(i, 0, 1, 5), true));
  }
  EXPECT_EQ(half.overview().pairs, 20);
  EXPECT_EQ(half.overview().unreachable, 12);
  EXPECT_EQ(half.overview().unreachable, whole.overview().unreachable);
  EXPECT_EQ(half.overview().extreme->distance, 6);
  EXPECT_EQ(half.overview().extreme->from, whole.overview().extreme->from);
  EXPECT_EQ(half.overview().extreme->to, whole.overview().extreme->to);
  EXPECT_EQ(half.overview().sample.cells, whole.overview().sample.cells);
}

// A source that goes round a negative cycle alone: no pair is unbounded, and yet a cycle was marked.
TEST(Overview, KnowsOfACycleThatNoPairUses) {
  const Graph graph = Graph::from_arcs<std::int32_t>(2, std::vector<Arc<std::int32_t>>{{0, 0, -1}});
  Options options;
  options.on_negative_cycle = OnNegativeCycle::mark;
  const Result result = solve(graph, options);
  OverviewBuilder builder(SemiringKind::shortest_path, 2, 2, {});
  builder.add(builder.look_at(0, view_of(result.storage())));
  EXPECT_EQ(builder.overview().unbounded, 0);
  EXPECT_TRUE(builder.overview().marked);
}

TEST(Overview, OfOtherSemirings) {
  const std::vector<Arc<std::int32_t>> arcs{{0, 1, 5}, {1, 2, 3}};
  const Graph graph = Graph::from_arcs<std::int32_t>(3, arcs);
  const auto look = [&](SemiringKind kind) {
    Options options;
    options.semiring = kind;
    const Result result = solve(graph, options);
    OverviewBuilder builder(kind, 3, 3, {});
    builder.add(builder.look_at(0, view_of(result.storage())));
    EXPECT_EQ(builder.overview().unreachable, 3);
    return builder.overview();
  };
  EXPECT_EQ(look(SemiringKind::widest_path).extreme->distance, 3);
  EXPECT_EQ(look(SemiringKind::widest_path).sample.cells[0],
            std::numeric_limits<double>::infinity());
  EXPECT_EQ(look(SemiringKind::minimax_path).extreme->distance, 5);
  EXPECT_FALSE(look(SemiringKind::reachability).extreme);
}

}  // namespace
}  // namespace warpath::cli
