// Where cells lie and who works on them in the paper's CUDA kernels. Plain arithmetic, the same on
// the host as on the device: a mistake here is found without one.
#include "paper/tiling.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

namespace {

using namespace warpath::paper;
using warpath::Index;

TEST(PaperTiling, PadsToWholeTiles) {
  static_assert(kTile == 32 && kTileCells == 1024 && kSmall == 4 && kSmallPerTile == 8);
  const std::array<std::pair<Index, Index>, 9> sizes{{{0, 0},
                                                      {1, 1},
                                                      {31, 1},
                                                      {32, 1},
                                                      {33, 2},
                                                      {64, 2},
                                                      {65, 3},
                                                      {46341, 1449},
                                                      {Index{1} << 40, Index{1} << 35}}};
  for (const auto& [n, tiles] : sizes) {
    EXPECT_EQ(tiles_for(n), tiles) << n;
    EXPECT_EQ(padded(n), tiles * 32) << n;
  }
  for (Index n = 1; n < 300; ++n) {
    EXPECT_GE(padded(n), n);
    EXPECT_LT(padded(n) - n, 32);
  }
}

TEST(PaperTiling, WithoutLeavesOutExactlyOneTile) {
  for (const int tiles : {1, 2, 3, 10, 1449}) {
    for (const int out : {0, 1, tiles / 2, tiles - 1}) {
      if (out >= tiles) continue;
      std::vector<int> times(static_cast<std::size_t>(tiles), 0);
      for (int x = 0; x < tiles - 1; ++x) ++times.at(static_cast<std::size_t>(without(out, x)));
      for (int b = 0; b < tiles; ++b) {
        EXPECT_EQ(times[static_cast<std::size_t>(b)], b == out ? 0 : 1) << tiles << " " << out;
      }
    }
  }
}

// Each place is taken once, and none lies outside.
template <class Order>
void expect_bijection(const Order& at, Index side) {
  std::vector<bool> taken(static_cast<std::size_t>(side * side), false);
  for (Index i = 0; i < side; ++i) {
    for (Index j = 0; j < side; ++j) {
      const Index place = at(i, j);
      ASSERT_GE(place, 0);
      ASSERT_LT(place, side * side);
      ASSERT_FALSE(taken[static_cast<std::size_t>(place)]) << i << ", " << j;
      taken[static_cast<std::size_t>(place)] = true;
    }
  }
}

TEST(PaperTiling, OrdersGiveEveryCellAPlaceOfItsOwn) {
  for (const Index n : {1, 31, 32, 33, 64, 65, 100, 257, 500}) {
    expect_bijection(DoublyTiled{tiles_for(n)}, padded(n));
    expect_bijection(RowMajor{padded(n)}, padded(n));
  }
}

TEST(PaperTiling, OrdersReachBeyond32Bits) {
  const Index side = padded(100000);
  EXPECT_EQ((RowMajor{side}(side - 1, side - 1)), side * side - 1);
  EXPECT_EQ((DoublyTiled{side / 32}(side - 1, side - 1)), side * side - 1);
  EXPECT_EQ((DoublyTiled{side / 32}(side - 32, 0)), (side / 32 - 1) * side * 32);
}

// The lengths of the contiguous runs that a set of cells is made of; the shortest of them.
template <class Order>
std::size_t shortest_run(const Order& at, Index i0, Index rows, Index j0, Index columns) {
  std::vector<Index> places;
  for (Index i = i0; i < i0 + rows; ++i) {
    for (Index j = j0; j < j0 + columns; ++j) places.push_back(at(i, j));
  }
  std::sort(places.begin(), places.end());
  std::size_t shortest = places.size();
  std::size_t begin = 0;
  for (std::size_t p = 1; p <= places.size(); ++p) {
    if (p < places.size() && places[p] == places[p - 1] + 1) continue;
    shortest = std::min(shortest, p - begin);
    begin = p;
  }
  return shortest;
}

// Why the order is there: a stage is four columns of one panel and four rows of the other, and both
// come in whole segments of memory.
TEST(PaperTiling, FourRowsAndFourColumnsOfATileAreRunsOfSixteen) {
  const Index n = 3 * 32;
  const DoublyTiled tiled{3};
  const RowMajor rows{n};
  for (Index bi = 0; bi < 3; ++bi) {
    for (Index bj = 0; bj < 3; ++bj) {
      for (Index four = 0; four < 32; four += 4) {
        EXPECT_GE(shortest_run(tiled, bi * 32 + four, 4, bj * 32, 32), 16u);
        EXPECT_EQ(shortest_run(tiled, bi * 32, 32, bj * 32 + four, 4), 16u);
        EXPECT_EQ(shortest_run(rows, bi * 32 + four, 4, bj * 32, 32), 32u);
        EXPECT_EQ(shortest_run(rows, bi * 32, 32, bj * 32 + four, 4), 4u);
      }
      EXPECT_EQ(shortest_run(tiled, bi * 32, 32, bj * 32, 32), 1024u) << "a tile is one piece";
    }
  }
}

TEST(PaperTiling, ThreadsOfTheStagedKernelShareOutATile) {
  std::array<int, kTileCells> times{};
  for (int thread = 0; thread < StagedThread::kThreads; ++thread) {
    const StagedThread me = StagedThread::of(thread);
    for (int a = 0; a < StagedThread::kSide; ++a) {
      for (int b = 0; b < StagedThread::kSide; ++b) {
        const int i = me.row(a) * kSmall + me.ti;
        const int j = me.column(b) * kSmall + me.tj;
        ASSERT_TRUE(0 <= i && i < kTile && 0 <= j && j < kTile) << thread;
        ++times[static_cast<std::size_t>(i * kTile + j)];
        // The kernel finds its cells by this sum.
        EXPECT_EQ(small_tiled(i, j), me.ti * kSmall + me.tj +
                                         (me.row(a) * kSmallPerTile + me.column(b)) * kSmallCells);
        EXPECT_EQ((i + j) % kSmall, me.cyclic(0)) << "one order serves all cells of a thread";
      }
    }
  }
  EXPECT_TRUE(std::all_of(times.begin(), times.end(), [](int count) { return count == 1; }));
}

TEST(PaperTiling, ThreadsOfTheStagedKernelTakeEveryPivotOfAStage) {
  for (int thread = 0; thread < StagedThread::kThreads; ++thread) {
    const StagedThread me = StagedThread::of(thread);
    std::array<int, kSmall> times{};
    for (int s = 0; s < kSmall; ++s) ++times.at(static_cast<std::size_t>(me.cyclic(s)));
    EXPECT_EQ(times, (std::array<int, kSmall>{1, 1, 1, 1})) << thread;
  }
}

// Shared memory holds a stage as it lies in device memory: small tiles of the column panel, one from
// each row of small tiles, and one row of small tiles of the row panel.
TEST(PaperTiling, WordsOfAStageAreThoseOfTheirCells) {
  for (int stage = 0; stage < kTile / kSmall; ++stage) {
    std::array<int, kTile * kSmall> a{};
    std::array<int, kTile * kSmall> b{};
    for (int word = 0; word < kTile * kSmall; ++word) {
      const int small = word / kSmallCells;
      const auto at = static_cast<std::size_t>(word);
      a[at] = (small * kSmallPerTile + stage) * kSmallCells + word % kSmallCells;
      b[at] = stage * kSmallPerTile * kSmallCells + word;
    }
    for (int thread = 0; thread < StagedThread::kThreads; ++thread) {
      const StagedThread me = StagedThread::of(thread);
      for (int p = 0; p < StagedThread::kSide; ++p) {
        for (int k = 0; k < kSmall; ++k) {
          const int tk = stage * kSmall + k;
          EXPECT_EQ(a.at(static_cast<std::size_t>(me.word_a(p, k))),
                    small_tiled(me.row(p) * kSmall + me.ti, tk));
          EXPECT_EQ(b.at(static_cast<std::size_t>(me.word_b(p, k))),
                    small_tiled(tk, me.column(p) * kSmall + me.tj));
        }
      }
    }
  }
}

}  // namespace
