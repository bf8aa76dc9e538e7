// How the rows (or columns) outside the pivot are cut into pieces for the threads, and where they lie
// when they are packed.
#pragma once

#include <algorithm>
#include <utility>

#include "cpu/tiles.hpp"

namespace warpath::cpu {

// The rows [0, n) without the pivot's [k0, k1), in pieces of at most `piece` rows, none across
// the pivot. Packed strips of `tile` rows are numbered along with them: `piece` is a multiple of
// `tile`, and the part behind the pivot starts a strip of its own.
class Cuts {
 public:
  struct Cut {
    Index begin;  // first row
    Index end;    // one past the last
    Index strip;  // number of the strip that starts at `begin`
    Index size() const { return end - begin; }
  };

  Cuts(Index n, Index k0, Index k1, Index piece, Index tile)
      : n_(n), k0_(k0), k1_(k1), piece_(piece), tile_(tile) {}

  Index before() const { return pieces(k0_); }
  Index count() const { return before() + pieces(n_ - k1_); }

  Cut operator[](Index i) const {
    const Index first = before();
    if (i < first) return {i * piece_, std::min((i + 1) * piece_, k0_), i * (piece_ / tile_)};
    i -= first;
    return {k1_ + i * piece_, std::min(k1_ + (i + 1) * piece_, n_),
            strips_before() + i * (piece_ / tile_)};
  }

  // Strips in front of the pivot.
  Index strips_before() const { return (k0_ + tile_ - 1) / tile_; }

 private:
  Index pieces(Index rows) const { return (rows + piece_ - 1) / piece_; }

  Index n_, k0_, k1_, piece_, tile_;
};

constexpr Index round_up(Index value, Index multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

// The width of pivot blocks inside a pivot block that is too large to be closed at once.
constexpr Index kInnerBlock = kBaseBlock;

// Where packed strips lie in the workspace, each aligned to 64 bytes.
template <class T>
struct Layout {
  Layout(const Tiles<T>& tiles, Index n, Index block) {
    const Index row_size = tiles.row_strip_size(block);
    const Index column_size = tiles.column_strip_size(block);
    // Two partly filled strips: one in front of the pivot, one at the end.
    row_strips = take((tiles.row_strips(n) + 1) * row_size);
    column_strips = take((tiles.column_strips(n) + 1) * column_size);
    pivot_rows = take(tiles.row_strips(block) * row_size);
    pivot_columns = take(tiles.column_strips(block) * column_size);
    inner = size;
    if (block > kBaseBlock) size += Layout(tiles, block, kInnerBlock).size;
  }

  Index take(Index elements) {
    return std::exchange(size, size + round_up(elements, 64 / static_cast<Index>(sizeof(T))));
  }

  Index size = 0;  // elements of all
  Index row_strips, column_strips, pivot_rows, pivot_columns;
  Index inner;  // for closing a pivot block
};

}  // namespace warpath::cpu
