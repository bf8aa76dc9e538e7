// A tile of the matrix in device memory, and the ways of a thread's cells to it and back.
#pragma once

#include "cuda/dense/shape.cuh"

namespace warpath::cuda::dense {

// Padded with vertices that have no arcs to whole tiles; all rows start at multiples of 16 bytes.
// No code is needed for tiles at the edge, which would be fetched, though not executed, at every
// step.
template <class Cell>
struct DeviceMatrix {
  Cell* cells = nullptr;
  long long ld = 0;
};

template <class Shape>
class Tile {
 public:
  using Cell = typename Shape::Cell;
  using Cells = Cell[Shape::kCells][Shape::kCells];
  using Wide = Vector<Cell, Shape::kVector>;

  __device__ Tile(const DeviceMatrix<Cell>& matrix, int bi, int bj)
      : first_(matrix.cells + bi * static_cast<long long>(Shape::kTile) * matrix.ld +
               bj * static_cast<long long>(Shape::kTile)),
        ld_(matrix.ld) {}

  // Calls see(cell, p, q) for a thread's cells. kTransposed: the one at row q and column p.
  template <bool kTransposed, class See>
  __device__ void read(Thread me, const See& see) const {
    visit<kTransposed>(me, [&](Wide& wide, int p, int q, int v_p, int v_q) {
      const Wide cells = wide;
#pragma unroll
      for (int v = 0; v < Shape::kVector; ++v) see(cells.value[v], p + v_p * v, q + v_q * v);
    });
  }

  template <bool kTransposed>
  __device__ void load(Cells& c, Thread me) const {
    read<kTransposed>(me, [&](Cell cell, int p, int q) { c[p][q] = cell; });
  }

  template <bool kTransposed>
  __device__ void store(const Cells& c, Thread me) const {
    visit<kTransposed>(me, [&](Wide& wide, int p, int q, int v_p, int v_q) {
      Wide cells;
#pragma unroll
      for (int v = 0; v < Shape::kVector; ++v) cells.value[v] = c[p + v_p * v][q + v_q * v];
      wide = cells;
    });
  }

  // Each cell becomes f(cell, p, q).
  template <class F>
  __device__ void update(Thread me, const F& f) const {
    visit<false>(me, [&](Wide& wide, int p, int q, int, int) {
      Wide cells = wide;
#pragma unroll
      for (int v = 0; v < Shape::kVector; ++v) cells.value[v] = f(cells.value[v], p, q + v);
      wide = cells;
    });
  }

 private:
  // visit(wide, p, q, v_p, v_q): wide's v-th cell is the thread's [p + v_p * v][q + v_q * v].
  template <bool kTransposed, class Visit>
  __device__ void visit(Thread me, const Visit& visit) const {
    const int down = kTransposed ? me.tj : me.ti;
    const int across = kTransposed ? me.ti : me.tj;
#pragma unroll
    for (int r = 0; r < Shape::kCells; ++r) {
#pragma unroll
      for (int s = 0; s < Shape::kCells; s += Shape::kVector) {
        Cell* at = first_ + Shape::place(down, r) * ld_ + Shape::place(across, s);
        visit(*reinterpret_cast<Wide*>(at), kTransposed ? s : r, kTransposed ? r : s,
              kTransposed ? 1 : 0, kTransposed ? 0 : 1);
      }
    }
  }

  Cell* first_;
  long long ld_;
};

// Writes a thread's cells of a tile as a strip: word row by word row.
template <class Shape>
__device__ void store_strip(typename Shape::Word* strip,
                            const typename Shape::Cell (&c)[Shape::kCells][Shape::kCells],
                            Thread me) {
  using Step = typename Shape::Step;
  using Wide = Vector<typename Shape::Word, Shape::kVector>;
#pragma unroll
  for (int p = 0; p < Shape::kCells; p += Step::kPivots) {
#pragma unroll
    for (int q = 0; q < Shape::kCells; q += Shape::kVector) {
      Wide words;
#pragma unroll
      for (int v = 0; v < Shape::kVector; ++v) {
        typename Shape::Cell pivots[Step::kPivots];
#pragma unroll
        for (int h = 0; h < Step::kPivots; ++h) pivots[h] = c[p + h][q + v];
        words.value[v] = Step::pack(pivots);
      }
      *reinterpret_cast<Wide*>(strip + Shape::place(me.ti, p) / Step::kPivots * Shape::kTile +
                               Shape::place(me.tj, q)) = words;
    }
  }
}

}  // namespace warpath::cuda::dense
