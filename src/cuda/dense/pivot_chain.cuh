// The pivot chain: where n is small, the chain block does all that the next pivot waits for.
//
// Idea       pivot k -> its panels in row and column k + 1 -> tile (k + 1, k + 1) -> pivot k + 1:
//            nothing on this way needs another block. Of the chain block's operands its own results
//            stay in shared memory; the others learn of pivots and panels as of those that any
//            block makes. Half of the block closes pivots. Meanwhile the other half fetches the
//            next tiles. In products each half has a panel, or half of the pivots, and a thread
//            plays the part of two.
// Grid       one block, which has its multiprocessor for itself
// Shared     four strips
// Bound by   shared memory in the products; barriers and shared memory in turn while closing
#pragma once

#include "cuda/dense/panel.cuh"
#include "cuda/dense/pivot.cuh"

namespace warpath::cuda::dense {

template <class Shape>
struct ChainMemory {
  using Strip = typename Shape::Word[Shape::kStrip];
  struct Pivot {
    Strip of_rows, of_columns;  // in the order in which they lie in device memory
  };
  union {
    alignas(128) Pivot pivot;
    PivotLines<Shape> lines[4];  // while the next pivot is being closed: this one has done its part
  };
  Strip column, row;  // panels of this pivot at the next
  bool go;            // there is a next one
  int fetched;        // its tiles are there, as good as: a hint
};

template <class Shape>
constexpr std::uint32_t kStripBytes = sizeof(typename Shape::Word) * Shape::kStrip;

// As many should fit a multiprocessor as of others: it has 227 KB, some of them the system's.
template <class Shape>
constexpr bool kHasChain = Shape::kCells == 4 &&
                           sizeof(ChainMemory<Shape>) * Shape::kBlocks <= 198 * 1024;

// One thread: whether its block is the chain block. The first to ask is.
template <class Shape>
__device__ bool takes_chain(const Arguments<Shape>& args) {
  if (atomicAdd(args.flags.arrived, 1) != 0) return false;
  raise(args.flags.chain, multiprocessor() + 1);
  return true;
}

// One thread of any other block: whether it should leave, because the chain block should have its
// multiprocessor for itself. No more leave than fit beside it, so that some stay in any case.
template <class Shape>
__device__ bool should_leave(const Arguments<Shape>& args) {
  int chain = 0;
  while ((chain = look(args.flags.chain)) == 0) {
  }
  return chain == multiprocessor() + 1 &&
         atomicAdd(args.flags.left, 1) < args.blocks_per_multiprocessor - 1;
}

// The panels of pivot block k that the chain block closes.
inline __device__ Task column_behind(int k) { return {Task::column_panel, k + 1, k, k, k + 1}; }
inline __device__ Task row_behind(int k) { return {Task::row_panel, k, k + 1, k, k + 1}; }

// All of a warp: waits for the tiles between pivot blocks k and k + 1; false when all is to stop.
template <class Shape>
__device__ bool wait_for_tiles(const Arguments<Shape>& args, int k) {
  Awaited awaited;
  switch (threadIdx.x % 32) {
    case 0: awaited = {args.version(k + 1, k), k}; break;
    case 1: awaited = {args.version(k, k + 1), k}; break;
    case 2: awaited = {args.version(k + 1, k + 1), k}; break;
    case 3: awaited = free_for(args, k); break;
    default: awaited = args.no_stop(); break;
  }
  return wait_by_warp(awaited);
}

// A thread of half a block plays the part of two: 8 x 4 cells instead of 4 x 4.
inline __device__ Thread part_of(int which) {
  const Thread first = Thread::of(threadIdx.x % 128);
  return {first.ti + 8 * which, first.tj};
}

constexpr int kClosers = 1;   // barrier of the half that closes pivots,
constexpr int kFetchers = 2;  // and of the other, which fetches tiles

// Half of the block: brings the tiles between pivot blocks k and k + 1 to shared memory, as strips.
// False when all is to stop.
template <class Shape>
__device__ bool fetch_strips(const Arguments<Shape>& args, ChainMemory<Shape>& memory, int k) {
  if (threadIdx.x % 128 < 32) {
    const bool go = wait_for_tiles(args, k);
    if (threadIdx.x % 32 == 0) memory.go = go;
  }
  sync_128<kFetchers>();  // the tiles are there
  if (!memory.go) return false;
#pragma unroll 1
  for (int t = 0; t < 2; ++t) {
    const bool both = !args.order.symmetric;
    typename Tile<Shape>::Cells column, row;
    if (both) Tile<Shape>(args.matrix, k + 1, k).template load<true>(column, part_of(t));
    Tile<Shape>(args.matrix, k, k + 1).template load<false>(row, part_of(t));
    if (both) store_strip<Shape>(memory.column, column, part_of(t));
    store_strip<Shape>(memory.row, row, part_of(t));
  }
  hint(&memory.fetched, 1);
  return true;
}

// Closes the panels of pivot k at k + 1, whose strips have been fetched: one half of the block the
// column, if there is one, the other the row. They are complete when all have come to the next
// barrier. Somewhere in between say() is called.
template <class Shape, class Say>
__device__ void close_panels(const Arguments<Shape>& args, ChainMemory<Shape>& memory, int k,
                             const Say& say) {
  using Work = Product<Shape>;
  constexpr int kFirst = Shape::kWordRows / 4;
  const bool symmetric = args.order.symmetric;
  const bool column = threadIdx.x < 128;
  auto& strip = column ? memory.column : memory.row;
  const auto* a =
      (column ? memory.pivot.of_columns : memory.pivot.of_rows) + part_of(0).ti * Shape::kVector;
  const auto* b = strip + part_of(0).tj * Shape::kVector;
  typename Work::Cells through[2];
  for (auto& cells : through) Work::clear(cells);
  const bool has_part = !column || !symmetric;
  if (has_part) Work::template multiply<kFirst>(through, a, b);
  say();
  __syncwarp();
  if (has_part) {
    Work::template multiply<Shape::kWordRows - kFirst>(through, a + kFirst * Shape::kTile,
                                                       b + kFirst * Shape::kTile);
  }
  __syncthreads();  // pivot and strips have been read
  typename Tile<Shape>::Cells cells[2];
#pragma unroll
  for (int t = 0; t < 2; ++t) gather<Shape>(cells[t], through[t]);
  if (column && !symmetric) {
#pragma unroll
    for (int t = 0; t < 2; ++t) {
      Tile<Shape>(args.matrix, k + 1, k).template store<true>(cells[t], part_of(t));
      store_strip<Shape>(memory.column, cells[t], part_of(t));
    }
  }
  if (!column) {
#pragma unroll
    for (int t = 0; t < 2; ++t) {
      Tile<Shape>(args.matrix, k, k + 1).template store<false>(cells[t], part_of(t));
      store_strip<Shape>(memory.row, cells[t], part_of(t));
    }
  }
  fence_shared_memory();  // copies of the strips follow
}

// The first half of the block gets the better of its own cells and those of the other.
template <class Shape>
__device__ void exchange(ChainMemory<Shape>& memory, Part<Shape, 2>& part, bool first) {
  using Wide = Vector<typename Shape::Cell, Shape::kCells>;
  static_assert(sizeof(memory.pivot.of_columns) >= 128 * 2 * Shape::kCells * sizeof(Wide));
  auto* cells = reinterpret_cast<Wide*>(memory.pivot.of_columns) + threadIdx.x % 128;
  if (!first) {
#pragma unroll
    for (int r = 0; r < 2 * Shape::kCells; ++r) {
      Wide wide;
#pragma unroll
      for (int q = 0; q < Shape::kCells; ++q) {
        wide.value[q] = part.c[r / Shape::kCells][r % Shape::kCells][q];
      }
      cells[r * 128] = wide;
    }
  }
  __syncthreads();  // the cells of the other half are there
  if (first) {
#pragma unroll
    for (int r = 0; r < 2 * Shape::kCells; ++r) {
      const Wide wide = cells[r * 128];
#pragma unroll
      for (int q = 0; q < Shape::kCells; ++q) {
        auto& cell = part.c[r / Shape::kCells][r % Shape::kCells][q];
        cell = Ops<typename Shape::Semiring>::better(cell, wide.value[q]);
      }
    }
  }
}

// Relaxes tile (k + 1, k + 1) through the panels of pivot k, and says that they are closed. Each
// half of the block does so for half of the pivots; the first has the result.
template <class Shape>
__device__ void relax_next(const Arguments<Shape>& args, ChainMemory<Shape>& memory, int k,
                           Part<Shape, 2>& next) {
  using Work = Product<Shape>;
  constexpr int kHalf = Shape::kWordRows / 2;
  const bool both = !args.order.symmetric;
  const bool first = threadIdx.x < 128;
  typename Work::Cells through[2];
#pragma unroll
  for (int t = 0; t < 2; ++t) {
    Work::clear(through[t]);
    // The tile itself, while the panels are being completed.
    if (!first) {
      Tile<Shape>(args.matrix, k + 1, k + 1)
          .template read<false>(part_of(t), [&](typename Shape::Cell cell, int p, int q) {
            through[t][p][q] = word_of<Shape>(cell);
          });
    }
  }
  __syncthreads();  // the panels are complete
  // One thread has the row copied, another the column: each waits for its own.
  const bool copies_row = threadIdx.x == 128;
  const bool copies_column = both && threadIdx.x == 160;
  auto* rows = same_in_warp(args.rows + args.strip(k + 1, k));
  auto* columns = same_in_warp(args.columns + args.strip(k + 1, k));
  if (copies_row) start_copy_out(rows, memory.row, kStripBytes<Shape>);
  if (copies_column) start_copy_out(columns, memory.column, kStripBytes<Shape>);
  const int at = first ? 0 : kHalf * Shape::kTile;
  const auto* a = (both ? memory.column : memory.row) + at + part_of(0).ti * Shape::kVector;
  const auto* b = memory.row + at + part_of(0).tj * Shape::kVector;
  // Others wait for the panels.
  if (copies_row || copies_column) {
    wait_for_copies_out();
    say_done(args, copies_row ? row_behind(k) : column_behind(k));
  }
  __syncwarp();
  Work::template multiply<kHalf>(through, a, b);
#pragma unroll
  for (int t = 0; t < 2; ++t) {
    gather<Shape>(next.c[t], through[t]);
    next.me[t] = part_of(t);
  }
  exchange(memory, next, first);
}

// All of a block: closes one pivot after the other.
template <class Shape>
__device__ void close_all(const Arguments<Shape>& args, ChainMemory<Shape>& memory) {
  const int tiles = args.order.tiles;
  const bool first = threadIdx.x < 128;
  if (threadIdx.x == 0) hint(&memory.fetched, 0);
  __syncthreads();  // that can be read
  Part<Shape, 2> part;
#pragma unroll
  for (int t = 0; t < 2; ++t) {
    part.me[t] = part_of(t);
    if (first) Tile<Shape>(args.matrix, 0, 0).template load<false>(part.c[t], part.me[t]);
  }
  for (int k = 0; k < tiles; ++k) {
    auto* pivots = same_in_warp(args.pivot(k, false));
    bool said = false;
    const auto say = [&] {
      if (threadIdx.x != 0 || said) return;
      wait_for_copies_out();
      say_done(args, Task{Task::close, k, k, k > 0 ? k - 1 : 0, k});
      said = true;
    };
    bool go = true;
    if (first) {
      close_cells<Shape>(memory.lines, part, [] { sync_128<kClosers>(); });
      sync_128<kClosers>();  // the lines have been read
#pragma unroll
      for (int t = 0; t < 2; ++t) {
        Tile<Shape>(args.matrix, k, k).template store<false>(part.c[t], part.me[t]);
        store_pivot<Shape>(memory.pivot.of_columns, memory.pivot.of_rows, part.c[t], part.me[t]);
      }
      fence_shared_memory();  // a copy of it follows
      sync_128<kClosers>();   // the pivot is complete
      if (threadIdx.x == 0) start_copy_out(pivots, &memory.pivot, 2 * kStripBytes<Shape>);
      // If the next tiles are there it is soon enough to say so in the middle of the next product.
      // If not, others need the pivot first, and there is time.
      if (see_hint(&memory.fetched) == 0) say();
    } else if (k + 1 < tiles) {
      go = fetch_strips(args, memory, k);
    }
    go = __syncthreads_and(go) != 0;  // the next tiles are there
    if (k + 1 == tiles || !go) {
      say();
      return;
    }
    if (threadIdx.x == 0) hint(&memory.fetched, 0);
    close_panels(args, memory, k, say);
    relax_next(args, memory, k, part);
  }
}

// All of a block: its part where there is a pivot chain. True: it has none left.
template <class Shape>
__device__ bool walks_chain_or_leaves(const Arguments<Shape>& args, unsigned char* memory) {
  const bool chain = threadIdx.x == 0 && takes_chain(args);
  const bool leaves = threadIdx.x == 0 && !chain && should_leave(args);
  const bool closes = __syncthreads_or(chain) != 0;
  if (closes) close_all(args, *reinterpret_cast<ChainMemory<Shape>*>(memory));
  return __syncthreads_or(closes || leaves) != 0;
}

}  // namespace warpath::cuda::dense
