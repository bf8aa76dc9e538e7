// Where things lie and who works on what, in the paper's CUDA kernels: plain arithmetic, the same
// on the host, where it is tested, and on the device.
#pragma once

#include "warpath/types.hpp"

namespace warpath::paper {

// The paper's t: tiles of 32 x 32 cells, 32 pivots per round of the blocked algorithm.
inline constexpr int kTile = 32;
inline constexpr int kTileCells = kTile * kTile;

// The paper's m: panels are loaded in stages of 4 pivots, and a tile is 8 x 8 small tiles of 4 x 4
// cells each.
inline constexpr int kSmall = 4;
inline constexpr int kSmallCells = kSmall * kSmall;
inline constexpr int kSmallPerTile = kTile / kSmall;

// The matrix on the device has a whole number of tiles; the vertices beyond n have no arcs.
constexpr Index tiles_for(Index n) { return (n + kTile - 1) / kTile; }
constexpr Index padded(Index n) { return tiles_for(n) * kTile; }

// The x-th tile of a row that leaves out the tile b.
constexpr int without(int b, int x) { return x < b ? x : x + 1; }

// Cell (i, j) of a matrix.
struct RowMajor {
  Index ld;
  constexpr Index operator()(Index i, Index j) const { return i * ld + j; }
};

// Cell (ti, tj) of a tile whose small tiles lie one after the other, row by row, as their cells.
constexpr int small_tiled(int ti, int tj) {
  const int small = ti / kSmall * kSmallPerTile + tj / kSmall;
  return small * kSmallCells + ti % kSmall * kSmall + tj % kSmall;
}

// The doubly tiled order: tiles one after the other, row by row, each of them small_tiled. Four
// rows or four columns of a tile are then made of runs of 16 cells.
struct DoublyTiled {
  Index tiles;  // in a row
  constexpr Index operator()(Index i, Index j) const {
    return (i / kTile * tiles + j / kTile) * kTileCells +
           small_tiled(static_cast<int>(i % kTile), static_cast<int>(j % kTile));
  }
};

// The staged kernel gives each of 64 threads 16 cells: the same place (ti, tj) in 16 small tiles,
// four down and four across. A half warp covers one small tile at a time, and a warp two that are
// neighbours in a row.
struct StagedThread {
  static constexpr int kThreads = 64;
  static constexpr int kSide = 4;  // small tiles of a thread, down and across
  int ti, tj;                      // in the small tile
  int si, sj;  // its half warp's first small tile; the others are 2, 4, 6 further

  static constexpr StagedThread of(int thread) {
    const int place = thread % kSmallCells;
    const int half_warp = thread / kSmallCells;
    return {place / kSmall, place % kSmall, half_warp / 2, half_warp % 2};
  }
  constexpr int row(int p) const { return 2 * p + si; }  // of small tiles
  constexpr int column(int q) const { return 2 * q + sj; }

  // The pivot of a stage that this thread takes in step s. Threads of a half warp start at
  // different ones, so that they read different words: the paper's cure for bank conflicts.
  constexpr int cyclic(int s) const { return (ti + tj + s) % kSmall; }

  // Where a stage's words lie in shared memory: small tiles of the column panel one below the
  // other, those of the row panel side by side.
  constexpr int word_a(int p, int k) const { return row(p) * kSmallCells + ti * kSmall + k; }
  constexpr int word_b(int q, int k) const { return column(q) * kSmallCells + k * kSmall + tj; }
};

}  // namespace warpath::paper
