// 04 optimized-blocked: the same tiles, fewer and cheaper instructions.
//
// Idea       the paper's first round: the width of a tile is a constant and a power of two, so that
//            places are found by shifts and masks, once, and the loop over k is unrolled
// Changes    from katz-kider: the interior keeps a cell in a register while k runs; everything else is
//            where it was
// Grid       interior: one block of 256 threads per tile; a thread has 4 cells of one column
// Shared     interior: 3·32² words = 12,288 bytes
// Bound by   then: exposed latency, 2.1 to 2.3 times faster than 03. One block per multiprocessor.
//            now: latency again, a little: unrolled, a thread takes 62 registers, 4 blocks fit, and
//            half of the warps there could be. 3.4 instructions per task, 2.7 times faster than 03.
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
__device__ int first_row() {
  return threadIdx.x >> kShift;
}
__device__ int column() {
  return threadIdx.x & (kTile - 1);
}

template <class T>
__device__ T* cell(T* w, Index ld, int bi, int bj) {
  return w + ((static_cast<Index>(bi) << kShift) + first_row()) * ld + (bj << kShift) + column();
}

template <class T>
__device__ void load(T* tile, const T* w, Index ld, int bi, int bj) {
  const T* from = cell(w, ld, bi, bj);
#pragma unroll
  for (int c = 0; c < kCells; ++c) tile[threadIdx.x + c * kThreads] = from[c * kRows * ld];
}

template <class T>
__device__ void store(T* w, const T* tile, Index ld, int bi, int bj) {
  T* to = cell(w, ld, bi, bj);
#pragma unroll
  for (int c = 0; c < kCells; ++c) to[c * kRows * ld] = tile[threadIdx.x + c * kThreads];
}

// w_ij <- min(w_ij, a_ik + b_kj) for every cell of a tile and one k.
template <class T>
__device__ void relax(T* w, const T* a, const T* b, int tk) {
  const T b_kj = b[(tk << kShift) + column()];
#pragma unroll
  for (int c = 0; c < kCells; ++c) {
    const int at = threadIdx.x + c * kThreads;
    const T through_k = a[((first_row() + c * kRows) << kShift) + tk] + b_kj;
    if (through_k < w[at]) w[at] = through_k;
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

// blockIdx.y = 0: the row of tiles, which depends on the pivot from the left; 1: the column.
template <class T>
__global__ void panels(T* w, Index ld, int bk, Cycles cycles) {
  if (cycles.found()) return;
  __shared__ T d[kTileCells];
  __shared__ T c[kTileCells];
  const int b = without(bk, blockIdx.x);
  const bool row = blockIdx.y == 0;
  const int bi = row ? bk : b;
  const int bj = row ? b : bk;
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
  for (int cells = 0; cells < kCells; ++cells) {
    T* w_ij = c + threadIdx.x + cells * kThreads;
    const T* a_i = a + ((first_row() + cells * kRows) << kShift);
    T best = *w_ij;
#pragma unroll
    for (int tk = 0; tk < kTile; ++tk) best = min(best, a_i[tk] + b[(tk << kShift) + column()]);
    *w_ij = best;
  }
  store(w, c, ld, bi, bj);
}

template <class T>
void solve(OnDevice<T>& on) {
  const unsigned others = on.tiles - 1;
  const double stage = static_cast<double>(on.n) * on.n * kTile;
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
    on.done(stage);
  }
  on.finish();
}

}  // namespace

void run_optimized_blocked(KernelCall& call) {
  solve_on_device(call, [](auto& on) { solve(on); });
}

Footprint footprint_optimized_blocked(const Plan& plan) {
  return footprint_of(plan, interior<float>, kThreads);
}

}  // namespace warpath::paper
