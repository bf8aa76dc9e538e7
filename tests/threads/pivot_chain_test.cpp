// The pivot chain of the kernel `cuda` (src/cuda/dense/pivot_chain.cuh), device code, on threads of the host: 256 of them are
// its block, one more does all that is in the list of tasks, plainly. ThreadSanitizer sees races that tools on
// the device cannot. The folder `device` stands in for what only a device has.
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <thread>

#include "base/semiring.hpp"
#include "cuda/dense/pivot_chain.cuh"
#include "oracle/oracle.hpp"
#include "support/random.hpp"
#include "unit/cuda/dense/schedule.hpp"

namespace warpath::cuda::dense {
namespace {

using support::Random;

constexpr int kTile = 64;

// What lies in device memory, for steps with one pivot per word.
template <class Step>
struct Memory {
  using S = Shape<Step, 4>;
  using Cell = typename S::Cell;

  explicit Memory(const Order& the_order)
      : order(the_order),
        side(order.tiles * kTile),
        matrix(static_cast<std::size_t>(side * side), S::Semiring::no_path()),
        flags(static_cast<std::size_t>(order.tiles + order.groups() + order.tiles * order.tiles)),
        rows(static_cast<std::size_t>(order.tiles * order.slots() * S::kStrip), Cell{-1}),
        columns(rows),
        pivots(static_cast<std::size_t>(2 * order.pivot_slots() * S::kStrip), Cell{-1}) {
    for (int g = 0; g < order.groups(); ++g) relaxations.push_back(order.relaxations(g));
  }

  Arguments<S> arguments() {
    return {.matrix = {matrix.data(), side},
            .order = order,
            .flags = {.next = &head.next,
                      .stop = &head.stop,
                      .arrived = &head.arrived,
                      .chain = &head.chain,
                      .left = &head.left,
                      .final = flags.data(),
                      .relaxed = flags.data() + order.tiles,
                      .version = flags.data() + order.tiles + order.groups()},
            .list = nullptr,
            .tasks = 0,
            .relaxations = relaxations.data(),
            .rows = rows.data(),
            .columns = order.symmetric ? rows.data() : columns.data(),
            .pivots = pivots.data(),
            .blocks_per_multiprocessor = 1};
  }

  Order order;
  int side;
  std::vector<Cell> matrix;
  Head head{};
  std::vector<int> flags, relaxations;
  std::vector<Cell> rows, columns, pivots;
};

// A task of the list, done plainly.
template <class S>
class Worker {
 public:
  using Cell = typename S::Cell;
  explicit Worker(const Arguments<S>& arguments) : args(arguments) {}

  void execute(const Task& task) {
    if (is_panel(task)) panel(task);
    if (task.kind == Task::relax) relax(task);
    ASSERT_NE(task.kind, Task::close) << "pivots are the chain block's";
  }

 private:
  Cell& at(const Task& task, int ti, int tj) {
    return args.matrix.cells[(task.i * kTile + ti) * args.matrix.ld + task.j * kTile + tj];
  }

  void panel(const Task& task) {
    const int k = task.first;
    const bool column = task.kind == Task::column_panel;
    const Cell* pivot = args.pivot(k, column);  // of rows: transposed
    std::vector<Cell> old;
    for (int ti = 0; ti < kTile; ++ti) {
      for (int tj = 0; tj < kTile; ++tj) old.push_back(at(task, ti, tj));
    }
    Cell* strip = (column ? args.columns : args.rows) + args.strip(column ? task.i : task.j, k);
    for (int ti = 0; ti < kTile; ++ti) {
      for (int tj = 0; tj < kTile; ++tj) {
        Cell best = S::Semiring::no_path();
        for (int tk = 0; tk < kTile; ++tk) {
          const Cell sum = column ? old[ti * kTile + tk] + pivot[tk * kTile + tj]
                                  : pivot[tk * kTile + ti] + old[tk * kTile + tj];
          best = std::min(best, sum);
        }
        at(task, ti, tj) = best;
        strip[column ? tj * kTile + ti : ti * kTile + tj] = best;
      }
    }
  }

  void relax(const Task& task) {
    const auto operands = args.operands(task);
    for (int tk = 0; tk < kTile; ++tk) {
      for (int ti = 0; ti < kTile; ++ti) {
        for (int tj = 0; tj < kTile; ++tj) {
          Cell& cell = at(task, ti, tj);
          cell = std::min(cell, operands.a[tk * kTile + ti] + operands.b[tk * kTile + tj]);
        }
      }
    }
  }

  Arguments<S> args;
};

// A random matrix, in whole numbers; with potentials, so that arcs are below 0 and cycles are not.
template <class Step>
void expect_solved(int tiles, bool symmetric, bool any_sign) {
  using S = Shape<Step, 4>;
  using Cell = typename S::Cell;
  const Order order{.tiles = tiles, .symmetric = symmetric, .gap = 3, .chain = true};
  Memory<Step> memory(order);
  const auto n = static_cast<std::size_t>(memory.side);
  Random random(static_cast<std::uint64_t>(tiles));
  oracle::Table<double> arcs(n);
  std::vector<double> potential(n);
  for (double& p : potential) p = any_sign ? random.whole(0, 99) : 0;
  for (std::size_t i = 0; i < n; ++i) {
    memory.matrix[i * n + i] = 0;
    for (std::size_t j = symmetric ? i + 1 : 0; j < n; ++j) {
      if (i == j || !random.chance(0.2)) continue;
      arcs(i, j) = random.whole(0, 99) + potential[i] - potential[j];
      memory.matrix[i * n + j] = static_cast<Cell>(arcs(i, j));
      if (!symmetric) continue;
      arcs(j, i) = arcs(i, j);
      memory.matrix[j * n + i] = memory.matrix[i * n + j];
    }
  }
  const auto want = oracle::floyd_warshall(arcs).best;

  const Arguments<S> args = memory.arguments();
  const auto shared = std::make_unique<ChainMemory<S>>();
  std::vector<std::thread> threads;
  for (unsigned thread = 0; thread < on_host::kThreads; ++thread) {
    threads.emplace_back([&, thread] {
      threadIdx.x = thread;
      close_all(args, *shared);
    });
  }
  Worker<S> worker(args);
  for (const Task& task : list_of(order)) {
    // As the lanes of a warp.
    for (threadIdx.x = 0; threadIdx.x < 4; ++threadIdx.x) ASSERT_TRUE(wait_for(args, task));
    worker.execute(task);
    say_done(args, task);
  }
  for (std::thread& thread : threads) thread.join();

  EXPECT_EQ(memory.head.stop, 0);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = symmetric ? i : 0; j < n; ++j) {
      const Cell cell = memory.matrix[i * n + j];
      // Integers near no_path are made no_path by the library around the kernel.
      const bool none = cell > S::Semiring::no_path() / 2;
      wrong +=
          none ? want(i, j) != oracle::absent<double>() : static_cast<double>(cell) != want(i, j);
    }
  }
  EXPECT_EQ(wrong, 0u) << "tiles=" << tiles << " symmetric=" << symmetric;
  for (int i = 0; i < tiles; ++i) {
    EXPECT_EQ(memory.flags[static_cast<std::size_t>(i)], symmetric ? tiles - i : tiles);
  }
}

TEST(PivotChain, FollowsThePivots) {
  for (const int tiles : {1, 2, 3, 5}) {
    for (const bool symmetric : {false, true}) {
      expect_solved<NonnegativeFloatStep>(tiles, symmetric, false);
    }
  }
}

TEST(PivotChain, TakesWeightsOfAnySign) {
  for (const int tiles : {1, 2, 4}) {
    expect_solved<PlainStep<ShortestPath<float>>>(tiles, false, true);
    expect_solved<IntStep>(tiles, false, true);
  }
}

}  // namespace
}  // namespace warpath::cuda::dense
