// A node's rows as a product with gathered rows: what the sweep, and the trunks before it, consist of.
//
// Idea             rows of the node = ways up (x) rows of its boundary, which lie anywhere. A block computes up to 64 rows and 256
//                  columns; a warp 8 of the rows, a thread 8 x 8 cells in registers.
// Grid and block   x: tiles of rows of all nodes of one level, y: tiles of columns, 256 threads. Blocks of one tile of columns run
//                  together, so that rows of boundaries, which many nodes share, come from the second cache.
// Shared memory    kStages stages of kDepth word rows of both operands, filled while one is read
// What bounds it   half the time memory (every row is written once, and read by every level whose boundaries name it),
//                  half the inner step (cuda/dense/steps.cuh)
// Source           the sweep of src/cpu/sparse, in which a product has a node's depth
#pragma once

#include <cuda_pipeline.h>

#include <cstdint>

#include "cuda/dense/shape.cuh"
#include "cuda/dense/steps.cuh"
#include "cuda/sparse/variant.hpp"

namespace warpath::cuda::sparse {

using dense::Ops;
using dense::Vector;

template <class StepType>
struct ProductShape {
  using Step = StepType;
  using Word = typename Step::Word;
  using Cell = typename Step::Cell;
  static constexpr int kThreads = 256;
  static constexpr int kWarps = kThreads / 32;
  static constexpr int kWarpRows = 8;
  static constexpr int kRows = kWarps * kWarpRows;
  static constexpr int kLaneColumns = sizeof(Word) == 8 ? 4 : 8;
  static constexpr int kColumns = 32 * kLaneColumns;
  static constexpr int kVector = 16 / static_cast<int>(sizeof(Word));
  static constexpr int kDepth = 16;  // word rows of a stage
  static constexpr int kStages = 3;
  static constexpr std::size_t kSharedBytes =
      sizeof(Word) * kStages * kDepth * (kColumns + kRows);

  // The column, in the tile, of a thread's cell q: wide accesses of neighbours touch neighbouring words.
  static __device__ int column(int lane, int q) {
    return q / kVector * (32 * kVector) + lane * kVector + q % kVector;
  }
};

// kTrunk: the rows are trunks, of different lengths; else they are rows of the matrix.
template <class Step, bool kTrunk>
class Product {
 public:
  using Shape = ProductShape<Step>;
  using Word = typename Step::Word;
  using Cell = typename Step::Cell;
  using Semiring = typename Step::Semiring;

  __device__ Product(const Sweep<Cell>& sweep, Word* shared)
      : sweep_(sweep),
        b_(shared),
        a_(shared + Shape::kStages * Shape::kDepth * Shape::kColumns),
        tile_(sweep.tiles[blockIdx.x]),
        node_(sweep.nodes[tile_.node]),
        c0_(static_cast<int>(blockIdx.y) * Shape::kColumns),
        limit_(kTrunk ? node_.above : sweep.columns),
        rows_(min(Shape::kRows, node_.width - tile_.row)) {}

  __device__ void run() {
    if (c0_ >= limit_) return;
    const int warp = static_cast<int>(threadIdx.x) / 32;
    const int lane = static_cast<int>(threadIdx.x) % 32;
    const bool active = warp * Shape::kWarpRows < rows_;
    // Pairs of word rows: what is missing to the last is filled up.
    const int depth = (node_.boundary + 2 * Step::kPivots - 1) / (2 * Step::kPivots) * 2;
    const int stages = (depth + Shape::kDepth - 1) / Shape::kDepth;
    Word c[Shape::kWarpRows][Shape::kLaneColumns];
#pragma unroll
    for (int p = 0; p < Shape::kWarpRows; ++p) {
#pragma unroll
      for (int q = 0; q < Shape::kLaneColumns; ++q) c[p][q] = Step::nothing();
    }
    for (int stage = 0; stage < Shape::kStages - 1; ++stage) {
      if (stage < stages) fill(stage, depth);
      __pipeline_commit();
    }
    for (int stage = 0; stage < stages; ++stage) {
      __pipeline_wait_prior(Shape::kStages - 2);
      __syncthreads();  // this stage has come for all, and the one before has been read by all
      if (stage + Shape::kStages - 1 < stages) fill(stage + Shape::kStages - 1, depth);
      __pipeline_commit();
      if (active) relax(c, stage % Shape::kStages, min(Shape::kDepth, depth - stage * Shape::kDepth));
    }
    if (active) finish(c, warp * Shape::kWarpRows, lane);
  }

 private:
  // The gathered row of a vertex, and how long it is.
  __device__ const Cell* source(int vertex, int& length) const {
    if constexpr (kTrunk) {
      length = sweep_.trunk_length[vertex];
      return sweep_.trunks + sweep_.trunk_at[vertex];
    } else {
      length = sweep_.columns;
      return sweep_.x + sweep_.row_of[vertex] * sweep_.ld;
    }
  }

  // Starts to copy a stage of both operands.
  __device__ void fill(int stage, int depth) {
    const int k0 = stage * Shape::kDepth;
    const int count = min(Shape::kDepth, depth - k0);
    Word* const b = b_ + stage % Shape::kStages * Shape::kDepth * Shape::kColumns;
    Word* const a = a_ + stage % Shape::kStages * Shape::kDepth * Shape::kRows;
    const int* boundary = sweep_.boundaries + node_.first_boundary;
    if constexpr (Step::kPivots == 1) {
      // A warp copies rows; a thread 16 bytes at a time.
      const int lane = static_cast<int>(threadIdx.x) % 32;
      for (int k = static_cast<int>(threadIdx.x) / 32; k < count; k += Shape::kWarps) {
        Word* to = b + k * Shape::kColumns;
        int length = 0;
        const Cell* from = nullptr;
        if (k0 + k < node_.boundary) from = source(boundary[k0 + k], length) + c0_;
        length -= c0_;
#pragma unroll
        for (int q = 0; q < Shape::kLaneColumns; q += Shape::kVector) {
          const int column = Shape::column(lane, q);
          if (column + Shape::kVector <= length) {
            __pipeline_memcpy_async(to + column, from + column, 16);
          } else {
#pragma unroll
            for (int v = 0; v < Shape::kVector; ++v) {
              to[column + v] = column + v < length ? from[column + v] : Step::nothing();
            }
          }
        }
      }
    } else {
      for (int i = static_cast<int>(threadIdx.x); i < count * Shape::kColumns; i += Shape::kThreads) {
        const int k = i / Shape::kColumns;
        const int column = i % Shape::kColumns;
        Cell cells[Step::kPivots];
#pragma unroll
        for (int h = 0; h < Step::kPivots; ++h) {
          const int at = (k0 + k) * Step::kPivots + h;
          int length = 0;
          cells[h] = Semiring::no_path();
          if (at < node_.boundary) {
            const Cell* from = source(boundary[at], length);
            if (c0_ + column < length) cells[h] = from[c0_ + column];
          }
        }
        b[i] = Step::pack(cells);
      }
    }
    for (int i = static_cast<int>(threadIdx.x); i < count * Shape::kRows; i += Shape::kThreads) {
      const int k = i / Shape::kRows;
      const int row = i % Shape::kRows;
      Cell cells[Step::kPivots];
#pragma unroll
      for (int h = 0; h < Step::kPivots; ++h) {
        const int at = (k0 + k) * Step::kPivots + h;
        cells[h] = at < node_.boundary && row < rows_
                       ? sweep_.links[node_.links + static_cast<long long>(at) * node_.width +
                                      tile_.row + row]
                       : Semiring::no_path();
      }
      a[i] = Step::pack(cells);
    }
  }

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
  static __device__ void relax_cells(Word (&c)[Shape::kWarpRows][Shape::kLaneColumns],
                                     const Word (&a)[2][Shape::kWarpRows],
                                     const Word (&b)[2][Shape::kLaneColumns],
                                     std::integer_sequence<int, kCell...>) {
    constexpr int n = Shape::kLaneColumns;
    (Step::template relax<kCell / n + kCell % n>(c[kCell / n][kCell % n], a[0][kCell / n],
                                                 b[0][kCell % n], a[1][kCell / n],
                                                 b[1][kCell % n]),
     ...);
  }

  __device__ void relax(Word (&c)[Shape::kWarpRows][Shape::kLaneColumns], int slot, int depth) {
    const int lane = static_cast<int>(threadIdx.x) % 32;
    const int warp = static_cast<int>(threadIdx.x) / 32;
    const Word* a = a_ + slot * Shape::kDepth * Shape::kRows + warp * Shape::kWarpRows;
    const Word* b = b_ + slot * Shape::kDepth * Shape::kColumns + lane * Shape::kVector;
#pragma unroll 1
    for (int k = 0; k < depth; k += 2) {
      Word left[2][Shape::kWarpRows];
      Word right[2][Shape::kLaneColumns];
#pragma unroll
      for (int h = 0; h < 2; ++h) {
        load(left[h], a + (k + h) * Shape::kRows, Shape::kVector);
        load(right[h], b + (k + h) * Shape::kColumns, 32 * Shape::kVector);
      }
      relax_cells(c, left, right,
                  std::make_integer_sequence<int, Shape::kWarpRows * Shape::kLaneColumns>());
    }
  }

  __device__ void finish(const Word (&c)[Shape::kWarpRows][Shape::kLaneColumns], int row0, int lane) {
    Cell out[Shape::kWarpRows][Shape::kLaneColumns];
#pragma unroll
    for (int p = 0; p < Shape::kWarpRows; ++p) {
#pragma unroll
      for (int q = 0; q < Shape::kLaneColumns; ++q) out[p][q] = Step::gather(c[p][q]);
    }
    const int first = tile_.row + row0;  // of the warp's rows, in the node
    const int rows = min(Shape::kWarpRows, rows_ - row0);
    if constexpr (!kTrunk) {
#pragma unroll
      for (int q = 0; q < Shape::kLaneColumns; ++q) add_trunk(out, q, first, rows, lane);
      if (sweep_.restore) restore(out);
    }
#pragma unroll
    for (int p = 0; p < Shape::kWarpRows; ++p) {
      if (p >= rows) break;
      const int vertex = node_.first + first + p;
      Cell* to = (kTrunk ? sweep_.trunks + sweep_.trunk_at[vertex]
                         : sweep_.x + sweep_.row_of[vertex] * sweep_.ld) +
                 c0_;
      store(to, out[p], lane);
    }
  }

  // Paths that end in the subtree: columns of its vertices have them in their trunks.
  __device__ void add_trunk(Cell (&out)[Shape::kWarpRows][Shape::kLaneColumns], int q, int first,
                            int rows, int lane) {
    const int column = c0_ + Shape::column(lane, q);
    const int place = column < limit_ ? sweep_.places[column] : -1;
    if (place < node_.first || place >= node_.end) return;
    const Cell* trunk = sweep_.trunks + sweep_.trunk_at[place] + node_.above + first;
#pragma unroll
    for (int p = 0; p < Shape::kWarpRows; ++p) {
      if (p >= rows) break;
      out[p][q] = Ops<Semiring>::better(out[p][q], trunk[p]);
      // Rounding may have found a way round to itself.
      if (place == node_.first + first + p) out[p][q] = Semiring::empty_path();
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

  __device__ void store(Cell* to, const Cell (&row)[Shape::kLaneColumns], int lane) const {
    using Wide = Vector<Cell, Shape::kVector>;
#pragma unroll
    for (int q = 0; q < Shape::kLaneColumns; q += Shape::kVector) {
      const int column = Shape::column(lane, q);
      if (c0_ + column + Shape::kVector <= limit_) {
        Wide wide;
#pragma unroll
        for (int v = 0; v < Shape::kVector; ++v) wide.value[v] = row[q + v];
        *reinterpret_cast<Wide*>(to + column) = wide;
      } else {
#pragma unroll
        for (int v = 0; v < Shape::kVector; ++v) {
          if (c0_ + column + v < limit_) to[column + v] = row[q + v];
        }
      }
    }
  }

  const Sweep<Cell>& sweep_;
  Word* const b_;
  Word* const a_;
  const TileOfRows tile_;
  const DeviceNode node_;
  const int c0_;
  const int limit_;
  const int rows_;
};

template <class Step, bool kTrunk>
__global__ void __launch_bounds__(256, 2)
    multiply(const __grid_constant__ Sweep<typename Step::Cell> sweep) {
  extern __shared__ uint4 shared[];
  Product<Step, kTrunk>(sweep, reinterpret_cast<typename Step::Word*>(shared)).run();
}

template <class Step>
Variant make_variant() {
  using Shape = ProductShape<Step>;
  using Cell = typename Step::Cell;
  Variant variant;
  variant.rows = Shape::kRows;
  variant.columns = Shape::kColumns;
  variant.launch = [](const void* what, bool trunk, int tiles, int columns, cudaStream_t stream) {
    const auto& sweep = *static_cast<const Sweep<Cell>*>(what);
    const dim3 grid(static_cast<unsigned>(tiles),
                    static_cast<unsigned>((columns + Shape::kColumns - 1) / Shape::kColumns));
    if (tiles == 0 || columns == 0) return;
    const auto kernel = trunk ? multiply<Step, true> : multiply<Step, false>;
    CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    static_cast<int>(Shape::kSharedBytes)));
    kernel<<<grid, Shape::kThreads, Shape::kSharedBytes, stream>>>(sweep);
    CUDA_CHECK_LAUNCH(multiply);
  };
  return variant;
}

}  // namespace warpath::cuda::sparse
