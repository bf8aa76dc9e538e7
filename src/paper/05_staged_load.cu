// 05 staged-load: the paper's contribution.
//
// Idea       shared memory is what keeps blocks from being resident together, so use less of it:
//            the interior tile lives in registers, and the panels come in stages of m = 4 pivots
// Changes    from optimized-blocked, in the interior, at the numbers in the code:
//            (1) the tile in registers: 64 threads with 16 cells each
//            (2) only a stage of the panels in shared memory at a time
//            (3) the doubly tiled order in memory: 4 x 4 small tiles inside 32 x 32 tiles, so
//                that four rows and four columns are both contiguous
//            (4) a half warp works on a small tile, and its threads take the four pivots of a
//                stage in cyclic order, starting at (ti + tj) mod 4
//            (5) a word loaded from shared memory serves four cells (the paper loads two words
//                per task)
//            And not in the paper: 16-byte loads, and a bound on registers
// Grid       interior: one block of 64 threads per tile
// Shared     interior: 2·32·4 words = 1,024 bytes; 48 registers
// Bound by   then: instructions; 73.6e9 tasks/s, 2.3 to 2.5 times 04, says the paper.
//            now: shared memory, busy 83% of the time, and the issue of instructions, 80%: 2.9 were
//            counted per task, 2 for the task and 0.5 to load its operands. 20 blocks fit, by their
//            registers. 1.5 times 04, and 67% of what add and min alone reach (n = 16384).
// Source     Lund and Smith, sections 4.1 to 4.3
//
// The cyclic order was a cure for bank conflicts: with 16 banks, half warps, and one word broadcast
// at a time, 16 threads that want 4 different words took 4 turns. Today's 32 banks hand every word
// to all threads of the warp that want it: 1.02 turns per load were counted, and as many conflicts
// without the cyclic order, which has fewer loads because four of them become one of 16 bytes.
// staged-load-straight is this kernel without it, and 6% faster (n = 16384).

#include "paper/kernels.hpp"
#include "paper/shifted_tiles.cuh"

namespace warpath::paper {
namespace staged_load {

template <class T>
__device__ T* tile_at(T* w, int tiles, int bi, int bj) {
  return w + (static_cast<Index>(bi) * tiles + bj) * kTileCells;
}

// --- the interior --------------------------------------------------------------------------------

constexpr int kStages = kTile / kSmall;
constexpr int kStageWords = kTile * kSmall;
constexpr int kThreads = StagedThread::kThreads;
constexpr int kSide = StagedThread::kSide;

// Blocks that should be resident on a multiprocessor together: 20 leave 48 registers to a thread,
// which is what it needs. More blocks leave fewer, and then the compiler spills.
constexpr int kResident = 20;

// Four words at a time.
template <class T>
struct alignas(4 * sizeof(T)) Four {
  T word[4];
};

template <class T, bool kCyclic>
__global__ void __launch_bounds__(kThreads, kResident) interior(T* w, int tiles, int bk) {
  __shared__ alignas(16) T a[kStageWords];  // (2) 32 x 4 cells of the column panel
  __shared__ alignas(16) T b[kStageWords];  // (2) 4 x 32 cells of the row panel
  const int bi = without(bk, blockIdx.y);
  const int bj = without(bk, blockIdx.x);
  const StagedThread me = StagedThread::of(threadIdx.x);

  // (3) Warp 0 brings the stage of the column panel, 8 small tiles that lie a row of small tiles
  // apart; warp 1 that of the row panel, which is in one piece.
  const int part = threadIdx.x % 32;
  const T* from;
  Four<T>* to;
  int step;
  if (threadIdx.x < 32) {
    from = tile_at(w, tiles, bi, bk) + part / 4 * (kSmallPerTile * kSmallCells) + part % 4 * 4;
    to = reinterpret_cast<Four<T>*>(a) + part;
    step = kSmallCells;
  } else {
    from = tile_at(w, tiles, bk, bj) + part * 4;
    to = reinterpret_cast<Four<T>*>(b) + part;
    step = kSmallPerTile * kSmallCells;
  }

  T* mine = tile_at(w, tiles, bi, bj) + me.ti * kSmall + me.tj;
  T c[kSide][kSide];  // (1)
#pragma unroll
  for (int p = 0; p < kSide; ++p) {
#pragma unroll
    for (int q = 0; q < kSide; ++q) {
      c[p][q] = mine[(me.row(p) * kSmallPerTile + me.column(q)) * kSmallCells];
    }
  }

#pragma unroll
  for (int stage = 0; stage < kStages; ++stage) {
    const Four<T> words = *reinterpret_cast<const Four<T>*>(from);
    from += step;
    __syncthreads();  // the stage before has been read
    *to = words;
    __syncthreads();  // this stage is there
#pragma unroll
    for (int s = 0; s < kSmall; ++s) {
      const int k = kCyclic ? me.cyclic(s) : s;  // (4)
      T a_ik[kSide];
      T b_kj[kSide];
#pragma unroll
      for (int p = 0; p < kSide; ++p) {
        a_ik[p] = a[me.word_a(p, k)];
        b_kj[p] = b[me.word_b(p, k)];
      }
#pragma unroll
      for (int p = 0; p < kSide; ++p) {
#pragma unroll
        for (int q = 0; q < kSide; ++q) c[p][q] = min(c[p][q], a_ik[p] + b_kj[q]);  // (5)
      }
    }
  }

#pragma unroll
  for (int p = 0; p < kSide; ++p) {
#pragma unroll
    for (int q = 0; q < kSide; ++q) {
      mine[(me.row(p) * kSmallPerTile + me.column(q)) * kSmallCells] = c[p][q];
    }
  }
}

// --- the order in memory -------------------------------------------------------------------------

// For the pivot tile and the panels, which are those of 04 (shifted_tiles.cuh).
struct InTiles {
  int tiles;

  template <class T>
  __device__ T* first_cell(T* w, int bi, int bj) const {
    return tile_at(w, tiles, bi, bj) + small_tiled(first_row(), column());
  }
  // kRows rows are two rows of small tiles.
  __device__ int below(int p) const { return p * (kRows / kSmall * kSmallPerTile * kSmallCells); }
};

// blockIdx.y = 0: the row of tiles, which depends on the pivot tile from the left; 1: the column.
template <class T>
__global__ void panels(T* w, InTiles order, int bk) {
  __shared__ T d[kTileCells];
  __shared__ T c[kTileCells];
  const int other = without(bk, blockIdx.x);
  const bool row = blockIdx.y == 0;
  T* tile = row ? tile_at(w, order.tiles, bk, other) : tile_at(w, order.tiles, other, bk);
  T* mine = tile + small_tiled(first_row(), column());
  load(d, order.first_cell(w, bk, bk), order);
  load(c, mine, order);
  __syncthreads();  // both tiles are there
#pragma unroll 8
  for (int tk = 0; tk < kTile; ++tk) {
    relax(c, row ? d : c, row ? c : d, tk);
    __syncthreads();  // row or column tk + 1 is final before it is read
  }
  store(mine, c, order);
}

// Each block moves one tile from row-major to doubly tiled, or back.
template <class T, bool kToTiled>
__global__ void reorder(T* rows, Index ld, T* tiled, int tiles) {
  T* tile = tile_at(tiled, tiles, blockIdx.y, blockIdx.x);
  for (int cell = threadIdx.x; cell < kTileCells; cell += kTileThreads) {
    const int ti = cell / kTile;
    const int tj = cell % kTile;
    T& in_rows = rows[(blockIdx.y * static_cast<Index>(kTile) + ti) * ld + blockIdx.x * kTile + tj];
    T& in_tile = tile[small_tiled(ti, tj)];
    if (kToTiled) {
      in_tile = in_rows;
    } else {
      in_rows = in_tile;
    }
  }
}

template <bool kCyclic, class T>
void solve(OnDevice<T>& on) {
  const int tiles = on.tiles;
  const unsigned others = tiles - 1;
  T* w = on.take_second();
  on.start();
  reorder<T, true><<<dim3(tiles, tiles), kTileThreads, 0, on.stream>>>(on.w, on.ld, w, tiles);
  CUDA_CHECK_LAUNCH(reorder);
  for (int bk = 0; bk < tiles; ++bk) {
    pivot<<<1, kTileThreads, 0, on.stream>>>(w, InTiles{tiles}, bk);
    CUDA_CHECK_LAUNCH(pivot);
    if (others > 0) {
      panels<<<dim3(others, 2), kTileThreads, 0, on.stream>>>(w, InTiles{tiles}, bk);
      CUDA_CHECK_LAUNCH(panels);
      interior<T, kCyclic><<<dim3(others, others), kThreads, 0, on.stream>>>(w, tiles, bk);
      CUDA_CHECK_LAUNCH(interior);
    }
    on.done(on.tasks_of_round(bk));
  }
  reorder<T, false><<<dim3(tiles, tiles), kTileThreads, 0, on.stream>>>(on.w, on.ld, w, tiles);
  CUDA_CHECK_LAUNCH(reorder);
  on.finish();
}

}  // namespace staged_load

void run_staged_load(Work& work) {
  solve_on_device(work, [](auto& on) { staged_load::solve<true>(on); });
}
void run_staged_load_straight(Work& work) {
  solve_on_device(work, [](auto& on) { staged_load::solve<false>(on); });
}

}  // namespace warpath::paper
