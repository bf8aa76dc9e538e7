// Distances without a matrix of all of them: some rows, streamed rows.
#include <gtest/gtest.h>

#include <numeric>
#include <stdexcept>

#include "support/arc_lists.hpp"
#include "support/ways.hpp"
#include "warpath/generate.hpp"
#include "warpath/rows.hpp"

namespace support {
namespace {

using warpath::ErrorCode;
using warpath::Graph;
using warpath::Matrix;
using warpath::Method;
using warpath::Options;
using warpath::Result;

Options with(const char* kernel, int threads = 2) {
  Options options;
  options.kernel = kernel;
  options.threads = threads;
  return options;
}

// The kernels of the sparse method that run here, and a dense one: all have the same doors.
std::vector<std::string> kernels_for_graphs(bool nonnegative) {
  std::vector<std::string> names{"cpu"};
  for (const warpath::KernelInfo& kernel : warpath::kernels()) {
    const warpath::Problem problem{
        .n = 10, .weight = warpath::WeightType::int32, .nonnegative = nonnegative};
    if (kernel.method == Method::dense || kernel.backend != warpath::Backend::cpu) continue;
    if (kernel.unsupported(problem).empty()) names.push_back(std::string(kernel.name));
  }
  return names;
}

std::vector<std::vector<Index>> lists_of_sources(Index n, Random& random) {
  std::vector<Index> all(static_cast<std::size_t>(n));
  std::iota(all.begin(), all.end(), Index{0});
  std::vector<std::vector<Index>> lists{{}, all, {all.rbegin(), all.rend()}};
  if (n == 0) return lists;
  const auto any = [&] { return static_cast<Index>(random.below(static_cast<std::size_t>(n))); };
  lists.push_back({any()});
  lists.push_back(std::vector<Index>(5, any()));
  lists.push_back({n - 1, 0, n - 1, n / 2, 0});
  // As many as there are vertices, in order, and yet not all of them.
  std::vector<Index> doubled = all;
  for (Index& v : doubled) v = v / 2 * 2;
  lists.push_back(doubled);
  std::vector<Index> many;
  for (Index k = 0; k < 3 * n; ++k) many.push_back(any());
  lists.push_back(many);
  return lists;
}

template <class T>
void expect_row(const Matrix<T>& rows, Index row, const Result& all, Index source) {
  for (Index j = 0; j < all.vertices(); ++j) {
    ASSERT_EQ(rows(row, j), all.distances<T>()(source, j)) << "from " << source << " to " << j;
  }
}

TEST(SparseRows, AreThoseOfTheMatrixInAnyOrderAndAnyNumber) {
  Random random(21);
  for (const Sign sign : {Sign::positive, Sign::zeros, Sign::negative}) {
    for (const std::size_t n : {0u, 1u, 2u, 37u, 300u}) {
      const ArcList list = random_arcs(Shape::sparse, sign, false, n, random);
      const Graph graph = graph_of<std::int32_t>(list);
      const Result all = warpath::solve(graph, with("cpu"));
      for (const std::string& kernel : kernels_for_graphs(sign != Sign::negative)) {
        for (const auto& sources : lists_of_sources(list.n, random)) {
          SCOPED_TRACE(list.name + " " + kernel + " " + std::to_string(sources.size()));
          const Options options = with(kernel.c_str());
          const Result some = warpath::solve_from(graph, sources, options);
          const auto& rows = std::get<Matrix<std::int32_t>>(some.storage());
          ASSERT_EQ(rows.rows(), static_cast<Index>(sources.size()));
          ASSERT_EQ(rows.columns(), list.n);
          ASSERT_TRUE(std::equal(sources.begin(), sources.end(), some.sources().begin(),
                                 some.sources().end()));
          Index next = 0;
          warpath::stream_rows(graph, sources, options, [&](warpath::Rows& part_rows) {
            const Index first = part_rows.first;
            const Index count = part_rows.count;
            ASSERT_EQ(first, next);
            ASSERT_GT(count, 0);
            next += count;
            const auto& part = std::get<Matrix<std::int32_t>>(part_rows.distances);
            ASSERT_GE(part.rows(), count);
            for (Index i = 0; i < count; ++i) {
              ASSERT_NO_FATAL_FAILURE(
                  expect_row(part, i, all, sources[static_cast<std::size_t>(first + i)]));
            }
          });
          ASSERT_EQ(next, static_cast<Index>(sources.size()));
          for (std::size_t k = 0; k < sources.size(); ++k) {
            ASSERT_NO_FATAL_FAILURE(expect_row(rows, static_cast<Index>(k), all, sources[k]));
          }
        }
      }
    }
  }
}

TEST(SparseRows, OfEverySemiringAreThoseOfTheMatrix) {
  Random random(22);
  const ArcList list = random_arcs(Shape::parts, Sign::positive, false, 150, random);
  const std::vector<Index> sources{149, 3, 3, 77};
  for_each_combination([&]<class S>() {
    using T = typename S::Weight;
    Graph graph;
    if constexpr (S::kind == warpath::SemiringKind::reachability) {
      graph = graph_of<float>(list);
    } else {
      graph = graph_of<T>(list);
    }
    Options options = with("sparse");
    options.semiring = S::kind;
    Options dense = with("cpu");
    dense.semiring = S::kind;
    const Result all = warpath::solve(graph, dense);
    const Result some = warpath::solve_from(graph, sources, options);
    for (std::size_t k = 0; k < sources.size(); ++k) {
      ASSERT_NO_FATAL_FAILURE(
          expect_row(std::get<Matrix<T>>(some.storage()), static_cast<Index>(k), all, sources[k]))
          << name_of<S>();
    }
    EXPECT_EQ(some.distance(3, 70), all.distance(3, 70));
    EXPECT_EQ(some.reachable(77, 5), all.reachable(77, 5));
  });
}

TEST(SparseRows, OfVerticesThatDoNotExistAreRefused) {
  const Graph graph = warpath::generate(warpath::GraphKind::grid, 25);
  for (const Index wrong : {Index{-1}, Index{25}, Index{1} << 40}) {
    const std::vector<Index> sources{0, wrong};
    EXPECT_EQ(code_of([&] { warpath::solve_from(graph, sources); }), ErrorCode::usage);
    EXPECT_EQ(code_of([&] {
                warpath::stream_rows(graph, sources, with("sparse"), [](warpath::Rows&) {});
              }),
              ErrorCode::usage);
  }
  const std::vector<Index> sources{4};
  const Result some = warpath::solve_from(graph, sources, with("sparse"));
  EXPECT_EQ(some.distance(4, 4), 0);
  EXPECT_EQ(code_of([&] { (void)some.distance(5, 4); }), ErrorCode::usage);
  EXPECT_EQ(code_of([&] { (void)some.distance(4, 25); }), ErrorCode::usage);
  // None at all: there is no row to look into.
  const Result none = warpath::solve_from(graph, {}, with("sparse"));
  EXPECT_EQ(code_of([&] { (void)none.distance(0, 0); }), ErrorCode::usage);
  EXPECT_EQ(code_of([&] { (void)none.reachable(0, 0); }), ErrorCode::usage);
}

// Rows come in as many pieces as the memory makes of them, down to one at a time.
TEST(SparseRows, AreStreamedInTheMemoryThatIsAllowed) {
  const Graph graph = warpath::generate(warpath::GraphKind::road, 900);
  std::vector<Index> sources(900);
  std::iota(sources.begin(), sources.end(), Index{0});
  // Rows are added up from their sources on, a matrix column by column: the same but for rounding.
  const Result all = warpath::solve_from(graph, sources, with("sparse"));
  std::reverse(sources.begin(), sources.end());
  Options options = with("sparse", 1);
  const std::size_t workspace = warpath::plan_rows(graph, 900, options).workspace_bytes;
  EXPECT_LT(workspace, std::size_t{16} << 20) << "for a result of 3 MB";
  const std::size_t row = 901 * 4;
  Index pieces_before = 0;
  for (const std::size_t rows : {4000u, 100u, 7u, 1u}) {
    options.memory_limit = workspace + 2 * rows * row;
    Index next = 0;
    Index pieces = 0;
    warpath::stream_rows(graph, sources, options, [&](warpath::Rows& some) {
      const Index first = some.first;
      const Index count = some.count;
      ASSERT_EQ(first, next);
      ASSERT_LE(count, static_cast<Index>(rows));
      next += count;
      ++pieces;
      const auto& part = std::get<Matrix<float>>(some.distances);
      for (Index i = 0; i < count; ++i) {
        ASSERT_NO_FATAL_FAILURE(
            expect_row(part, i, all, sources[static_cast<std::size_t>(first + i)]));
      }
    });
    EXPECT_EQ(next, 900);
    EXPECT_GE(pieces, pieces_before);
    pieces_before = pieces;
  }
  EXPECT_EQ(pieces_before, 900);
  options.memory_limit = workspace + row;
  EXPECT_EQ(code_of([&] { warpath::stream_rows(graph, sources, options, [](warpath::Rows&) {}); }),
            ErrorCode::does_not_fit);
}

TEST(SparseRows, NoMoreComeAtATimeThanAreAskedFor) {
  const Graph graph = warpath::generate(warpath::GraphKind::road, 300);
  std::vector<Index> sources(45);
  std::iota(sources.begin(), sources.end(), Index{7});
  for (const char* kernel : {"sparse", "dijkstra", "buckets"}) {
    Options options = with(kernel);
    options.batch = 10;
    Index seen = 0;
    warpath::stream_rows(graph, sources, options, [&](warpath::Rows& some) {
      EXPECT_EQ(some.first, seen);
      EXPECT_LE(some.count, 10);
      seen += some.count;
    });
    EXPECT_EQ(seen, 45) << kernel;
    EXPECT_EQ(code_of([&] { warpath::stream_rows(graph, sources, options, {}); }),
              ErrorCode::usage);
    options.batch = -1;
    EXPECT_EQ(code_of([&] { warpath::plan_rows(graph, 45, options); }), ErrorCode::usage);
  }
}

TEST(SparseRows, WhatASinkThrowsReachesTheCaller) {
  const Graph graph = warpath::generate(warpath::GraphKind::road, 400);
  std::vector<Index> sources(400);
  std::iota(sources.begin(), sources.end(), Index{0});
  for (const std::string& kernel : kernels_for_graphs(true)) {
    int calls = 0;
    EXPECT_THROW(warpath::stream_rows(graph, sources, with(kernel.c_str()),
                                      [&](warpath::Rows&) {
                                        ++calls;
                                        throw std::out_of_range("the disk is full");
                                      }),
                 std::out_of_range)
        << kernel;
    EXPECT_EQ(calls, 1) << kernel;
  }
}

// Where cycles are about 0 other weights are solved, and every row of every batch is put right by its
// own source.
TEST(SparseRows, OfCyclesOfAboutZeroInBatches) {
  const Index n = 60;
  Random random(31);
  std::vector<double> height(static_cast<std::size_t>(n));
  for (double& h : height) h = random.real(-9, 9);
  std::vector<warpath::Arc<double>> arcs;
  for (Index u = 0; u < n; ++u) {
    for (const Index v : {(u + 1) % n, (u + 7) % n, (u + n - 3) % n}) {
      arcs.push_back(
          {u, v, height[static_cast<std::size_t>(v)] - height[static_cast<std::size_t>(u)]});
    }
  }
  const Graph graph = Graph::from_arcs<double>(n, arcs);
  const std::vector<Index> sources{50, 3, 3, 0, 17, 59, 8};
  for (const std::string kernel : {"cpu", "sparse"}) {
    Options options = with(kernel.c_str());
    options.batch = 2;
    Index seen = 0;
    const auto statistics = warpath::stream_rows(graph, sources, options, [&](warpath::Rows& rows) {
      const auto& distances = std::get<Matrix<double>>(rows.distances);
      for (Index i = 0; i < rows.count; ++i) {
        const auto from =
            static_cast<std::size_t>(sources[static_cast<std::size_t>(rows.first + i)]);
        for (Index v = 0; v < n; ++v) {
          EXPECT_NEAR(distances(i, v), height[static_cast<std::size_t>(v)] - height[from], 1e-9)
              << kernel << " row " << rows.first + i;
        }
      }
      seen += rows.count;
    });
    EXPECT_EQ(seen, 7) << kernel;
    EXPECT_FALSE(statistics.plan.problem.nonnegative) << kernel;
  }
}

}  // namespace
}  // namespace support
