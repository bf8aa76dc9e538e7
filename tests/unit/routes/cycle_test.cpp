// Every negative cycle that is refused is shown, by all kernels and calls, and is one.
#include <gtest/gtest.h>

#include <numeric>

#include "base/semiring.hpp"
#include "support/cycles.hpp"
#include "support/sanitizers.hpp"
#include "support/ways.hpp"
#include "warpath/measure.hpp"
#include "warpath/rows.hpp"

namespace support {
namespace {

using warpath::Arc;
using warpath::Error;
using warpath::ErrorCode;
using warpath::Graph;
using warpath::MatrixView;
using warpath::Options;
using warpath::ShortestPath;

// What `f` throws; fails if it throws nothing.
template <class F>
Error error_of(F&& f) {
  try {
    f();
  } catch (const Error& error) {
    return error;
  }
  return Error(ErrorCode::internal, "nothing was thrown");
}

template <class S>
Graph to_graph(const Cells<typename S::Weight>& cells, std::size_t n,
               warpath::Direction direction = warpath::Direction::directed) {
  using T = typename S::Weight;
  std::vector<Arc<T>> arcs;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const T weight = cells[i * n + j];
      if (weight == S::no_path()) continue;
      arcs.push_back({static_cast<Index>(i), static_cast<Index>(j), weight});
      // A worse one beside it, which no witness may show.
      if ((i + j) % 5 == 0) arcs.push_back({arcs.back().from, arcs.back().to, T(weight + 1)});
    }
  }
  return Graph::from_arcs<T>(static_cast<Index>(n), arcs, direction);
}

template <class S>
void expect_shown(const Cells<typename S::Weight>& cells, std::size_t n, const Way& way,
                  bool graphs, const std::string& what) {
  using T = typename S::Weight;
  const Options options = way.options(S::kind);
  const auto size = static_cast<Index>(n);
  const Error by_matrix = error_of(
      [&] { warpath::solve(MatrixView<const T>::row_major(cells.data(), size, size), options); });
  EXPECT_TRUE(proves<S>(by_matrix, cells, n, way.undirected)) << way << " " << name_of<S>() << what;
  if (!graphs) return;
  const Graph graph = to_graph<S>(cells, n);
  const Error by_graph = error_of([&] { warpath::solve(graph, options); });
  EXPECT_TRUE(proves<S>(by_graph, cells, n, way.undirected)) << way << " " << name_of<S>() << what;
}

TEST(CycleWitness, OfEveryLengthByEveryKernel) {
  for_each_weight([]<class S>() {
    const std::size_t n = 40;
    Random random(1);
    for (std::size_t length = 1; length <= n; ++length) {
      for (const double density : {0.0, 0.05, 1.0}) {
        const auto cells = with_cycle<S>(n, length, density, random);
        for (const Way& way : each_kernel<S>(2)) {
          expect_shown<S>(cells, n, way, true, " length " + std::to_string(length));
        }
      }
    }
  });
}

TEST(CycleWitness, WithEveryInstructionSetAndUndirected) {
  for_each_weight([]<class S>() {
    const std::size_t n = 131;
    Random random(2);
    for (const std::size_t length : {1u, 2u, 3u, 17u, 64u, 130u, 131u}) {
      for (const double density : {0.02, 1.0}) {
        const auto cells = with_cycle<S>(n, length, density, random);
        for (Way way : each_isa<S>(2)) {
          for (const bool undirected : {false, true}) {
            way.undirected = undirected;
            expect_shown<S>(cells, n, way, true, " length " + std::to_string(length));
          }
        }
      }
    }
  });
}

// Undirected graphs: a negative edge there and back, or a loop.
TEST(CycleWitness, OfUndirectedGraphs) {
  for_each_weight([]<class S>() {
    using T = typename S::Weight;
    Random random(3);
    for (const std::size_t n : {2u, 3u, 20u, 150u}) {
      std::vector<Arc<T>> arcs;
      Weights table(n);
      const auto add = [&](std::size_t u, std::size_t v, double weight) {
        arcs.push_back({static_cast<Index>(u), static_cast<Index>(v), static_cast<T>(weight)});
        table(u, v) = std::min(table(u, v), weight);
        table(v, u) = std::min(table(v, u), weight);
      };
      for (std::size_t k = 0; k < 3 * n; ++k)
        add(random.below(n), random.below(n), random.whole(0, 9));
      add(n - 1, n - 2, -1);
      const Graph graph =
          Graph::from_arcs<T>(static_cast<Index>(n), arcs, warpath::Direction::undirected);
      for (const Way& way : each_kernel<S>(1)) {
        const Error error = error_of([&] { warpath::solve(graph, way.options(S::kind)); });
        EXPECT_TRUE(proves(error,
                           [&](Index u, Index v) {
                             return table(static_cast<std::size_t>(u), static_cast<std::size_t>(v));
                           }))
            << way << " " << name_of<S>() << " n=" << n;
        EXPECT_EQ(error.cycle().vertices.size(), 2u);
        EXPECT_EQ(error.cycle().sum, -2);
      }
    }
  });
}

// Complete graphs have 4 million arcs here. A search that hangs meets the time limit of the program.
TEST(CycleWitness, OfLargeGraphs) {
  const auto check = []<class S>(std::size_t n, std::size_t length, double density) {
    Random random(n + length);
    const auto cells = with_cycle<S>(n, length, density, random);
    for (const Way& way : each_kernel<S>(2)) {
      if (way.slow() || (way.sparse && density == 1)) continue;
      expect_shown<S>(cells, n, way, density < 1, " length " + std::to_string(length));
    }
  };
  for (const double density : {0.003, 1.0}) {
    const std::size_t n = kSanitized ? 400 : 2000;
    for (const std::size_t length :
         {std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{50}, n / 2 - 1, n - 1, n}) {
      if (too_large(n)) continue;
      check.operator()<ShortestPath<std::int32_t>>(n, length, density);
      if (length % 50 != 0) continue;
      check.operator()<ShortestPath<float>>(n, length, density);
      check.operator()<ShortestPath<double>>(n, length, density);
      check.operator()<ShortestPath<std::int16_t>>(n, length, density);
    }
  }
}

TEST(CycleWitness, ByEveryCallThatHasTheArcs) {
  for_each_weight([]<class S>() {
    using T = typename S::Weight;
    const std::size_t n = 90;
    Random random(5);
    const auto cells = with_cycle<S>(n, 20, 0.05, random);
    const Graph graph = to_graph<S>(cells, n);
    const std::vector<Index> sources{7, 3, 7};
    const auto nothing = [](warpath::Rows&) { FAIL(); };
    warpath::Matrix<T> into(static_cast<Index>(n), static_cast<Index>(n));
    for (const Way& way : each_kernel<S>(1)) {
      const Options options = way.options(S::kind);
      const auto expect = [&](const Error& error, const char* what) {
        EXPECT_TRUE(proves<S>(error, cells, n)) << way << " " << name_of<S>() << " " << what;
      };
      expect(error_of([&] { warpath::solve_from(graph, sources, options); }), "from");
      expect(error_of([&] { warpath::stream_rows(graph, sources, options, nothing); }), "stream");
      expect(error_of([&] { warpath::measure(graph, options); }), "measure");
      expect(error_of([&] { warpath::solve_into<T>(graph, into.view(), options); }), "into");
      const auto size = static_cast<Index>(n);
      Cells<T> apart(2 * n * n);
      for (std::size_t i = 0; i < n * n; ++i) apart[2 * i] = cells[i];
      expect(error_of([&] {
               warpath::solve_in_place(MatrixView<T>(apart.data(), size, size, 2 * size, 2),
                                       options);
             }),
             "copied");
      expect(error_of([&] { solved<S>(cells, n, way); }), "in place");
    }
  });
}

// Weights are those that the solve works with.
TEST(CycleWitness, InTheTypeThatIsAskedFor) {
  const std::vector<double> cells{INFINITY, 0.1, -0.3, INFINITY};
  const MatrixView<const double> view(cells.data(), 2, 2, 2);
  Options options;
  options.weights = warpath::WeightType::float32;
  const Error narrow = error_of([&] { warpath::solve(view, options); });
  EXPECT_EQ(narrow.cycle().weights, (std::vector<double>{0.1f, -0.3f}));
  EXPECT_EQ(narrow.happened(),
            "a negative cycle: 0 -> 1 (0.1), 1 -> 0 (-0.3); its sum is -0.20000002");
  const Error wide = error_of([&] { warpath::solve(view); });
  EXPECT_EQ(wide.cycle().weights, (std::vector<double>{0.1, -0.3}));

  const std::vector<Arc<double>> arcs{{0, 1, 2}, {1, 0, -5}};
  options.weights = warpath::WeightType::int16;
  const Error whole =
      error_of([&] { warpath::solve(Graph::from_arcs<double>(2, std::span(arcs)), options); });
  EXPECT_EQ(whole.happened(), "a negative cycle: 0 -> 1 (2), 1 -> 0 (-5); its sum is -3");
  EXPECT_EQ(whole.cycle().sum, -3);
}

// The text leaves out the middle; the cycle is complete.
TEST(CycleWitness, ThatIsLongIsShortInTheText) {
  std::vector<Arc<std::int32_t>> arcs;
  for (int i = 0; i < 100; ++i) arcs.push_back({i, (i + 1) % 100, i == 99 ? -1000000 : 10000});
  const Graph graph = Graph::from_arcs<std::int32_t>(100, std::span(arcs));
  const Error error = error_of([&] { warpath::solve(graph); });
  EXPECT_EQ(error.cycle().vertices.size(), 100u);
  EXPECT_EQ(error.cycle().sum, -10000);
  EXPECT_LT(error.happened().size(), 300u);
  EXPECT_NE(error.happened().find("4 -> 5 (10000), ... 90 more arcs ..., 95 -> 96"),
            std::string::npos)
      << error.happened();
}

// The largest weights that are allowed: sums stay right.
TEST(CycleWitness, OfLargeWeights) {
  const std::int32_t large = (1 << 29) - 2;
  const std::vector<Arc<std::int32_t>> arcs{{0, 1, large}, {1, 0, -large}, {1, 2, 0}, {2, 1, -1}};
  const Graph graph = Graph::from_arcs<std::int32_t>(3, std::span(arcs));
  for (const Way& way : each_kernel(1)) {
    const Error error =
        error_of([&] { warpath::solve(graph, way.options(warpath::SemiringKind::shortest_path)); });
    EXPECT_EQ(error.code(), ErrorCode::negative_cycle) << way;
    EXPECT_EQ(error.cycle().vertices, (std::vector<Index>{1, 2})) << way;
    EXPECT_EQ(error.cycle().sum, -1) << way;
  }
}

// Exchange rates as logarithms: every cycle is 0 but for noise far below the tolerance.
TEST(CycleWitness, IsNotARoundedZero) {
  const auto check = []<class S>() {
    using T = typename S::Weight;
    for (const std::size_t n : {30u, 131u, 300u}) {
      for (const double density : {0.02, 1.0}) {
        Random random(n);
        std::vector<double> rate(n);
        for (double& r : rate) r = std::log(random.real(0.001, 1000));
        Cells<T> cells(n * n, S::no_path());
        for (std::size_t i = 0; i < n; ++i) {
          for (std::size_t j = 0; j < n; ++j) {
            if (i != j && random.chance(density)) {
              const double noise = std::numeric_limits<T>::epsilon() * random.real(-4, 4);
              cells[i * n + j] = static_cast<T>(rate[j] - rate[i] + noise);
            }
          }
        }
        const auto size = static_cast<Index>(n);
        const auto view = MatrixView<const T>::row_major(cells.data(), size, size);
        const Graph graph = to_graph<S>(cells, n);
        for (const Way& way : each_kernel<S>(2)) {
          const auto near = [&](const warpath::Result& result, const char* what) {
            const double slack = 64 * static_cast<double>(n) * std::numeric_limits<T>::epsilon();
            for (Index i = 0; i < size; i += 7) {
              for (Index j = 0; j < size; ++j) {
                if (!result.reachable(i, j)) continue;
                const double want =
                    rate[static_cast<std::size_t>(j)] - rate[static_cast<std::size_t>(i)];
                ASSERT_NEAR(result.distance(i, j), want, slack) << way << " n=" << n << " " << what;
              }
            }
          };
          try {
            near(warpath::solve(view, way.options(S::kind)), "matrix");
            near(warpath::solve(graph, way.options(S::kind)), "graph");
          } catch (const Error& error) {
            ADD_FAILURE() << way << " " << name_of<S>() << " n=" << n << " density " << density
                          << ": " << error.what();
          }
          // A real one among them is found.
          auto bad = cells;
          bad[3 * n + 5] = T{1};
          bad[5 * n + 3] = T{-1.01};
          const auto wrong = MatrixView<const T>::row_major(bad.data(), size, size);
          const Error error = error_of([&] { warpath::solve(wrong, way.options(S::kind)); });
          EXPECT_TRUE(proves<S>(error, bad, n)) << way << " n=" << n;
          EXPECT_LT(error.cycle().sum, -0.001) << way << " n=" << n;
        }
      }
    }
  };
  check.operator()<ShortestPath<float>>();
  check.operator()<ShortestPath<double>>();
}

// A cycle that is too small to count says how much is taken for rounding, however small the weights.
TEST(CycleWitness, TakesForRoundingWhatWeightsAreLarge) {
  const std::size_t n = 40;
  const double scale = 1e-308;
  Random random(19);
  std::vector<double> height(n);
  for (double& h : height) h = random.real(-3, 3) * scale;
  std::vector<Arc<double>> arcs;
  for (std::size_t u = 0; u < n; ++u) {
    for (const std::size_t v : {(u + 1) % n, (u + 7) % n, (u + 12) % n}) {
      arcs.push_back({static_cast<Index>(u), static_cast<Index>(v), height[u] - height[v]});
    }
  }
  arcs.push_back({1, 0, height[1] - height[0] - 0x1p-37 * scale});
  const auto result =
      warpath::solve(Graph::from_arcs<double>(static_cast<Index>(n), std::span(arcs)));
  for (std::size_t u = 0; u < n; ++u) {
    for (std::size_t v = 0; v < n; ++v) {
      const double distance = result.distance(static_cast<Index>(u), static_cast<Index>(v));
      EXPECT_NEAR((distance - (height[u] - height[v])) / scale, 0, 1e-8) << u << " " << v;
    }
  }
}

// Rates of exchange with four digits. Cycles that are too small to count made the search overlook
// 1 -> 15 -> 11 -> 10 -> 1, whose arcs are below -t on average: no rounding of theirs explains that.
TEST(CycleWitness, IsNotHiddenByCyclesThatDoNotCount) {
  const std::vector<Arc<float>> arcs{
      {18, 1, -1.2169877F}, {5, 18, 7.6049104F},   {18, 20, -1.6444188F}, {15, 11, 4.4278612F},
      {1, 15, -4.6288867F}, {20, 15, -4.2011042F}, {10, 11, 2.808589F},   {11, 10, -2.8088002F},
      {10, 1, 3.0088174F},  {1, 10, -3.0091419F},  {10, 0, 3.1244752F},   {0, 10, -3.1245651F}};
  const Graph graph = Graph::from_arcs<float>(21, std::span(arcs));
  for (const auto method : {warpath::Method::dense, warpath::Method::sparse}) {
    Options options;
    options.method = method;
    const Error error = error_of([&] { warpath::solve(graph, options); });
    EXPECT_EQ(error.code(), ErrorCode::negative_cycle);
    EXPECT_LT(error.cycle().sum, -7.6049104 * 0x1p-15 * 4);
  }
}

// A sum that single additions get wrong: 2^60 + 1 - 2^60 - 2.
TEST(CycleWitness, SumsAreExact) {
  const double large = 0x1p60;
  const std::vector<Arc<double>> arcs{{0, 1, large}, {1, 2, 1}, {2, 3, -large}, {3, 0, -2}};
  const Graph graph = Graph::from_arcs<double>(4, std::span(arcs));
  Options options;
  options.negative_cycle_tolerance = 0;
  const Error error = error_of([&] { warpath::solve(graph, options); });
  EXPECT_EQ(error.code(), ErrorCode::negative_cycle);
  EXPECT_EQ(error.cycle().sum, -1);
}

}  // namespace
}  // namespace support
