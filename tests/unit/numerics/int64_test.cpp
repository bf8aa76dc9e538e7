// int64 weights are exact where doubles are not: solves, routes, cycles and proofs, with weights up to
// 2^62. The limits of the type are in integers_test.cpp, with those of the other integers.
#include <gtest/gtest.h>

#include "base/semiring.hpp"
#include "support/random.hpp"
#include "support/ways.hpp"
#include "verify/certifier.hpp"

namespace support {
namespace {

using warpath::Arc;
using warpath::ErrorCode;
using warpath::Graph;
using warpath::Matrix;
using warpath::Result;
using S = warpath::ShortestPath<std::int64_t>;

constexpr std::int64_t kNone = S::no_path();

// Weights of 61 bits less those of the number of vertices, so that every path fits.
struct Case {
  Case(std::size_t vertices, double density, bool negative, Random& random)
      : n(vertices), arcs(vertices), cells(vertices * vertices, kNone) {
    const auto most = (std::int64_t{1} << 61) / static_cast<std::int64_t>(vertices);
    std::vector<std::int64_t> height(n);
    for (auto& each : height) {
      if (negative)
        each = static_cast<std::int64_t>(random.bits() % static_cast<std::uint64_t>(most / 4));
    }
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        if (i == j || !random.chance(density)) continue;
        // Some are best paths by one unit, which a double would not see.
        const auto raw =
            random.chance(0.3)
                ? most / 2 + static_cast<std::int64_t>(random.below(3))
                : static_cast<std::int64_t>(random.bits() % static_cast<std::uint64_t>(most / 2));
        arcs(i, j) = cells[i * n + j] = raw + height[j] - height[i];
      }
    }
  }

  Cells<std::int64_t> expected() const {
    const auto truth = oracle::floyd_warshall(arcs).best;
    Cells<std::int64_t> want(n * n, kNone);
    for (std::size_t at = 0; at < n * n; ++at) {
      if (truth(at / n, at % n) != oracle::absent<std::int64_t>()) want[at] = truth(at / n, at % n);
    }
    return want;
  }

  Graph graph() const {
    std::vector<Arc<std::int64_t>> list;
    for (std::size_t at = 0; at < n * n; ++at) {
      if (cells[at] == kNone) continue;
      list.push_back({static_cast<Index>(at / n), static_cast<Index>(at % n), cells[at]});
    }
    return Graph::from_arcs<std::int64_t>(static_cast<Index>(n), list);
  }

  std::size_t n;
  oracle::Table<std::int64_t> arcs;
  Cells<std::int64_t> cells;
};

template <class Use>
void for_each_case(Use&& use) {
  Random random(64);
  for (const std::size_t n : {2u, 9u, 65u, 130u}) {
    for (const double density : {0.05, 1.0}) {
      for (const bool negative : {false, true}) use(Case(n, density, negative, random));
    }
  }
}

TEST(Int64, DistancesAreExact) {
  for_each_case([](const Case& one) {
    const auto want = one.expected();
    for (const Way& way : each_isa<S>(2)) {
      if (way.sparse && one.n > 100) continue;
      try {
        EXPECT_TRUE(matches(want, solved<S>(one.cells, one.n, way), one.n))
            << way << " n=" << one.n;
      } catch (const warpath::Error& error) {
        // Searches take no negative weights.
        EXPECT_EQ(error.code(), ErrorCode::unsupported) << way << ": " << error.what();
      }
    }
  });
}

// Row by row against the arcs; and a unit more or less anywhere is seen.
TEST(Int64, RoutesAndProofsAreExact) {
  for_each_case([](const Case& one) {
    const Graph graph = one.graph();
    const auto n = static_cast<Index>(one.n);
    std::vector<Index> sources(one.n);
    for (std::size_t i = 0; i < one.n; ++i) sources[i] = static_cast<Index>(i);
    warpath::Options options;
    options.predecessors = true;
    const Result result = warpath::solve(graph, options);
    const auto certify = [&](const warpath::AnyMatrixView& rows) {
      const auto certifier = warpath::verify::make_certifier(graph, warpath::WeightType::int64, {});
      certifier->check(rows, sources, result.predecessors());
      return certifier->certificate();
    };
    const auto distances = result.distances<std::int64_t>();
    const auto right = certify(distances);
    ASSERT_TRUE(right.ok()) << warpath::verify::to_string(right) << " n=" << one.n;
    EXPECT_TRUE(right.exact);
    Random random(one.n);
    for (int round = 0; round < 20; ++round) {
      Matrix<std::int64_t> wrong(n, n);
      for (Index i = 0; i < n; ++i) std::copy_n(&distances(i, 0), n, &wrong(i, 0));
      const auto i = static_cast<Index>(random.below(one.n));
      const auto j = static_cast<Index>(random.below(one.n));
      if (wrong(i, j) == kNone) continue;
      wrong(i, j) += random.chance(0.5) ? 1 : -1;
      EXPECT_FALSE(certify(std::as_const(wrong).view()).ok()) << i << " to " << j << " n=" << one.n;
    }
  });
}

// Two graphs differ by one unit in 2^60, and only one of them has a negative cycle.
TEST(Int64, ACycleIsNegativeToTheUnit) {
  const std::int64_t far = std::int64_t{1} << 60;
  for (const std::int64_t more : {0, -1}) {
    const std::vector<Arc<std::int64_t>> arcs{
        {0, 1, far + 1}, {1, 2, -far}, {2, 0, -1 + more}, {2, 3, 5}};
    const Graph graph = Graph::from_arcs<std::int64_t>(4, arcs);
    try {
      const Result result = warpath::solve(graph);
      EXPECT_EQ(more, 0);
      EXPECT_EQ(result.distances<std::int64_t>()(0, 3), 6);
      EXPECT_EQ(result.distances<std::int64_t>()(1, 0), -far - 1);
    } catch (const warpath::Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::negative_cycle) << error.what();
      EXPECT_EQ(more, -1);
      EXPECT_EQ(error.cycle().sum, -1);
    }
  }
}

}  // namespace
}  // namespace support
