// 04 optimized-blocked: the same tiles, fewer and cheaper instructions.
//
// Idea       the paper's first round of improvements: the width of a tile is a constant and a power of
//            two, so that addresses are found by shifts and masks, once, and loops over k are unrolled
// Changes    from katz-kider: shifts for divisions; unrolled loops; a cell of the interior stays in a
//            register while k runs (but still comes from shared memory and goes back there: see 05)
// Grid       interior: one block of 256 threads per tile; a thread has 4 cells of one column
// Shared     interior: 3·32² words = 12,288 bytes; 62 registers
// Bound by   then: exposed latency; 2.1 to 2.3 times 03, says the paper. One block per multiprocessor.
//            now: shared memory, busy 76% of the time, and latency again, a little. 3.4 instructions
//            were counted per task and 0.8 accesses to shared memory; unrolled, a thread takes 62
//            registers, so that 4 blocks fit, half of the warps there could be. 2.8 times 03
//            (n = 16384).
// Source     Lund and Smith, section 4

#include "paper/kernels.hpp"
#include "paper/on_device.cuh"

namespace warpath::paper {
namespace {

constexpr int kThreads = 256;
constexpr int kRows = kThreads / kTile;  // of threads: a warp is a row of a tile
constexpr int kCells = kTile / kRows;    // of a thread, kRows apart
constexpr int kShift = 5;                // kTile = 1 << kShift

// This thread's first cell; the others are kRows, 2 kRows, ... below it.
__device__ int first_row() { return threadIdx.x >> kShift; }
__device__ int column() { return threadIdx.x & (kTile - 1); }

template <class T>
__device__ T* first_cell(T* w, Index ld, int bi, int bj) {
  return w + ((static_cast<Index>(bi) << kShift) + first_row()) * ld + (bj << kShift) + column();
}

template <class T>
__device__ void load(T* tile, const T* w, Index ld, int bi, int bj) {
  const T* from = first_cell(w, ld, bi, bj);
#pragma unroll
  for (int p = 0; p < kCells; ++p) tile[threadIdx.x + p * kThreads] = from[p * kRows * ld];
}

template <class T>
__device__ void store(T* w, const T* tile, Index ld, int bi, int bj) {
  T* to = first_cell(w, ld, bi, bj);
#pragma unroll
  for (int p = 0; p < kCells; ++p) to[p * kRows * ld] = tile[threadIdx.x + p * kThreads];
}

// c_ij <- min(c_ij, a_ik + b_kj) for every cell of a tile and one k. c is also a or b, or both: what
// does not improve must not be written, because others read row or column tk, which cannot improve.
template <class T>
__device__ void relax(T* c, const T* a, const T* b, int tk) {
  const T b_kj = b[(tk << kShift) + column()];
#pragma unroll
  for (int p = 0; p < kCells; ++p) {
    const int cell = threadIdx.x + p * kThreads;
    const T through_k = a[((first_row() + p * kRows) << kShift) + tk] + b_kj;
    if (through_k < c[cell]) c[cell] = through_k;
  }
}

template <class T, bool kAnySign>
__global__ void pivot(T* w, Index ld, int bk, Cycles cycles) {
  if (kAnySign && cycles.found()) return;
  __shared__ T d[kTileCells];
  load(d, w, ld, bk, bk);
  __syncthreads();  // the tile is there
  for (int tk = 0; tk < kTile; ++tk) {
    if (kAnySign && settle_pivot(d, tk, (bk << kShift) + tk, cycles)) return;
    relax(d, d, d, tk);
    __syncthreads();  // row and column tk + 1 are final before they are read
  }
  store(w, d, ld, bk, bk);
}

// blockIdx.y = 0: the row of tiles, which depends on the pivot tile from the left; 1: the column.
template <class T>
__global__ void panels(T* w, Index ld, int bk, Cycles cycles) {
  if (cycles.found()) return;
  __shared__ T d[kTileCells];
  __shared__ T c[kTileCells];
  const int other = without(bk, blockIdx.x);
  const bool row = blockIdx.y == 0;
  const int bi = row ? bk : other;
  const int bj = row ? other : bk;
  load(d, w, ld, bk, bk);
  load(c, w, ld, bi, bj);
  __syncthreads();  // both tiles are there
#pragma unroll 8
  for (int tk = 0; tk < kTile; ++tk) {
    relax(c, row ? d : c, row ? c : d, tk);
    __syncthreads();  // row or column tk + 1 is final before it is read
  }
  store(w, c, ld, bi, bj);
}

template <class T>
__global__ void interior(T* w, Index ld, int bk) {
  __shared__ T c[kTileCells];
  __shared__ T a[kTileCells];
  __shared__ T b[kTileCells];
  const int bi = without(bk, blockIdx.y);
  const int bj = without(bk, blockIdx.x);
  load(c, w, ld, bi, bj);
  load(a, w, ld, bi, bk);
  load(b, w, ld, bk, bj);
  __syncthreads();  // all three tiles are there
  // A thread works on its own cells, and a and b do not change: no barrier from here on.
#pragma unroll
  for (int p = 0; p < kCells; ++p) {
    const int cell = threadIdx.x + p * kThreads;
    const T* a_i = a + ((first_row() + p * kRows) << kShift);
    T c_ij = c[cell];
#pragma unroll
    for (int tk = 0; tk < kTile; ++tk) c_ij = min(c_ij, a_i[tk] + b[(tk << kShift) + column()]);
    c[cell] = c_ij;
  }
  store(w, c, ld, bi, bj);
}

template <class T>
void solve(OnDevice<T>& on) {
  const unsigned others = on.tiles - 1;
  on.start();
  for (int bk = 0; bk < on.tiles; ++bk) {
    const auto close = on.any_sign ? pivot<T, true> : pivot<T, false>;
    close<<<1, kThreads, 0, on.stream>>>(on.w, on.ld, bk, on.cycles());
    CUDA_CHECK_LAUNCH(pivot);
    if (others > 0) {
      panels<<<dim3(others, 2), kThreads, 0, on.stream>>>(on.w, on.ld, bk, on.cycles());
      CUDA_CHECK_LAUNCH(panels);
      on.settle(on.w, RowMajor{on.ld}, bk);
      interior<<<dim3(others, others), kThreads, 0, on.stream>>>(on.w, on.ld, bk);
      CUDA_CHECK_LAUNCH(interior);
    }
    on.done(on.tasks_of_round(bk));
  }
  on.finish();
}

}  // namespace

void run_optimized_blocked(Work& work) {
  solve_on_device(work, [](auto& on) { solve(on); });
}

Footprint footprint_optimized_blocked(const Plan& plan) {
  return footprint_of(plan, interior<float>, interior<std::int32_t>, kThreads);
}

}  // namespace warpath::paper
