// Interior: relax a tile through one pivot block, or several in a row.
//
// The product is accumulated by itself. The tile's old cells come to shared memory while it is computed, and
// the two meet at the end: reading the matrix takes no time of its own.
#pragma once

#include "cuda/dense/work.cuh"

namespace warpath::cuda::dense {

template <class Shape>
__device__ void relax_tile(const Arguments<Shape>& args, const Task& task, Product<Shape>& product,
                           Shared<Shape>& shared, std::uint32_t& tile_parity) {
  using Cell = typename Shape::Cell;
  using S = typename Shape::Semiring;
  typename Product<Shape>::Cells c;
  product.clear(c);
  product.relax(c, args.columns + args.strip(task.i, task.first),
                args.rows + args.strip(task.j, task.first),
                (task.last - task.first) * Shape::kStagesPerStrip, [&] {
                  const Tile<Shape> tile(args.matrix, task.i, task.j);
                  if (!tile.is_whole()) return;
                  constexpr int bytes = Shape::kTile * static_cast<int>(sizeof(Cell));
                  expect(shared.tile_arrived, Shape::kTile * bytes);
                  for (int i = static_cast<int>(threadIdx.x); i < Shape::kTile; i += 32) {
                    copy_by_thread(shared.tile + i * Shape::kTile, tile.row(i), bytes,
                                   shared.tile_arrived);
                  }
                  end_copies(shared.tile_arrived);
                });

  const Tile<Shape> tile(args.matrix, task.i, task.j);
  const Thread me = Thread::of(threadIdx.x);
  if (tile.is_whole()) {
    shared.tile_arrived.wait(tile_parity);
    tile_parity ^= 1;
  }
  tile.update(shared.tile, me, [&](Cell old, int p, int q) {
    const Cell through = Shape::Step::gather(c[p][q]);
    return S::is_better(through, old) ? through : old;
  });
}

}  // namespace warpath::cuda::dense
