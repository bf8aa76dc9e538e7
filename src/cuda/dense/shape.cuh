// Sizes that follow from a step and from the cells of a thread, and who computes which cell.
#pragma once

#include <utility>

#include "cuda/dense/steps.cuh"

namespace warpath::cuda::dense {

// A block of 16 x 16 threads computes a tile, every thread kCells x kCells cells of it. A *strip*
// is an operand of a tile, or a tile as an operand: word rows (see steps.cuh), each as long as a
// tile is wide. Left operands are transposed, so that both have this form.
template <class StepType, int kCellsPerSide>
struct Shape {
  using Step = StepType;
  using Semiring = typename Step::Semiring;
  using Word = typename Step::Word;
  using Cell = typename Step::Cell;

  static constexpr int kCells = kCellsPerSide;
  static constexpr int kSide = 16;  // threads down and across
  static constexpr int kThreads = kSide * kSide;
  static constexpr int kTile = kSide * kCells;
  static constexpr int kVector = 16 / static_cast<int>(sizeof(Word));  // words of a wide access
  static constexpr int kWordRows = kTile / Step::kPivots;
  static constexpr int kStrip = kWordRows * kTile;  // words

  // Strips pass through shared memory in stages.
  // Long ones where shared memory allows, but four per strip: see relax_tile().
  static constexpr int kStageRows = kWordRows / 4 <= 32 ? kWordRows / 4 : 32;
  static constexpr int kStages = 3;
  static constexpr int kStageWords = kStageRows * kTile;  // of one operand
  static constexpr int kStagesPerStrip = kWordRows / kStageRows;
  static_assert(kWordRows % kStageRows == 0);

  // Small tiles of small words: for small n, where blocks wait for each other, and registers are
  // left to shorten the wait.
  static constexpr bool kShortensWaits = kCells == 4 && sizeof(Word) == 4;

  // Blocks that share a multiprocessor, so that one computes while another waits or stores.
  static constexpr int kBlocks = kCells == 8 ? 2 : 3;

  // Row or column, in the tile, of a thread's cell p. In groups, so that the wide accesses of
  // neighbours touch neighbouring words.
  static constexpr __device__ int place(int thread, int p) {
    return p / kVector * (kSide * kVector) + thread * kVector + p % kVector;
  }
};

// Where a thread stands in its block: a warp is 8 threads wide and 4 high.
struct Thread {
  int ti, tj;
  static __device__ Thread of(int thread) {
    const int lane = thread % 32;
    const int warp = thread / 32;
    return {lane / 8 + 4 * (warp / 2), lane % 8 + 8 * (warp % 2)};
  }
};

// kCount values that move together.
template <class T, int kCount>
struct alignas(sizeof(T) * kCount) Vector {
  T value[kCount];
};

// From groups of kVector values that lie `stride` apart.
template <int kVector, class T, int kCount>
__device__ void load_groups(T (&to)[kCount], const T* from, int stride) {
  using Wide = Vector<T, kVector>;
#pragma unroll
  for (int p = 0; p < kCount; p += kVector) {
    const Wide wide = *reinterpret_cast<const Wide*>(from + p / kVector * stride);
#pragma unroll
    for (int v = 0; v < kVector; ++v) to[p + v] = wide.value[v];
  }
}

// c <- best(c, a (x) b) for a thread's cells and its operands of two word rows.
template <class Step, int kRows, int kColumns, int... kCell>
__device__ void relax_cells(typename Step::Word (&c)[kRows][kColumns],
                            const typename Step::Word (&a)[2][kRows],
                            const typename Step::Word (&b)[2][kColumns],
                            std::integer_sequence<int, kCell...>) {
  constexpr int n = kColumns;
  (Step::template relax<kCell / n + kCell % n>(c[kCell / n][kCell % n], a[0][kCell / n],
                                               b[0][kCell % n], a[1][kCell / n], b[1][kCell % n]),
   ...);
}

}  // namespace warpath::cuda::dense
