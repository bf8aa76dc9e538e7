// The closer: where n is small, one block does all that the next pivot waits for.
//
// Idea       pivot k -> its panels in row and column k + 1 -> tile (k + 1, k + 1) -> pivot k + 1: nothing
//            on this way needs another block. Of the closer's operands all that it made itself stay in
//            shared memory; the others learn of pivots and panels as of those that any block makes.
// Grid       one block, which has its multiprocessor for itself
// Shared     four strips
// Bound by   three products and a close on one multiprocessor: shared memory in the products, barriers and
//            shared memory in turn while closing
#pragma once

#include "cuda/dense/panel.cuh"
#include "cuda/dense/pivot.cuh"

namespace warpath::cuda::dense {

template <class Shape>
struct CloserMemory {
  using Strip = typename Shape::Word[Shape::kStrip];
  struct Pivot {
    Strip of_rows, of_columns;  // in the order in which they lie in device memory
  };
  union {
    alignas(128) Pivot pivot;
    PivotLines<Shape> lines[4];  // while the next pivot is being closed: this one has done its part
  };
  Strip column, row;  // panels of this pivot at the next
};

template <class Shape>
constexpr std::uint32_t kStripBytes = sizeof(typename Shape::Word) * Shape::kStrip;

// As many such blocks should fit a multiprocessor as others: it has 227 KB, of which some are the system's.
template <class Shape>
constexpr bool kHasCloser = sizeof(CloserMemory<Shape>) * Shape::kBlocks <= 196 * 1024;

// One thread: whether its block is the closer. The first to ask is.
template <class Shape>
__device__ bool becomes_closer(const Arguments<Shape>& args) {
  if (atomicAdd(args.flags.arrived, 1) != 0) return false;
  raise(args.flags.closer, multiprocessor() + 1);
  return true;
}

// One thread of any other block: whether it should leave, because the closer should have its
// multiprocessor for itself. No more leave than fit beside it, so that some stay wherever they are put.
template <class Shape>
__device__ bool should_leave(const Arguments<Shape>& args) {
  int closer = 0;
  while ((closer = look(args.flags.closer)) == 0) {
  }
  return closer == multiprocessor() + 1 &&
         atomicAdd(args.flags.left, 1) < args.blocks_per_multiprocessor - 1;
}

// The panels of pivot block k that the closer closes.
inline __device__ Task column_behind(int k) {
  return {Task::column_panel, k + 1, k, k, k + 1};
}
inline __device__ Task row_behind(int k) {
  return {Task::row_panel, k, k + 1, k, k + 1};
}

// One thread: waits for the tiles between pivot blocks k and k + 1; false when all is to stop.
template <class Shape>
__device__ bool wait_for_tiles(const Arguments<Shape>& args, int k) {
  for (;;) {
    // All at once: each takes most of a microsecond.
    const int stop = look(args.flags.stop);
    const int column = look(args.version(k + 1, k));
    const int row = look(args.version(k, k + 1));
    const int next = look(args.version(k + 1, k + 1));
    const bool free = is_free(args, k);
    if (stop != 0) return false;
    if (column >= k && row >= k && next >= k && free) break;
  }
  acquire();
  return true;
}

// Closes the panel of pivot k whose strip has been brought to shared memory; all of the panel is there when
// others have come to the next barrier.
template <class Shape, bool kColumn>
__device__ void close_strip(const Arguments<Shape>& args, CloserMemory<Shape>& memory, int k,
                            const Tile<Shape>& tile) {
  using Work = Product<Shape>;
  const Thread me = Thread::of(threadIdx.x);
  auto& strip = kColumn ? memory.column : memory.row;
  typename Work::Cells through;
  Work::clear(through);
  Work::template multiply<Shape::kStrip>(
      through, kColumn ? memory.pivot.of_columns : memory.pivot.of_rows, strip);
  typename Tile<Shape>::Cells cells;
  gather<Shape>(cells, through);
  __syncthreads();  // the strip has been read; the column panel is there if this is the row
  if constexpr (!kColumn && Shape::Step::kAnySign) {
    if (args.any_sign && !args.order.symmetric) settle_row_panel(args, k, memory.column, cells);
  }
  tile.template store<kColumn>(cells, me);
  store_strip<Shape>(strip, cells, me);
  fence_shared_memory();  // a copy of it follows
}

// Closes the panels of pivot k at k + 1; c becomes tile (k + 1, k + 1) relaxed through them.
template <class Shape>
__device__ void relax_next(const Arguments<Shape>& args, CloserMemory<Shape>& memory, int k,
                           typename Tile<Shape>::Cells& c) {
  using Work = Product<Shape>;
  const Thread me = Thread::of(threadIdx.x);
  const Tile<Shape> column(args.matrix, k + 1, k);
  const Tile<Shape> row(args.matrix, k, k + 1);
  const bool both = !args.order.symmetric;  // else one stands for the other
  {
    typename Tile<Shape>::Cells old_column, old_row;
    if (both) column.template load<true>(old_column, me);
    row.template load<false>(old_row, me);
    if (both) store_strip<Shape>(memory.column, old_column, me);
    store_strip<Shape>(memory.row, old_row, me);
  }
  __syncthreads();  // the strips are complete
  if (both) close_strip<Shape, true>(args, memory, k, column);
  Tile<Shape>(args.matrix, k + 1, k + 1).template load<false>(c, me);
  close_strip<Shape, false>(args, memory, k, row);
  __syncthreads();  // the panels are there
  // One thread has the row copied, another the column: each waits for its own.
  const bool copies_row = threadIdx.x == 0;
  const bool copies_column = both && threadIdx.x == 32;
  auto* rows = same_in_warp(args.rows + args.strip(k + 1, k));
  auto* columns = same_in_warp(args.columns + args.strip(k + 1, k));
  if (copies_row) start_copy_out(rows, memory.row, kStripBytes<Shape>);
  if (copies_column) start_copy_out(columns, memory.column, kStripBytes<Shape>);
  typename Work::Cells through;
  Work::clear(through);
  const auto& left = both ? memory.column : memory.row;
  constexpr int half = Shape::kStrip / 2;
  Work::template multiply<half>(through, left, memory.row);
  // Others wait for the panels, but right after the stores it would take longer to say so.
  if (copies_row || copies_column) {
    wait_for_copies_out();
    say_done(args, copies_row ? row_behind(k) : column_behind(k));
  }
  __syncwarp();
  Work::template multiply<half>(through, left + half, memory.row + half);
#pragma unroll
  for (int p = 0; p < Shape::kCells; ++p) {
#pragma unroll
    for (int q = 0; q < Shape::kCells; ++q) {
      c[p][q] = Ops<typename Shape::Semiring>::better(c[p][q], Shape::Step::gather(through[p][q]));
    }
  }
}

// All of a block: closes one pivot after the other.
template <class Shape>
__device__ void close_all(const Arguments<Shape>& args, CloserMemory<Shape>& memory) {
  const Thread me = Thread::of(threadIdx.x);
  for (int k = 0; k < args.order.tiles; ++k) {
    typename Tile<Shape>::Cells c;
    const Tile<Shape> tile(args.matrix, k, k);
    if (k == 0) {
      tile.template load<false>(c, me);
    } else {
      bool go = true;
      // Not the one that says what is done, which takes as long.
      if (threadIdx.x == 32) go = wait_for_tiles(args, k - 1);
      if (__syncthreads_and(go) == 0) return;  // else: the tiles are there
      relax_next(args, memory, k - 1, c);
    }
    close_cells(args, memory.lines, k, c);
    tile.template store<false>(c, me);
    __syncthreads();  // the lines have been read
    store_pivot<Shape>(memory.pivot.of_columns, memory.pivot.of_rows, c, me);
    fence_shared_memory();  // a copy of it follows
    __syncthreads();        // all is stored
    auto* pivots = same_in_warp(args.pivot(k, false));
    if (threadIdx.x == 0) {
      start_copy_out(pivots, &memory.pivot, 2 * kStripBytes<Shape>);
      wait_for_copies_out();
      say_done(args, Task{Task::close, k, k, k > 0 ? k - 1 : 0, k});
    }
  }
}

// All of a block: its part where there is a closer. True: it has none left.
template <class Shape>
__device__ bool is_closer_or_leaves(const Arguments<Shape>& args, unsigned char* memory) {
  const bool closer = threadIdx.x == 0 && becomes_closer(args);
  const bool leaves = threadIdx.x == 0 && !closer && should_leave(args);
  const bool closes = __syncthreads_or(closer) != 0;
  if (closes) close_all(args, *reinterpret_cast<CloserMemory<Shape>*>(memory));
  return __syncthreads_or(closes || leaves) != 0;
}

}  // namespace warpath::cuda::dense
