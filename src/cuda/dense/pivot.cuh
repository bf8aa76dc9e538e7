// Pivot: close a tile on the diagonal, by Floyd-Warshall with all cells in registers.
//
// For each pivot, those who hold its row and its column pass them on through shared memory; two sets of
// buffers take turns, so that one barrier per pivot is enough. Bound by that barrier and the way through
// shared memory: about as long again as the arithmetic.
#pragma once

#include "cuda/dense/work.cuh"

namespace warpath::cuda::dense {

// Row k of the pivot as a thread sees it, before k becomes a pivot: cycles through k are looked at, and
// kept from growing out of rounding (core/rounding.hpp). All threads of a column find the same.
template <class Shape>
__device__ void settle_row(const Arguments<Shape>& args, const typename Shape::Cell* column, int tk,
                           int k, Thread me, typename Shape::Cell (&row)[Shape::kCells]) {
  using S = typename Shape::Semiring;
#pragma unroll
  for (int q = 0; q < Shape::kCells; ++q) {
    const int tj = Shape::place(me.tj, q);
    bool settled = true;
    if (tj == tk) {
      settled = settle_loop<S>(row[q], args.tolerance);
    } else if constexpr (kRounds<S>) {
      settled = settle_pair(column[tj], row[q], args.tolerance);
    }
    if (!settled) args.report_cycle(k);
  }
}

template <class Shape>
__device__ __noinline__ void close_pivot(const Arguments<Shape>& args, const Task& task, Shared<Shape>& shared) {
  using Cell = typename Shape::Cell;
  using S = typename Shape::Semiring;
  using Wide = Vector<Cell, Shape::kVector>;
  constexpr int kVector = Shape::kVector;
  const Thread me = Thread::of(threadIdx.x);
  const Tile<Shape> tile(args.matrix, task.i, task.j);
  typename Tile<Shape>::Cells c;
  tile.template load<false>(c, me);

  int turn = 0;
#pragma unroll
  for (int p_0 = 0; p_0 < Shape::kCells; p_0 += kVector) {
#pragma unroll 1
    for (int owner = 0; owner < Shape::kSide; ++owner) {
#pragma unroll
      for (int v = 0; v < kVector; ++v) {
        const int p = p_0 + v;
        const int tk = Shape::place(owner, p);
        Cell* row = shared.pivot[turn][0];
        Cell* column = shared.pivot[turn][1];
        turn ^= 1;
        if (me.ti == owner) {
#pragma unroll
          for (int q = 0; q < Shape::kCells; ++q) row[Shape::place(me.tj, q)] = c[p][q];
        }
        if (me.tj == owner) {
#pragma unroll
          for (int q = 0; q < Shape::kCells; ++q) column[Shape::place(me.ti, q)] = c[q][p];
        }
        __syncthreads();  // row and column are there; those of two pivots ago have been read
        Cell a[Shape::kCells];
        Cell b[Shape::kCells];
#pragma unroll
        for (int q = 0; q < Shape::kCells; q += kVector) {
          const Wide w_ik = *reinterpret_cast<const Wide*>(column + Shape::place(me.ti, q));
          const Wide w_kj = *reinterpret_cast<const Wide*>(row + Shape::place(me.tj, q));
#pragma unroll
          for (int u = 0; u < kVector; ++u) {
            a[q + u] = w_ik.value[u];
            b[q + u] = w_kj.value[u];
          }
        }
        if (args.any_sign) {
          settle_row(args, column, tk, task.i * Shape::kTile + tk, me, b);
#pragma unroll
          for (int q = 0; q < Shape::kCells; ++q) {
            const bool loop = Shape::place(me.ti, q) == tk;
            if (loop && S::is_better(a[q], S::empty_path())) a[q] = S::empty_path();
          }
          if (me.ti == owner) {
#pragma unroll
            for (int q = 0; q < Shape::kCells; ++q) c[p][q] = b[q];
          }
        }
#pragma unroll
        for (int i = 0; i < Shape::kCells; ++i) {
#pragma unroll
          for (int j = 0; j < Shape::kCells; ++j) {
            const Cell through = S::extend(a[i], b[j]);
            c[i][j] = S::is_better(through, c[i][j]) ? through : c[i][j];
          }
        }
      }
    }
  }

  tile.template store<false>(c, me);
  store_strip<Shape>(args.pivot(task.first, true), c, me);
  typename Tile<Shape>::Cells transposed;
#pragma unroll
  for (int i = 0; i < Shape::kCells; ++i) {
#pragma unroll
    for (int j = 0; j < Shape::kCells; ++j) transposed[j][i] = c[i][j];
  }
  store_strip<Shape>(args.pivot(task.first, false), transposed, {me.tj, me.ti});
}

}  // namespace warpath::cuda::dense
