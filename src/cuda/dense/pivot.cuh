// Pivot: relax a tile on the diagonal for the last time, and close it by Floyd-Warshall with all
// cells in registers.
//
// For each pivot, those who hold its row and its column pass them on through shared memory; two
// sets of buffers take turns, so that one barrier is enough. Bound by that barrier and the way
// through shared memory. Everything waits for this one block when n is small.
#pragma once

#include "cuda/dense/work.cuh"

namespace warpath::cuda::dense {

// A thread's part of a row or column in shared memory.
template <class Shape>
__device__ void load_part(typename Shape::Cell (&to)[Shape::kCells],
                          const typename Shape::Cell* from, int thread) {
  load_groups<Shape::kVector>(to, from + thread * Shape::kVector, Shape::kSide * Shape::kVector);
}

template <class Shape>
__device__ void store_part(typename Shape::Cell* to,
                           const typename Shape::Cell (&from)[Shape::kCells], int thread) {
  using Wide = Vector<typename Shape::Cell, Shape::kVector>;
#pragma unroll
  for (int q = 0; q < Shape::kCells; q += Shape::kVector) {
    Wide wide;
#pragma unroll
    for (int v = 0; v < Shape::kVector; ++v) wide.value[v] = from[q + v];
    *reinterpret_cast<Wide*>(to + Shape::place(thread, q)) = wide;
  }
}

// Who holds row and column p of the tile passes them on.
template <class Shape>
__device__ void publish(PivotLines<Shape>& lines, const typename Tile<Shape>::Cells& c, int p,
                        int owner, Thread me) {
  if (me.ti == owner) store_part<Shape>(lines.row, c[p], me.tj);
  if (me.tj == owner) {
    typename Shape::Cell column[Shape::kCells];
#pragma unroll
    for (int q = 0; q < Shape::kCells; ++q) column[q] = c[q][p];
    store_part<Shape>(lines.column, column, me.ti);
  }
}

// The cells of a tile that a thread holds: its own, and if kThreads is 2 those of a second one, in
// the same columns, whose part it plays.
template <class Shape, int kThreads>
struct Part {
  typename Tile<Shape>::Cells c[kThreads];
  Thread me[kThreads];
};

// Closes a pivot block, of which the threads that sync() brings together hold a part each. Two pivots
// k and l = k + 1 at a time, which halves the barriers: every thread relaxes its part of row and
// column l through k by itself.
template <class Shape, int kThreads, class Sync>
__device__ void close_cells(PivotLines<Shape>* lines, Part<Shape, kThreads>& part,
                            const Sync& sync) {
  using Cell = typename Shape::Cell;
  using O = Ops<typename Shape::Semiring>;
  int turn = 0;
#pragma unroll
  for (int p_0 = 0; p_0 < Shape::kCells; p_0 += Shape::kVector) {
#pragma unroll 1
    for (int owner = 0; owner < Shape::kSide; ++owner) {
#pragma unroll
      for (int p = p_0; p < p_0 + Shape::kVector; p += 2) {
        PivotLines<Shape>& k = lines[2 * turn];
        PivotLines<Shape>& l = lines[2 * turn + 1];
        turn ^= 1;
#pragma unroll
        for (int t = 0; t < kThreads; ++t) {
          publish<Shape>(k, part.c[t], p, owner, part.me[t]);
          publish<Shape>(l, part.c[t], p + 1, owner, part.me[t]);
        }
        sync();  // rows and columns are there; those of the pair before last have been read
        const Cell w_kl = k.row[Shape::place(owner, p + 1)];
        const Cell w_lk = l.row[Shape::place(owner, p)];
        Cell b_k[Shape::kCells], b_l[Shape::kCells];
        load_part<Shape>(b_k, k.row, part.me[0].tj);
        load_part<Shape>(b_l, l.row, part.me[0].tj);
#pragma unroll
        for (int q = 0; q < Shape::kCells; ++q) {
          b_l[q] = O::better(b_l[q], O::extend(w_lk, b_k[q]));
        }
#pragma unroll
        for (int t = 0; t < kThreads; ++t) {
          auto& c = part.c[t];
          Cell a_k[Shape::kCells], a_l[Shape::kCells];
          load_part<Shape>(a_k, k.column, part.me[t].ti);
          load_part<Shape>(a_l, l.column, part.me[t].ti);
#pragma unroll
          for (int q = 0; q < Shape::kCells; ++q) {
            a_l[q] = O::better(a_l[q], O::extend(a_k[q], w_kl));
          }
#pragma unroll
          for (int i = 0; i < Shape::kCells; ++i) {
#pragma unroll
            for (int j = 0; j < Shape::kCells; ++j) {
              if constexpr (Shape::Step::kPivots == 1) {
                Shape::Step::template relax<0>(c[i][j], a_k[i], b_k[j], a_l[i], b_l[j]);
              } else {
                c[i][j] = O::better(O::better(c[i][j], O::extend(a_k[i], b_k[j])),
                                    O::extend(a_l[i], b_l[j]));
              }
            }
          }
        }
      }
    }
  }
}

// A closed pivot as the left operand of its columns, and of its rows.
template <class Shape>
__device__ void store_pivot(typename Shape::Word* of_columns, typename Shape::Word* of_rows,
                            const typename Tile<Shape>::Cells& c, Thread me) {
  store_strip<Shape>(of_columns, c, me);
  typename Tile<Shape>::Cells transposed;
#pragma unroll
  for (int i = 0; i < Shape::kCells; ++i) {
#pragma unroll
    for (int j = 0; j < Shape::kCells; ++j) transposed[j][i] = c[i][j];
  }
  store_strip<Shape>(of_rows, transposed, {me.tj, me.ti});
}

template <class Shape>
__device__ __noinline__ Cursor<Shape> close_pivot(const Arguments<Shape>& args,
                                                  Shared<Shape>& shared, const Task& task,
                                                  Cursor<Shape> cursor) {
  using Cell = typename Shape::Cell;
  const Thread me = Thread::of(threadIdx.x);
  const int k = task.last;
  const Tile<Shape> tile(args.matrix, k, k);
  using Work = Product<Shape>;
  typename Work::Cells through;
  Work::clear(through);
  if (task.first < k) {
    const int count = args.stages(task);
    if (threadIdx.x < 32) {
      Work::template begin<false>(shared.stages, cursor, args.operands(task), count);
    }
    Work::template relax<false>(
        shared.stages, cursor, through, count, [&](int stage, Cursor<Shape> to) {
          const int coming = stage + Work::kAhead;
          if (stage == 0 || coming >= count) return;
          Work::template fill<false>(shared.stages, args.operands(task), coming, to);
        });
  }
  __syncthreads();  // the stages have been read: pivot lines may take their place
  Part<Shape, 1> part;
  part.me[0] = me;
  auto& c = part.c[0];
  tile.template read<false>(me, [&](Cell cell, int p, int q) {
    c[p][q] = Ops<typename Shape::Semiring>::better(cell, Shape::Step::gather(through[p][q]));
  });
  close_cells<Shape>(shared.lines(), part, [] { __syncthreads(); });
  fence_shared_memory();  // before the stores, for which it would wait
  store_pivot<Shape>(args.pivot(k, true), args.pivot(k, false), c, me);
  tile.template store<false>(c, me);
  return cursor;
}

}  // namespace warpath::cuda::dense
