// Undirected graphs by the sparse method: from i to j and from j to i the same bits, however the
// sums round, in every combination.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "base/semiring.hpp"
#include "support/random.hpp"
#include "support/sanitizers.hpp"
#include "support/ways.hpp"
#include "warpath/generate.hpp"

namespace support {
namespace {

using warpath::Graph;
using warpath::GraphKind;
using warpath::Options;

bool is_whole(const Family& family) {
  return std::ranges::any_of(whole_families(),
                             [&](const Family& one) { return one.make == family.make; });
}

std::vector<Family> all_families() {
  std::vector<Family> all(whole_families().begin(), whole_families().end());
  all.insert(all.end(), real_families().begin(), real_families().end());
  return all;
}

template <class T>
testing::AssertionResult is_symmetric(const warpath::MatrixView<const T>& d) {
  for (Index i = 0; i < d.rows(); ++i) {
    for (Index j = 0; j < i; ++j) {
      if (same_bits(d(i, j), d(j, i))) continue;
      return testing::AssertionFailure()
             << i << " to " << j << " is " << +d(i, j) << ", back it is " << +d(j, i);
    }
  }
  return testing::AssertionSuccess();
}

class Symmetric : public testing::TestWithParam<Family> {};

TEST_P(Symmetric, InEveryCombination) {
  const Family& family = GetParam();
  for (const std::size_t n : {1u, 17u, 131u}) {
    if ((kSanitized && n > 131) || too_large(n)) continue;
    for_each_combination([&]<class S>() {
      using T = typename S::Weight;
      // An edge below 0 is a cycle.
      if (is_shortest<S> && family.negative) return;
      if (std::is_integral_v<T> && !is_whole(family)) return;
      const auto cells = to_cells<S>(family.make(n, limit_of<S>()));
      std::optional<Cells<T>> first;
      std::vector<Way> ways = each_isa(1);
      std::erase_if(ways, [](const Way& way) { return way.kernel != "sparse"; });
      for (const int threads : {1, 2, 5}) {
        Way& way = ways.emplace_back();
        way.threads = threads;
      }
      for (Way& way : ways) {
        way.kernel = "sparse";
        way.sparse = way.undirected = true;
        const auto got = solved<S>(cells, n, way);
        const auto size = static_cast<Index>(n);
        const auto where = [&] {
          return testing::Message()
                 << way << " " << name_of<S>() << " n=" << n << " family=" << family.name;
        };
        ASSERT_TRUE(is_symmetric(warpath::MatrixView<const T>::row_major(got.data(), size, size)))
            << where();
        if (!first) first = got;
        ASSERT_TRUE(matches(*first, got, n)) << where();
      }
    });
  }
}

INSTANTIATE_TEST_SUITE_P(All, Symmetric, testing::ValuesIn(all_families()),
                         [](const auto& one) { return std::string(one.param.name); });

// Vertices counted in another order: neighbours are anywhere.
template <class T>
Graph shuffled(const Graph& graph, std::uint64_t seed) {
  const std::vector<std::size_t> order =
      Random(seed).permutation(static_cast<std::size_t>(graph.vertices()));
  std::vector<warpath::Arc<T>> arcs;
  graph.visit_weights([&](auto weights) {
    for (Index u = 0; u < graph.vertices(); ++u) {
      for (Index a = graph.offsets()[static_cast<std::size_t>(u)];
           a < graph.offsets()[static_cast<std::size_t>(u) + 1]; ++a) {
        const auto v = static_cast<std::size_t>(graph.targets()[static_cast<std::size_t>(a)]);
        arcs.push_back({static_cast<Index>(order[static_cast<std::size_t>(u)]),
                        static_cast<Index>(order[v]),
                        static_cast<T>(weights[static_cast<std::size_t>(a)])});
      }
    }
  });
  return Graph::from_arcs<T>(graph.vertices(), arcs, warpath::Direction::undirected);
}

// More columns than a panel has, and rows that stand in no order.
TEST(SymmetricGraphs, OfManyPanels) {
  for_each_arc_type([&]<class T>() {
    for (const GraphKind kind : {GraphKind::road, GraphKind::scale_free, GraphKind::streets}) {
      const Index n = kSanitized ? 400 : 1111;
      const Graph drawn =
          warpath::generate(kind, n, {.weight = warpath::weight_type_of<T>, .degree = 3});
      for (const Graph& graph : {shuffled<T>(drawn, 1), shuffled<T>(drawn, 2)}) {
        const auto solve = [&](std::string_view kernel, int threads) {
          Options options;
          options.kernel = kernel;
          options.threads = threads;
          options.undirected = true;
          return warpath::solve(graph, options);
        };
        const warpath::Result got = solve("sparse", 1);
        ASSERT_TRUE(is_symmetric<T>(got.distances<T>()));
        for (const int threads : {2, 5}) {
          const warpath::Result again = solve("sparse", threads);
          for (Index i = 0; i < n; ++i) {
            for (Index j = 0; j < n; ++j) {
              ASSERT_TRUE(same_bits(got.distances<T>()(i, j), again.distances<T>()(i, j)));
            }
          }
        }
        const warpath::Result want = solve("dijkstra", 2);
        for (Index i = 0; i < n; ++i) {
          for (Index j = 0; j < n; ++j) {
            if constexpr (std::is_integral_v<T>) {
              ASSERT_EQ(got.distances<T>()(i, j), want.distances<T>()(i, j)) << i << " " << j;
            } else if (got.distances<T>()(i, j) != want.distances<T>()(i, j)) {
              ASSERT_NEAR(got.distances<T>()(i, j) / want.distances<T>()(i, j), 1, 1e-4);
            }
          }
        }
      }
    }
  });
}

// Memory of the caller's, where no row begins with a line of the cache.
TEST(SymmetricGraphs, WhereverRowsBegin) {
  const Index n = 700;
  const Graph graph = warpath::generate(GraphKind::road, n, {.weight = warpath::WeightType::int32});
  const warpath::Result want = warpath::solve(graph, {.kernel = "dijkstra"});
  for (const Index ld : {n, n + 1, Index{704}}) {
    for (const Index shift : {0, 1, 16}) {
      std::vector<std::int32_t> memory(static_cast<std::size_t>(ld * n + shift + 64), -7);
      const warpath::MatrixView<std::int32_t> matrix(memory.data() + shift, n, n, ld);
      warpath::solve_into<std::int32_t>(graph, matrix, {.kernel = "sparse"});
      for (Index i = 0; i < n; ++i) {
        for (Index j = 0; j < n; ++j) {
          ASSERT_EQ(matrix(i, j), want.distances<std::int32_t>()(i, j)) << ld << " " << shift;
        }
        for (Index j = n; j < ld; ++j) ASSERT_EQ(matrix.data()[i * ld + j], -7);
      }
    }
  }
}

}  // namespace
}  // namespace support
