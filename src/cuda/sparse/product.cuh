// A node's rows as a product with gathered rows: all of the sweep, and of the trunks before it.
//
// Idea       rows of the node = ways up (x) rows of its boundary, which lie anywhere. A block does
//            64 rows, 256 columns at a time, of several tiles in turn; a thread 8 x 8 cells
// Grid       x: tiles of rows of nodes of one level, y: groups of tiles of columns
// Shared     kStages stages of kDepth word rows of both operands, filled while one is read, also
//            between one tile of columns and the next; and where the rows lie
// Bound by   memory (a row is written once, and read for every node whose boundary names it) and
//            the inner step (cuda/dense/steps.cuh) about alike
// Source     the sweep of src/cpu/sparse
#pragma once

#include <cuda_pipeline.h>

#include <algorithm>
#include <utility>

#include "cuda/dense/shape.cuh"
#include "cuda/dense/steps.cuh"
#include "cuda/device/check.hpp"
#include "cuda/device/launch.cuh"
#include "cuda/sparse/branch_launch.cuh"
#include "cuda/sparse/variant.hpp"

namespace warpath::cuda::sparse {

using dense::Ops;
using dense::Vector;

// kSmall: for tiles of few rows, of which a multiprocessor has to have many at a time.
template <class StepType, bool kSmall>
struct ProductShape {
  using Step = StepType;
  using Word = typename Step::Word;
  using Cell = typename Step::Cell;
  static constexpr int kRows = kSmall ? 16 : 64;
  static constexpr int kWarpRows = kRowsTogether;
  static constexpr int kLaneColumns = sizeof(Word) == 8 || kSmall ? 4 : 8;
  static constexpr int kColumns = 32 * kLaneColumns;
  static constexpr int kVector = 16 / static_cast<int>(sizeof(Word));
  static constexpr int kDepth = kSmall ? 8 : 16;  // word rows of a stage
  static constexpr int kStages = 3;
  static constexpr int kListed = kSmall ? 256 : 512;  // vertices of the boundary, beforehand

  struct Shared {
    Word b[kStages][kDepth][kColumns];
    Word a[kStages][kDepth * kRows];
    int places[kStages][kColumns];
    long long sources[kListed];  // where rows of the boundary begin
    long long targets[kRows];    // and those of the tile
    int numbers[kRows];          // of these
    int lengths[kListed];        // of trunks
  };

  // The column, in the tile, of a thread's cell q: neighbours access neighbouring words.
  static __device__ int column(int lane, int q) {
    return q / kVector * (32 * kVector) + lane * kVector + q % kVector;
  }
};

// kTrunk: the rows are trunks, of different lengths; else they are rows of the matrix.
template <class Step, bool kTrunk, bool kSmall>
class Product {
 public:
  using Shape = ProductShape<Step, kSmall>;
  using Shared = typename Shape::Shared;
  using Word = typename Step::Word;
  using Cell = typename Step::Cell;
  using Semiring = typename Step::Semiring;
  using Cells = Word[Shape::kWarpRows][Shape::kLaneColumns];

  __device__ Product(const Sweep<Cell>& sweep, Shared& shared, int tiles_of_columns)
      : sweep_(sweep),
        shared_(shared),
        tile_(sweep.tiles[blockIdx.x]),
        rows_(kTrunk ? sweep.trunks : sweep.x),
        limit_(kTrunk ? tile_.above : needed_columns(sweep, tile_)),
        first_tile_(static_cast<int>(blockIdx.y) * tiles_of_columns),
        depth_(static_cast<int>(padded_depth(tile_.boundary, Step::kPivots))),
        stages_((depth_ + Shape::kDepth - 1) / Shape::kDepth),
        thread_(static_cast<int>(threadIdx.x)),
        threads_(static_cast<int>(blockDim.x)) {
    const int all = (limit_ + Shape::kColumns - 1) / Shape::kColumns;
    tiles_ = min(tiles_of_columns, all - first_tile_);
  }

  __device__ void run() {
    if (tiles_ <= 0) return;
    list_rows();
    const int total = tiles_ * stages_;
    const int row0 = thread_ / 32 * Shape::kWarpRows;
    Cells c;
    clear(c);
    if (stages_ == 0) {
      for (int tile = 0; tile < tiles_; ++tile) {
        __syncthreads();  // the places before have been read by all
        fetch_places(tile);
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncthreads();  // and these have come
        finish(c, tile, row0);
      }
      return;
    }
    for (int t = 0; t < Shape::kStages - 1; ++t) {
      if (t < total) fill(t);
      __pipeline_commit();
    }
    int tile = 0;
    int stage = 0;
    for (int t = 0; t < total; ++t) {
      __pipeline_wait_prior(Shape::kStages - 2);
      __syncthreads();  // this stage has come for all, and the one before has been read by all
      if (t + Shape::kStages - 1 < total) fill(t + Shape::kStages - 1);
      __pipeline_commit();
      if (row0 < tile_.rows) {
        relax(c, t % Shape::kStages, row0, min(Shape::kDepth, depth_ - stage * Shape::kDepth));
      }
      if (++stage < stages_) continue;
      finish(c, tile, row0);
      clear(c);
      stage = 0;
      ++tile;
    }
  }

 private:
  // Rounded up, so that what reads a row does not have to look where it ends.
  static __device__ int needed_columns(const Sweep<Cell>& sweep, const Tile& tile) {
    if (!sweep.half) return sweep.columns;
    const int needed = (tile.last - sweep.first_column + kWidestTile) / kWidestTile * kWidestTile;
    return max(min(sweep.columns, needed), 0);
  }

  static __device__ void clear(Cells& c) {
#pragma unroll
    for (int p = 0; p < Shape::kWarpRows; ++p) {
#pragma unroll
      for (int q = 0; q < Shape::kLaneColumns; ++q) c[p][q] = Step::nothing();
    }
  }

  // Where the row of the k-th vertex of the boundary begins, and how long it is.
  __device__ long long source(int k, int& length) const {
    if constexpr (kTrunk) {
      const int vertex = sweep_.boundaries[tile_.first_boundary + k];
      length = sweep_.trunk_length[vertex];
      return sweep_.trunk_at[vertex];
    } else {
      length = sweep_.columns;
      return sweep_.boundary_rows[tile_.first_boundary + k] * sweep_.ld;
    }
  }

  __device__ void list_rows() {
    for (int k = thread_; k < min(tile_.boundary, Shape::kListed); k += threads_) {
      int length;
      shared_.sources[k] = source(k, length);
      if (kTrunk) shared_.lengths[k] = length;
    }
    for (int row = thread_; row < tile_.rows; row += threads_) {
      const int vertex = tile_.node_first + tile_.row + row;
      shared_.targets[row] = kTrunk ? sweep_.trunk_at[vertex] : sweep_.row_of[vertex] * sweep_.ld;
      if (!kTrunk && sweep_.matrix != nullptr) shared_.numbers[row] = sweep_.number_of[vertex];
    }
    __syncthreads();  // the lists are complete
  }

  __device__ const Cell* listed(int k, int& length) const {
    if (k >= Shape::kListed) return rows_ + source(k, length);
    length = kTrunk ? shared_.lengths[k] : sweep_.columns;
    return rows_ + shared_.sources[k];
  }

  __device__ void fetch_places(int tile) {
    if constexpr (!kTrunk) {
      int* to = shared_.places[tile % Shape::kStages];
      const int* from = sweep_.places + (first_tile_ + tile) * Shape::kColumns;
      for (int i = thread_ * 4; i < Shape::kColumns; i += threads_ * 4) {
        __pipeline_memcpy_async(to + i, from + i, 16);
      }
    }
  }

  // Starts to copy a stage of both operands.
  __device__ void fill(int t) {
    const int tile = t / stages_;
    const int k0 = t % stages_ * Shape::kDepth;
    const int c0 = (first_tile_ + tile) * Shape::kColumns;
    const int count = min(Shape::kDepth, depth_ - k0);
    if (k0 == 0) fetch_places(tile);
    const int words = padded_rows(tile_.rows);
    Word* a = shared_.a[t % Shape::kStages];
    // Eight rows beside each other, strip after strip.
    const Word* links =
        reinterpret_cast<const Word*>(sweep_.links + tile_.links) + k0 * kRowsOfStrip;
    const long long strip = padded_links(tile_.boundary) / Step::kPivots * kRowsOfStrip;
    for (int i = thread_ * Shape::kVector; i < count * words; i += threads_ * Shape::kVector) {
      const int row = i % words;
      const Word* from = links + row / kRowsOfStrip * strip + i / words * kRowsOfStrip;
      __pipeline_memcpy_async(a + i, from + row % kRowsOfStrip, 16);
    }
    Word(*b)[Shape::kColumns] = shared_.b[t % Shape::kStages];
    if constexpr (Step::kPivots == 1) {
      // A warp copies rows; a thread 16 bytes at a time.
      const int lane = thread_ % 32;
      for (int k = thread_ / 32; k < count; k += threads_ / 32) {
        int length = 0;
        const Cell* from = nullptr;
        if (k0 + k < tile_.boundary) from = listed(k0 + k, length) + c0;
        length -= c0;
#pragma unroll
        for (int q = 0; q < Shape::kLaneColumns; q += Shape::kVector) {
          const int column = Shape::column(lane, q);
          if (column + Shape::kVector <= length) {
            __pipeline_memcpy_async(b[k] + column, from + column, 16);
          } else {
#pragma unroll
            for (int v = 0; v < Shape::kVector; ++v) {
              b[k][column + v] = column + v < length ? from[column + v] : Step::nothing();
            }
          }
        }
      }
    } else {
      for (int i = thread_; i < count * Shape::kColumns; i += threads_) {
        const int column = i % Shape::kColumns;
        Cell cells[Step::kPivots];
#pragma unroll
        for (int h = 0; h < Step::kPivots; ++h) {
          const int k = (k0 + i / Shape::kColumns) * Step::kPivots + h;
          int length = 0;
          cells[h] = Semiring::no_path();
          if (k < tile_.boundary) {
            const Cell* from = listed(k, length);
            if (c0 + column < length) cells[h] = from[c0 + column];
          }
        }
        b[i / Shape::kColumns][column] = Step::pack(cells);
      }
    }
  }

  // Not the dense engine's load_groups() and relax_cells(): float64 would get one load more.
  template <int kCount>
  static __device__ void load(Word (&to)[kCount], const Word* from, int stride) {
    using Wide = Vector<Word, Shape::kVector>;
#pragma unroll
    for (int p = 0; p < kCount; p += Shape::kVector) {
      const Wide wide = *reinterpret_cast<const Wide*>(from + p / Shape::kVector * stride);
#pragma unroll
      for (int v = 0; v < Shape::kVector; ++v) to[p + v] = wide.value[v];
    }
  }

  template <int... kCell>
  static __device__ void relax_cells(Cells& c, const Word (&a)[2][Shape::kWarpRows],
                                     const Word (&b)[2][Shape::kLaneColumns],
                                     std::integer_sequence<int, kCell...>) {
    constexpr int n = Shape::kLaneColumns;
    (Step::template relax<kCell / n + kCell % n>(c[kCell / n][kCell % n], a[0][kCell / n],
                                                 b[0][kCell % n], a[1][kCell / n], b[1][kCell % n]),
     ...);
  }

  __device__ void relax(Cells& c, int slot, int row0, int depth) {
    const int words = padded_rows(tile_.rows);
    const Word* a = shared_.a[slot] + row0;
    const Word* b = shared_.b[slot][0] + thread_ % 32 * Shape::kVector;
#pragma unroll 1
    for (int k = 0; k < depth; k += 2) {
      Word left[2][Shape::kWarpRows];
      Word right[2][Shape::kLaneColumns];
#pragma unroll
      for (int h = 0; h < 2; ++h) {
        load(left[h], a + h * words, Shape::kVector);
        load(right[h], b + h * Shape::kColumns, 32 * Shape::kVector);
      }
      relax_cells(c, left, right,
                  std::make_integer_sequence<int, Shape::kWarpRows * Shape::kLaneColumns>());
      a += 2 * words;
      b += 2 * Shape::kColumns;
    }
  }

  // A thread's cells of a tile of columns are done.
  __device__ void finish(const Cells& c, int tile, int row0) {
    const int c0 = (first_tile_ + tile) * Shape::kColumns;
    const int rows = min(Shape::kWarpRows, tile_.rows - row0);
    Cell out[Shape::kWarpRows][Shape::kLaneColumns];
#pragma unroll
    for (int p = 0; p < Shape::kWarpRows; ++p) {
#pragma unroll
      for (int q = 0; q < Shape::kLaneColumns; ++q) out[p][q] = Step::gather(c[p][q]);
    }
    if constexpr (!kTrunk) {
      const int* places = shared_.places[tile % Shape::kStages];
#pragma unroll
      for (int q = 0; q < Shape::kLaneColumns; ++q) {
        const int column = Shape::column(thread_ % 32, q);
        if (c0 + column < limit_) add_trunk(out, q, places[column], row0, rows);
      }
      if (sweep_.restore) restore(out);
    }
#pragma unroll
    for (int p = 0; p < Shape::kWarpRows; ++p) {
      if (p < rows) store(rows_ + shared_.targets[row0 + p] + c0, out[p], limit_ - c0);
    }
    if (!kTrunk && sweep_.matrix != nullptr) {
#pragma unroll
      for (int p = 0; p < Shape::kWarpRows; ++p) {
        if (p < rows) store_in_matrix(shared_.numbers[row0 + p], out[p], c0);
      }
    }
  }

  __device__ void store_in_matrix(int number, const Cell (&row)[Shape::kLaneColumns],
                                  int c0) const {
    const int columns = sweep_.half ? min(sweep_.matrix_columns, number - sweep_.first_column + 1)
                                    : sweep_.matrix_columns;
    store(sweep_.matrix + number * sweep_.matrix_ld + c0, row, columns - c0);
  }

  // Paths that end in the subtree: columns of its vertices have them in their trunks.
  __device__ void add_trunk(Cell (&out)[Shape::kWarpRows][Shape::kLaneColumns], int q, int place,
                            int row0, int rows) {
    if (place < tile_.node_first || place >= tile_.node_end) return;
    const int first = tile_.row + row0;
    const Cell* trunk = sweep_.trunks + sweep_.trunk_at[place] + tile_.above + first;
#pragma unroll
    for (int p = 0; p < Shape::kWarpRows; ++p) {
      if (p < rows) {
        out[p][q] = Ops<Semiring>::better(out[p][q], trunk[p]);
        // Rounding may have found a way round to itself.
        if (place == tile_.node_first + first + p) out[p][q] = Semiring::empty_path();
      }
    }
  }

  __device__ void restore(Cell (&out)[Shape::kWarpRows][Shape::kLaneColumns]) {
#pragma unroll
    for (int p = 0; p < Shape::kWarpRows; ++p) {
#pragma unroll
      for (int q = 0; q < Shape::kLaneColumns; ++q) {
        if (out[p][q] >= sweep_.least_no_path) out[p][q] = Semiring::no_path();
      }
    }
  }

  // The first of the columns.
  __device__ void store(Cell* to, const Cell (&row)[Shape::kLaneColumns], int columns) const {
    using Wide = Vector<Cell, Shape::kVector>;
#pragma unroll
    for (int q = 0; q < Shape::kLaneColumns; q += Shape::kVector) {
      const int column = Shape::column(thread_ % 32, q);
      if (column + Shape::kVector <= columns) {
        Wide wide;
#pragma unroll
        for (int v = 0; v < Shape::kVector; ++v) wide.value[v] = row[q + v];
        *reinterpret_cast<Wide*>(to + column) = wide;
      } else {
#pragma unroll
        for (int v = 0; v < Shape::kVector; ++v) {
          if (column + v < columns) to[column + v] = row[q + v];
        }
      }
    }
  }

  const Sweep<Cell>& sweep_;
  Shared& shared_;
  const Tile tile_;
  Cell* const rows_;
  const int limit_;       // columns
  const int first_tile_;  // of columns
  int tiles_;
  const int depth_;  // in words
  const int stages_;
  const int thread_;
  const int threads_;
};

template <class Step, bool kTrunk, bool kSmall>
__global__ void __launch_bounds__(kSmall ? 64 : 256, kSmall ? 12 : 2)
    multiply(const __grid_constant__ Sweep<typename Step::Cell> sweep, int tiles_of_columns) {
  extern __shared__ uint4 memory[];
  using Shared = typename ProductShape<Step, kSmall>::Shared;
  Product<Step, kTrunk, kSmall>(sweep, *reinterpret_cast<Shared*>(memory), tiles_of_columns).run();
}

template <class Step, bool kSmall>
void launch(const Sweep<typename Step::Cell>& sweep, bool trunk, int tiles, int rows, int columns,
            cudaStream_t stream) {
  using Shape = ProductShape<Step, kSmall>;
  // Side by side as long as there are enough blocks to keep a large device busy.
  constexpr long long kMostTiles = 8;
  constexpr long long kManyBlocks = kSmall ? 4 * kBusyBlocks : kBusyBlocks;
  const long long across = (columns + Shape::kColumns - 1) / Shape::kColumns;
  const long long together = std::clamp<long long>(tiles * across / kManyBlocks, 1, kMostTiles);
  const dim3 grid(static_cast<unsigned>(tiles),
                  static_cast<unsigned>((across + together - 1) / together));
  const auto kernel = trunk ? multiply<Step, true, kSmall> : multiply<Step, false, kSmall>;
  constexpr auto bytes = sizeof(typename Shape::Shared);
  CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  static_cast<int>(bytes)));
  launch_kernel(kernel,
                {.grid = grid,
                 .threads = static_cast<unsigned>(rows / kRowsTogether * 32),
                 .shared_bytes = bytes,
                 .stream = stream},
                sweep, static_cast<int>(together));
  CUDA_CHECK_LAUNCH(multiply);
}

template <class S, bool kNonnegative>
Variant variant() {
  using Step = dense::StepOf<S, kNonnegative>;
  using Large = ProductShape<Step, false>;
  using Small = ProductShape<Step, true>;
  return {
      .rows = Large::kRows,
      .columns = std::max(Large::kColumns, Small::kColumns),
      .pivots = Step::kPivots,
      .kernel = reinterpret_cast<const void*>(&multiply<Step, false, false>),
      .threads = Large::kRows / kRowsTogether * 32,
      .shared_bytes = sizeof(typename Large::Shared),
      .launch =
          [](const void* what, bool trunk, int tiles, int rows, int columns, cudaStream_t stream) {
            if (tiles == 0 || columns == 0) return;
            const auto& sweep = *static_cast<const Sweep<typename Step::Cell>*>(what);
            const auto start = rows <= Small::kRows ? launch<Step, true> : launch<Step, false>;
            start(sweep, trunk, tiles, rows, columns, stream);
          },
      .write = &write_branches<Step>,
      .measure =
          [] {
            if constexpr (S::kind == SemiringKind::shortest_path) return &measure_branches<Step>;
            return static_cast<decltype(Variant::measure)>(nullptr);
          }()};
}

}  // namespace warpath::cuda::sparse
