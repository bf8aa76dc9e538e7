// What the kernel `sparse-cuda` does with branches (src/cuda/sparse/branch*.cuh), device code, on threads of the host, block
// after block. ThreadSanitizer sees races that tools on the device cannot. The folder `device` stands in for
// what only a device has.
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <thread>

#include "base/semiring.hpp"
#include "cuda/sparse/branch_matrix.cuh"
#include "cuda/sparse/branch_measures.cuh"
#include "oracle/oracle.hpp"
#include "sparse/plan.hpp"
#include "warpath/generate.hpp"

namespace warpath::cuda::sparse {

uint4 memory[6144];  // shared by the threads of a block

namespace {

using warpath::sparse::at;
using warpath::sparse::Node;
using warpath::sparse::Tree;
using warpath::sparse::Vertex;

// Steps of their own, so that their kernels are not those of the library.
struct Floats : dense::NonnegativeFloatStep {};
struct Doubles : dense::PlainStep<ShortestPath<double>> {};
struct Shorts : dense::NonnegativeShortStep {};

template <class Visit>
void each_link(const Graph& graph, const Visit& visit) {
  for (Index u = 0; u < graph.vertices(); ++u) {
    for (Index a = graph.offsets()[at(u)]; a < graph.offsets()[at(u) + 1]; ++a) {
      visit(u, Index{graph.targets()[at(a)]});
    }
  }
}

// Whole numbers, one way as the other.
double weight_of(Index u, Index v) { return static_cast<double>(1 + (u + v + u * v) % 37); }

oracle::Table<double> distances_of(const Graph& graph) {
  oracle::Table<double> arcs(at(graph.vertices()));
  each_link(graph, [&](Index u, Index v) { arcs(at(u), at(v)) = weight_of(u, v); });
  return oracle::dijkstra(arcs);
}

// Both ways; parts that are not linked where there are few arcs for each vertex.
Graph undirected(GraphKind kind, Index n, double degree = 0) {
  const Graph graph = generate(kind, n, {.degree = degree});
  std::vector<Arc<float>> arcs;
  each_link(graph, [&](Index u, Index v) {
    arcs.push_back({u, v, 1});
    arcs.push_back({v, u, 1});
  });
  return Graph::from_arcs<float>(n, arcs);
}

// What a sweep has in memory, for all columns. Ways up and trunks are distances: no path is shorter, and none is
// missing.
template <class Step>
struct Memory {
  using Cell = typename Step::Cell;
  static constexpr Cell kNoPath = Step::Semiring::no_path();
  static constexpr int kPanel = panel_of_branch(sizeof(Cell));

  // `by_place`: columns are in the order of the tree, and that counts them and the rows.
  Memory(const Graph& graph, bool by_place)
      : plan(graph, Backend::cuda),
        tree(plan.data().tree),
        n(static_cast<int>(graph.vertices())),
        want(distances_of(graph)),
        number(at(n)) {
    std::iota(number.begin(), number.end(), 0);
    vertex_of_column = by_place ? tree.vertex : number;
    if (!by_place) number = tree.vertex;
    branches.emplace(tree, number, true);
    for (Vertex x = 0; x < n; ++x) {
      trunk_at.push_back(static_cast<long long>(trunks.size()));
      for (const Vertex y : way_to_root(x))
        trunks.push_back(distance(tree.vertex[at(y)], tree.vertex[at(x)]));
      trunks.resize((trunks.size() + 15) / 16 * 16);
    }
    links.resize(at(branches->links.back()), kNoPath);
    for (std::size_t j = 0; j < tree.nodes.size(); ++j) pack(tree.nodes[j], branches->links[j]);
  }

  Cell distance(Vertex from, Vertex to) const {
    const double exact = want(static_cast<std::size_t>(from), static_cast<std::size_t>(to));
    return std::isinf(exact) ? kNoPath : static_cast<Cell>(exact);
  }

  // Places of all vertices on the way, the root's first.
  std::vector<Vertex> way_to_root(Vertex x) const {
    std::vector<Vertex> way;
    std::vector<Vertex> nodes;
    for (Vertex j = tree.owner[at(x)]; j >= 0; j = tree.nodes[at(j)].parent) nodes.push_back(j);
    for (auto j = nodes.rbegin(); j != nodes.rend(); ++j) {
      const Node& node = tree.nodes[at(*j)];
      for (Vertex y = node.first; y < node.first + node.width; ++y) way.push_back(y);
    }
    return way;
  }

  void pack(const Node& node, long long to) {
    const int strip = kRowsOfStrip * padded_links(node.boundary);
    for (int row = 0; row < node.width; ++row) {
      for (int k = 0; k < node.boundary; ++k) {
        const long long cell = to + row / kRowsOfStrip * strip +
                               k / Step::kPivots * Step::kPivots * kRowsOfStrip +
                               row % kRowsOfStrip * Step::kPivots + k % Step::kPivots;
        links[at(cell)] = distance(tree.vertex[at(node.first + row)],
                                   tree.vertex[at(tree.boundary(node)[at(k)])]);
      }
    }
  }

  // Of these columns; what is behind them is never right.
  BranchSweep<Cell> sweep(int first, int columns) {
    const int ld = (columns + 255) / 256 * 256;
    stem.assign(at(branches->stem_size) * at(ld), Cell{1});
    places.assign(at(ld), -1);
    for (int c = 0; c < columns; ++c) {
      const Vertex column = vertex_of_column[at(first + c)];
      places[at(c)] = tree.place[at(column)];
      for (Vertex x = 0; x < n; ++x) {
        const int row = branches->stem_row[at(x)];
        if (row >= 0) stem[at(row) * at(ld) + at(c)] = distance(tree.vertex[at(x)], column);
      }
    }
    return {.branches = branches->branches.data(),
            .count = static_cast<int>(branches->branches.size()),
            .strips = branches->strips.data(),
            .slots = branches->slots.data(),
            .loads = branches->loads.data(),
            .links = links.data(),
            .stem = stem.data(),
            .ld = ld,
            .columns = columns,
            .places = places.data(),
            .trunks = trunks.data(),
            .trunk_at = trunk_at.data()};
  }

  const SparsePlan plan;
  const Tree& tree;
  const int n;
  const oracle::Table<double> want;
  std::vector<Vertex> number;
  std::vector<Vertex> vertex_of_column;
  std::optional<Branches> branches;
  std::vector<Cell> links, trunks, stem;
  std::vector<long long> trunk_at;
  std::vector<int> places;
};

// Calls thread() on so many threads, which are a block.
template <class Thread>
void on_block(int count, const Thread& thread) {
  std::vector<on_host::Warp> warps(at(count) / on_host::kLanes);
  std::barrier<> all(count);
  on_host::block = &all;
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < static_cast<unsigned>(count); ++t) {
    threads.emplace_back([&, t] {
      threadIdx.x = t;
      on_host::warp = &warps[t / on_host::kLanes];
      thread();
    });
  }
  for (std::thread& one : threads) one.join();
  on_host::block = &on_host::of_all;
}

// All rows of some columns.
template <class Step>
void write(Memory<Step>& memory_of_sweep, int first, int columns,
           MatrixTarget<typename Step::Cell> to) {
  static_assert(sizeof(typename MatrixWork<Step>::Shared) <= sizeof(memory));
  const auto sweep = memory_of_sweep.sweep(first, columns);
  const WorkOfPanels work(memory_of_sweep.branches->branches, columns, Memory<Step>::kPanel, to.n,
                          to.first_column, to.half, to.turned != nullptr);
  std::vector<Piece> pieces(at(work.pieces) + 1);
  for (std::size_t l = 0; l < work.lists.size(); ++l) {
    const PanelList& list = work.lists[l];
    const int end = l + 1 < work.lists.size() ? work.lists[l + 1].first_piece : work.pieces;
    for (int i = list.first_piece; i < end; ++i) {
      pieces[at(i)] = {list.panel, list.turned_after >= 0 ? Task::turned : Task::branch,
                       list.first_number + i - list.first_piece, list.turned_after};
    }
  }
  std::vector<int> done(work.lists.size() * WorkOfPanels::kParts);
  int next = 0;
  to.pieces = pieces.data();
  to.count = work.pieces;
  to.part = work.part;
  to.next = &next;
  to.done = done.data();
  for (int piece = 0; piece < work.pieces; piece += kPiecesOfBlock) {
    on_block(MatrixWork<Step>::kThreads, [&] { branches_to_matrix<Step>(sweep, to); });
  }
  EXPECT_GE(next, work.pieces);
}

template <class Step>
void expect_rows(const Memory<Step>& of, const std::vector<typename Step::Cell>& matrix, int ld,
                 const std::string& name) {
  std::size_t wrong = 0;
  for (Vertex u = 0; u < of.n; ++u) {
    for (Vertex v = 0; v < of.n; ++v) {
      wrong += matrix[at(u) * at(ld) + at(v)] != of.distance(u, v);
    }
  }
  EXPECT_EQ(wrong, 0u) << name;
}

template <class Step>
void expect_matrices(const std::string& name, const Graph& graph) {
  using Cell = typename Step::Cell;
  Memory<Step> memory_of_sweep(graph, false);
  const int n = memory_of_sweep.n;
  const int ld = (n + 15) / 16 * 16;
  const std::vector<Cell> nothing(at(n) * at(ld), Cell{-1});
  // In two parts, of which the second begins within a tile.
  const int part = n / 3 / 16 * 16;
  const auto in_parts = [&](const auto& one) {
    one(0, part);
    one(part, n - part);
  };

  std::vector<Cell> matrix = nothing;
  in_parts([&](int first, int columns) {
    write<Step>(memory_of_sweep, first, columns,
                {.direct = matrix.data() + first, .ld = ld, .n = n, .first_column = first});
  });
  expect_rows(memory_of_sweep, matrix, ld, name + ", as it is");

  matrix = nothing;
  in_parts([&](int first, int columns) {
    write<Step>(memory_of_sweep, first, columns,
                {.direct = matrix.data() + first,
                 .ld = ld,
                 .turned = matrix.data() + at(first) * at(ld),
                 .turned_ld = ld,
                 .n = n,
                 .first_column = first,
                 .half = true});
  });
  expect_rows(memory_of_sweep, matrix, ld, name + ", by halves");

  std::vector<Cell> turned = nothing;
  in_parts([&](int first, int columns) {
    std::vector<Cell> turning(at(n) * at(ld), Cell{-1});
    write<Step>(memory_of_sweep, first, columns,
                {.direct = turning.data(),
                 .ld = ld,
                 .turned = turned.data() + at(first) * at(ld),
                 .turned_ld = ld,
                 .n = n});
  });
  expect_rows(memory_of_sweep, turned, ld, name + ", turned");
}

TEST(BranchMatrix, HasEveryDistance) {
  expect_matrices<Floats>("road", undirected(GraphKind::road, 250));
  expect_matrices<Floats>("streets", undirected(GraphKind::streets, 300));
  expect_matrices<Floats>("a hub", undirected(GraphKind::scale_free, 120, 4));
  expect_matrices<Floats>("parts", undirected(GraphKind::gnp, 90, 1));
  expect_matrices<Doubles>("doubles", undirected(GraphKind::streets, 120));
  expect_matrices<Shorts>("shorts", undirected(GraphKind::road, 250));
}

// Sums of one vertex, out of the oracle's distances.
struct Sums {
  double total = 0;
  double reciprocals = 0;
  double farthest = 0;
  long long reached = 0;

  void add(double distance) {
    total += distance;
    if (distance != 0) reciprocals += 1 / distance;
    farthest = reached == 0 ? distance : std::max(farthest, distance);
    ++reached;
  }
};

template <class Step>
void expect_measures(const std::string& name, const Graph& graph, bool half) {
  using Cell = typename Step::Cell;
  SCOPED_TRACE(name);
  Memory<Step> of(graph, true);
  const int n = of.n;
  const int part = n / 3 / 16 * 16;
  const auto sets = [](int count) { return std::vector<DeviceSums>(at(count)); };
  std::vector<DeviceSums> rows = sets(kPanelGroups * n);
  std::vector<DeviceSums> columns = sets(kMeasuringSets * 512);
  std::vector<DeviceSums> in = sets(n);
  std::vector<unsigned long long> bins(MeasureShared::kBins);
  long long extremes[2] = {std::numeric_limits<long long>::max(),
                           std::numeric_limits<long long>::min()};
  for (const auto& [first, count] : {std::pair{0, part}, std::pair{part, n - part}}) {
    ASSERT_LE(count, 512);
    columns.assign(columns.size(), {});
    const BranchSweep<Cell> sweep = of.sweep(first, count);
    const MeasureTarget<Cell> to{.rows = rows.data(),
                                 .columns = columns.data(),
                                 .n = n,
                                 .first_column = first,
                                 .half = half,
                                 .no_path = Memory<Step>::kNoPath,
                                 .extremes = extremes,
                                 .scale = 1.0 / 8,
                                 .bins = bins.data()};
    static_assert(sizeof(MeasureBlock<Step>) <= sizeof(memory));
    const auto branches = static_cast<unsigned>(of.branches->branches.size());
    for (unsigned group = 0; group * Memory<Step>::kPanel < static_cast<unsigned>(count); ++group) {
      for (unsigned block = 0; block < std::min(branches, unsigned{kMeasuringBlocks}); ++block) {
        on_block(32 * kMeasuringWarps, [&] {
          blockIdx = {block, group};
          branches_to_measures<Step>(sweep, to);
        });
      }
    }
    for (int c = 0; c < count; ++c) {
      for (int set = 0; set < kMeasuringSets; ++set) {
        add_to(in[at(first + c)], columns[at(set) * at(static_cast<int>(sweep.ld)) + at(c)]);
      }
    }
  }
  std::vector<Sums> want(at(n));
  unsigned long long pairs = 0;
  std::vector<unsigned long long> want_bins(bins.size());
  for (Vertex x = 0; x < n; ++x) {
    for (Vertex y = 0; y < n; ++y) {
      const Cell distance = of.distance(of.tree.vertex[at(x)], of.tree.vertex[at(y)]);
      if (x == y || distance == Memory<Step>::kNoPath) continue;
      want[at(x)].add(static_cast<double>(distance));
      if (half && y > x) continue;
      ++pairs;
      ++want_bins[std::min(static_cast<std::size_t>(distance) / 8, bins.size() - 1)];
    }
  }
  EXPECT_EQ(std::accumulate(bins.begin(), bins.end(), 0ULL), pairs);
  EXPECT_EQ(bins, want_bins);
  for (int x = 0; x < n; ++x) {
    DeviceSums out{};
    for (int group = 0; group < kPanelGroups; ++group) add_to(out, rows[at(group * n + x)]);
    if (half) add_to(out, in[at(x)]);
    const Sums& sums = want[at(x)];
    ASSERT_EQ(out.reached, sums.reached) << x;
    ASSERT_EQ(out.total, sums.total) << x;
    ASSERT_EQ(out.farthest, sums.farthest) << x;
    ASSERT_NEAR(out.reciprocals, sums.reciprocals, 1e-5 * sums.reciprocals) << x;
    if (!half) {
      ASSERT_EQ(in[at(x)].total, sums.total) << x;
    }
  }
}

TEST(BranchMeasures, AreThoseOfEveryDistance) {
  expect_measures<Floats>("streets", undirected(GraphKind::streets, 200), false);
  expect_measures<Floats>("halves", undirected(GraphKind::streets, 200), true);
  expect_measures<Floats>("parts", undirected(GraphKind::gnp, 100, 1), true);
  expect_measures<Shorts>("shorts", undirected(GraphKind::road, 200), true);
}

}  // namespace
}  // namespace warpath::cuda::sparse
