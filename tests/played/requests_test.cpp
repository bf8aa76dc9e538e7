// All that the kernel `sparse-cuda` is asked for, against the oracle.
#include <gtest/gtest.h>

#include <memory>

#include "cuda/memory.hpp"
#include "cuda/sparse/plan.hpp"
#include "gpu/twins.hpp"
#include "played/device.hpp"
#include "sparse/plan.hpp"
#include "support/arc_lists.hpp"
#include "support/measures.hpp"
#include "warpath/cuda.hpp"
#include "warpath/generate.hpp"
#include "warpath/measure.hpp"
#include "warpath/rows.hpp"

namespace support {
namespace {

using warpath::Graph;
using warpath::GraphKind;
using warpath::MatrixView;
using warpath::Options;
using warpath::SparsePlan;
using warpath::sparse::Grouping;

// The plan's own grouping, one vertex per node, and few.
constexpr Grouping kPlain{};
constexpr Grouping kTiny{.leaf = 1, .widest = 1};
constexpr Grouping kSmall{.leaf = 5, .row_multiple = 1, .widest = 12};

template <class S>
using GraphWeight =
    std::conditional_t<S::kind == warpath::SemiringKind::reachability, float, typename S::Weight>;

// What is right, and what is asked with. Rows and columns are counted in size_t.
template <class S>
class Case {
 public:
  using T = typename S::Weight;

  Case(const ArcList& list, const Grouping& grouping)
      : n_(list.n), graph_(graph_of<GraphWeight<S>>(list)) {
    Truth truth(table_of(list));
    right_ = expected<S>(truth);
    options_.kernel = "sparse-cuda";
    options_.semiring = S::kind;
    options_.threads = 2;
    options_.sparse_plan =
        warpath::sparse::PlanData::make(warpath::sparse::pattern_of(graph_), grouping);
  }

  void expect_all() {
    SCOPED_TRACE(name_of<S>());
    const long before = played::launches();
    expect_matrix();
    expect_rows();
    expect_there();
    if constexpr (is_shortest<S>) expect_measured();
    EXPECT_TRUE(n_ == 0 || played::launches() > before);
  }

  void expect_matrix() const { expect_right(warpath::solve(graph_, options_).distances<T>(), {}); }

  // Some, in no order, and some at a time.
  void expect_rows() const {
    std::vector<Index> sources;
    for (Index k = 0; k < (n_ + 1) / 2; ++k) sources.push_back((k * 7919 + 3) % n_);
    if (n_ > 0) sources.insert(sources.end(), {n_ - 1, 0, n_ - 1});
    Options options = options_;
    options.batch = 37;
    Index next = 0;
    warpath::stream_rows(graph_, sources, options, [&](warpath::Rows& some) {
      ASSERT_EQ(some.first, next);
      const auto& rows = std::get<warpath::Matrix<T>>(some.distances);
      const auto first = sources.begin() + next;
      expect_right(rows.view().block(0, 0, some.count, n_), {first, first + some.count});
      next += some.count;
    });
    EXPECT_EQ(next, static_cast<Index>(sources.size()));
  }

  // Into memory of the device; of a symmetric matrix one half is computed.
  void expect_there() const {
    constexpr auto kTogether = static_cast<Index>(16 / sizeof(T));
    const Index ld = (n_ + kTogether - 1) / kTogether * kTogether + kTogether;
    const std::size_t bytes = at(n_ * ld) * sizeof(T);
    const std::shared_ptr<void> there = warpath::cuda::device_memory(bytes);
    warpath::solve_on_device(graph_, MatrixView<T>(static_cast<T*>(there.get()), n_, n_, ld),
                             options_);
    Cells<T> got(at(n_ * ld));
    if (n_ > 0) warpath::cuda::copy_home(got.data(), there.get(), bytes);
    expect_right(MatrixView<const T>(got.data(), n_, n_, ld), {});
  }

  void expect_measured() const {
    const bool real = sizeof(T) == 8;
    // Some sums of reciprocals are in float32; those below 0 take others away.
    expect_measures(
        warpath::measure(graph_, options_), n_,
        [&](Index i, Index j) {
          const T d = right_[at(i * n_ + j)];
          return d == S::no_path() ? std::nullopt : std::optional(static_cast<double>(d));
        },
        0, real ? 1e-10 : 1e-5);
  }

  Options& options() { return options_; }

 private:
  static std::size_t at(Index i) { return static_cast<std::size_t>(i); }

  // No sources: all rows.
  void expect_right(MatrixView<const T> got, const std::vector<Index>& sources) const {
    ASSERT_EQ(got.columns(), n_);
    Index wrong = 0;
    for (Index i = 0; i < got.rows(); ++i) {
      const Index source = sources.empty() ? i : sources[at(i)];
      for (Index j = 0; j < n_; ++j) wrong += !same_bits(got(i, j), right_[at(source * n_ + j)]);
    }
    EXPECT_EQ(wrong, 0) << "cells, in rows: " << got.rows();
  }

  const Index n_;
  const Graph graph_;
  Cells<T> right_;
  Options options_;
};

template <class S>
void expect_all(const ArcList& list, const Grouping& grouping) {
  Case<S>(list, grouping).expect_all();
}

// The links of a graph that is generated, at whole weights: undirected, or each way at its own, where there is one.
ArcList generated(GraphKind kind, Index n, bool undirected, double degree = 8) {
  const Graph graph = warpath::generate(kind, n, {.degree = degree});
  Random random(static_cast<std::uint64_t>(n));
  ArcList list{.name = std::string(to_string(kind)), .n = n};
  if (undirected) list.direction = warpath::Direction::undirected;
  for (std::size_t u = 0; u < static_cast<std::size_t>(n); ++u) {
    for (auto a = static_cast<std::size_t>(graph.offsets()[u]);
         a < static_cast<std::size_t>(graph.offsets()[u + 1]); ++a) {
      const auto v = static_cast<std::size_t>(graph.targets()[a]);
      if (undirected ? v < u : random.chance(0.1)) continue;
      list.add(u, v, random.whole(1, 12));
    }
  }
  return list;
}

TEST(PlayedRequests, AreMetForEveryCombination) {
  for (const bool undirected : {true, false}) {
    // Neither a multiple of 4 nor of a panel's columns; parts that are not linked.
    const ArcList list = generated(GraphKind::gnp, 141, undirected, 1.5);
    for_each_combination([&]<class S>() { expect_all<S>(list, kSmall); });
  }
}

TEST(PlayedRequests, AreMetForGraphsOfEveryKind) {
  for (const bool undirected : {true, false}) {
    for (const auto& [kind, n] : {std::pair{GraphKind::streets, Index{303}},
                                  {GraphKind::road, 258},
                                  {GraphKind::scale_free, 130},
                                  {GraphKind::chain, 97},
                                  {GraphKind::grid, 169}}) {
      const ArcList list = generated(kind, n, undirected, 3);
      SCOPED_TRACE(list.name + (undirected ? " undirected" : " directed"));
      if (undirected) {
        expect_all<FloatPaths>(list, kPlain);
        expect_all<ShortPaths>(list, kSmall);
      } else {
        expect_all<IntPaths>(list, kTiny);
        expect_all<DoublePaths>(list, kPlain);
      }
    }
  }
}

TEST(PlayedRequests, AreMetForHubsAndForNothing) {
  ArcList hub{.name = "hub", .n = 200, .direction = warpath::Direction::undirected};
  for (std::size_t v = 1; v < 200; ++v) hub.add(0, v, static_cast<double>(v % 9));
  expect_all<FloatPaths>(hub, kPlain);
  expect_all<ShortPaths>(hub, kTiny);
  for (const Index n : {0, 1, 33}) {
    SCOPED_TRACE(n);
    for_each_combination([&]<class S>() { expect_all<S>({.name = "no arcs", .n = n}, kPlain); });
  }
}

// Integers have no infinity: what is as good as none, because of weights below 0, becomes none again.
TEST(PlayedRequests, AreMetForWeightsBelow0) {
  Random random(7);
  for (const Shape shape : {Shape::parts, Shape::tree, Shape::grid, Shape::isolated}) {
    const ArcList list = random_arcs(shape, Sign::negative, false, 150, random);
    SCOPED_TRACE(list.name);
    const Grouping& grouping = shape == Shape::parts  ? kPlain
                               : shape == Shape::tree ? kTiny
                                                      : kSmall;
    for_each_weight([&]<class S>() { expect_all<S>(list, grouping); });
  }
}

// Whichever end a distance is swept from, its bits are the same.
TEST(PlayedRequests, GiveBothHalvesOfASymmetricMatrixTheSameBits) {
  Random random(8);
  const ArcList list = random_arcs(Shape::grid, Sign::real, true, 270, random);
  const Graph graph = graph_of<float>(list);
  const std::size_t n = 270, ld = 272;
  const std::shared_ptr<void> there = warpath::cuda::device_memory(n * ld * sizeof(float));
  Options options;
  options.sparse_plan = SparsePlan(graph, warpath::Backend::cuda);
  warpath::solve_on_device(
      graph, MatrixView<float>(static_cast<float*>(there.get()), 270, 270, 272), options);
  Cells<float> got(n * ld);
  warpath::cuda::copy_home(got.data(), there.get(), n * ld * sizeof(float));
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) wrong += !same_bits(got[i * ld + j], got[j * ld + i]);
  }
  EXPECT_EQ(wrong, 0u);
}

// From 1024 vertices on the dense engine closes a root: it is put together on the device.
TEST(PlayedRequests, LeaveALargeRootToTheDenseEngine) {
  for (const bool undirected : {true, false}) {
    constexpr Index n = 1300;
    ArcList list = generated(GraphKind::gnp, n, undirected, 8);
    if (!undirected) {
      Random random(9);
      std::vector<double> height(n);
      for (double& h : height) h = random.whole(0, 9);
      for (auto& arc : list.arcs) {
        arc.weight += height[static_cast<std::size_t>(arc.from)];
        arc.weight -= height[static_cast<std::size_t>(arc.to)];
      }
    }
    const Graph graph = graph_of<std::int32_t>(list);
    Options options;
    options.kernel = "cpu";
    const auto want = warpath::solve(graph, options);
    options.kernel = "sparse-cuda";
    // All vertices in it, or most of them.
    for (const Grouping& grouping : {Grouping{.leaf = 1 << 20}, Grouping{.columns = 2e4}}) {
      options.sparse_plan =
          warpath::sparse::PlanData::make(warpath::sparse::pattern_of(graph), grouping);
      const auto& root = options.sparse_plan.data().tree.nodes.front();
      ASSERT_GE(root.width, warpath::cuda::sparse::kRootOnDevice);
      ASSERT_EQ(root.width<n, grouping.columns> 0);
      const auto got = warpath::solve(graph, options);
      Index wrong = 0;
      for (Index i = 0; i < n; ++i) {
        for (Index j = 0; j < n; ++j) wrong += got.distance(i, j) != want.distance(i, j);
      }
      EXPECT_EQ(wrong, 0);
    }
  }
}

}  // namespace
}  // namespace support
