// Panels: the rows of a pivot block and its columns, each a product with the closed pivot.
//
// The pivot has empty paths on its diagonal, so the old panel is contained in the product. A tile
// is its own right operand: it is brought to shared memory as a strip and then overwritten. Columns
// are computed transposed, so that both kinds are the same work, and come out as the strips that
// the interior wants.
#pragma once

#include "cuda/dense/work.cuh"

namespace warpath::cuda::dense {

template <class Shape, bool kColumns>
__device__ Cursor<Shape> close_panel(const Arguments<Shape>& args, Shared<Shape>& shared,
                                     const Task& task, Cursor<Shape> cursor) {
  using Work = Product<Shape>;
  const int k = task.first;
  const int x = kColumns ? task.i : task.j;
  if (threadIdx.x < 32) {
    Work::template begin<true>(shared.stages, cursor, {args.pivot(k, kColumns), nullptr},
                               Shape::kStagesPerStrip);
  }
  const Tile<Shape> tile(args.matrix, task.i, task.j);
  const Thread me = Thread::of(threadIdx.x);
  typename Tile<Shape>::Cells cells;
  tile.template load<kColumns>(cells, me);
  store_strip<Shape>(shared.stages.strip, cells, me);
  __syncthreads();  // the strip is complete

  fence_shared_memory();
  typename Work::Cells c;
  Work::clear(c);
  Work::template relax<true>(
      shared.stages, cursor, c, Shape::kStagesPerStrip, [&](int stage, Cursor<Shape> to) {
        const int coming = stage + Work::kAhead;
        if (stage == 0 || coming >= Shape::kStagesPerStrip) return;
        Work::template fill<true>(shared.stages, {args.pivot(k, kColumns), nullptr}, coming, to);
      });
  gather<Shape>(cells, c);
  store_strip<Shape>((kColumns ? args.columns : args.rows) + args.strip(x, k), cells, me);
  tile.template store<kColumns>(cells, me);
  return cursor;
}

}  // namespace warpath::cuda::dense
