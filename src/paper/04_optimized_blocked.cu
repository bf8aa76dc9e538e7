// 04 optimized-blocked: the same tiles, fewer and cheaper instructions.
//
// Idea       the paper's first round of improvements: the width of a tile is a constant and a power
//            of two, so that addresses are found by shifts and masks, once, and loops over k are
//            unrolled
// Changes    from katz-kider: shifts for divisions; unrolled loops; a cell of the interior stays in
//            a register while k runs (but still comes from shared memory and goes back there: see
//            05)
// Grid       interior: one block of 256 threads per tile; a thread has 4 cells of one column
// Shared     interior: 3·32² words = 12,288 bytes; 62 registers
// Bound by   then: exposed latency; 2.1 to 2.3 times 03, says the paper. One block per
//            multiprocessor.
//            now: shared memory, busy 76% of the time, and latency again, a little. 3.4
//            instructions were counted per task and 0.8 accesses to shared memory; unrolled, a
//            thread takes 62 registers, so that 4 blocks fit, half of the warps there could be. 2.8
//            times 03 (n = 16384).
// Source     Lund and Smith, section 4

#include "paper/kernels.hpp"
#include "paper/shifted_tiles.cuh"

namespace warpath::paper {
namespace optimized_blocked {

// A tile in a row-major matrix.
struct InRows {
  Index ld;

  template <class T>
  __device__ T* first_cell(T* w, int bi, int bj) const {
    return w + ((static_cast<Index>(bi) << kShift) + first_row()) * ld + (bj << kShift) + column();
  }
  __device__ Index below(int p) const { return p * kRows * ld; }
};

// blockIdx.y = 0: the row of tiles, which depends on the pivot tile from the left; 1: the column.
template <class T>
__global__ void panels(T* w, InRows order, int bk) {
  __shared__ T d[kTileCells];
  __shared__ T c[kTileCells];
  const int other = without(bk, blockIdx.x);
  const bool row = blockIdx.y == 0;
  const int bi = row ? bk : other;
  const int bj = row ? other : bk;
  load(d, order.first_cell(w, bk, bk), order);
  load(c, order.first_cell(w, bi, bj), order);
  __syncthreads();  // both tiles are there
#pragma unroll 8
  for (int tk = 0; tk < kTile; ++tk) {
    relax(c, row ? d : c, row ? c : d, tk);
    __syncthreads();  // row or column tk + 1 is final before it is read
  }
  store(order.first_cell(w, bi, bj), c, order);
}

template <class T>
__global__ void interior(T* w, InRows order, int bk) {
  __shared__ T c[kTileCells];
  __shared__ T a[kTileCells];
  __shared__ T b[kTileCells];
  const int bi = without(bk, blockIdx.y);
  const int bj = without(bk, blockIdx.x);
  load(c, order.first_cell(w, bi, bj), order);
  load(a, order.first_cell(w, bi, bk), order);
  load(b, order.first_cell(w, bk, bj), order);
  __syncthreads();  // all three tiles are there
  // A thread works on its own cells, and a and b do not change: no barrier from here on.
#pragma unroll
  for (int p = 0; p < kCells; ++p) {
    const int cell = threadIdx.x + p * kTileThreads;
    const T* a_i = a + ((first_row() + p * kRows) << kShift);
    T c_ij = c[cell];
#pragma unroll
    for (int tk = 0; tk < kTile; ++tk) c_ij = min(c_ij, a_i[tk] + b[(tk << kShift) + column()]);
    c[cell] = c_ij;
  }
  store(order.first_cell(w, bi, bj), c, order);
}

template <class T>
void solve(OnDevice<T>& on) {
  const unsigned others = on.tiles - 1;
  const InRows order{on.ld};
  on.start();
  for (int bk = 0; bk < on.tiles; ++bk) {
    pivot<<<1, kTileThreads, 0, on.stream>>>(on.w, order, bk);
    CUDA_CHECK_LAUNCH(pivot);
    if (others > 0) {
      panels<<<dim3(others, 2), kTileThreads, 0, on.stream>>>(on.w, order, bk);
      CUDA_CHECK_LAUNCH(panels);
      interior<<<dim3(others, others), kTileThreads, 0, on.stream>>>(on.w, order, bk);
      CUDA_CHECK_LAUNCH(interior);
    }
    on.done(on.tasks_of_round(bk));
  }
  on.finish();
}

}  // namespace optimized_blocked

void run_optimized_blocked(Work& work) {
  solve_on_device(work, [](auto& on) { optimized_blocked::solve(on); });
}

}  // namespace warpath::paper
