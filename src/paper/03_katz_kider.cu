// 03 katz-kider: blocked, three tiles in shared memory.
//
// Idea       t = 32 pivots per round. A tile that is in shared memory gets t tasks per cell: 16/t
//            bytes over the bus per task instead of 16
// Changes    from harish-narayanan: tiles, and three kernels per round: the pivot tile
//            (independent), its row and column of tiles, the panels (singly dependent), and the
//            interior (doubly dependent), where nearly all of the work is
// Grid       interior: one block of 256 threads per tile, 4 cells each
// Shared     interior: 3 t² words = 12,288 bytes; 32 registers
// Bound by   then: instructions and exposed latency; 16 KB of shared memory hold one block, and
//            while it loads, its multiprocessor waits. 14.9e9 tasks/s, a tenth of what the bus
//            allows.
//            now: instructions and shared memory alike, both busy 85% of the time. 13.5
//            instructions were counted per task, most of them for addresses and loops, and 3.2
//            accesses to shared memory: two operands, and the cell, which the compiler stores every
//            time. 8 blocks fit, so latency is hidden.
// Source     Katz and Kider 2008; Lund and Smith, sections 3.2 and 3.3
//
// The width of a tile is an argument, as in a program that was written for any (it must be 32
// here): addresses are found by division and remainder, loops are loops. The paper has no code for
// its own version; it says that it matches the published performance, and removes divisions and
// loops in its first round of improvements (04).

#include "paper/kernels.hpp"
#include "paper/on_device.cuh"

namespace warpath::paper {
namespace katz_kider {

constexpr int kThreads = 256;

// Shared memory of one block: up to three tiles, row-major, one after the other.
template <class T>
__device__ T* shared_tiles() {
  extern __shared__ __align__(16) unsigned char bytes[];
  return reinterpret_cast<T*>(bytes);
}

template <class T>
__device__ void load(T* tile, const T* w, Index ld, int bi, int bj, int t) {
  for (int cell = threadIdx.x; cell < t * t; cell += kThreads) {
    tile[cell] = w[static_cast<Index>(bi * t + cell / t) * ld + bj * t + cell % t];
  }
}

template <class T>
__device__ void store(T* w, const T* tile, Index ld, int bi, int bj, int t) {
  for (int cell = threadIdx.x; cell < t * t; cell += kThreads) {
    w[static_cast<Index>(bi * t + cell / t) * ld + bj * t + cell % t] = tile[cell];
  }
}

// c_ij <- min(c_ij, a_ik + b_kj) for every cell of a tile and one k. c is also a or b, or both:
// what does not improve must not be written, because others read row or column tk, which cannot
// improve.
template <class T>
__device__ void relax(T* c, const T* a, const T* b, int t, int tk) {
  for (int cell = threadIdx.x; cell < t * t; cell += kThreads) {
    const T through_k = a[cell / t * t + tk] + b[tk * t + cell % t];
    if (through_k < c[cell]) c[cell] = through_k;
  }
}

template <class T>
__global__ void pivot(T* w, Index ld, int bk, int t) {
  T* d = shared_tiles<T>();
  load(d, w, ld, bk, bk, t);
  __syncthreads();  // the tile is there
  for (int tk = 0; tk < t; ++tk) {
    relax(d, d, d, t, tk);
    __syncthreads();  // row and column tk + 1 are final before they are read
  }
  store(w, d, ld, bk, bk, t);
}

// blockIdx.y = 0: the row of tiles, which depends on the pivot tile from the left; 1: the column.
template <class T>
__global__ void panels(T* w, Index ld, int bk, int t) {
  T* d = shared_tiles<T>();
  T* c = d + t * t;
  const int other = without(bk, blockIdx.x);
  const bool row = blockIdx.y == 0;
  const int bi = row ? bk : other;
  const int bj = row ? other : bk;
  load(d, w, ld, bk, bk, t);
  load(c, w, ld, bi, bj, t);
  __syncthreads();  // both tiles are there
  for (int tk = 0; tk < t; ++tk) {
    relax(c, row ? d : c, row ? c : d, t, tk);
    __syncthreads();  // row or column tk + 1 is final before it is read
  }
  store(w, c, ld, bi, bj, t);
}

template <class T>
__global__ void interior(T* w, Index ld, int bk, int t) {
  T* c = shared_tiles<T>();
  T* a = c + t * t;
  T* b = a + t * t;
  const int bi = without(bk, blockIdx.y);
  const int bj = without(bk, blockIdx.x);
  load(c, w, ld, bi, bj, t);
  load(a, w, ld, bi, bk, t);
  load(b, w, ld, bk, bj, t);
  __syncthreads();  // all three tiles are there
  // A thread works on its own cells, and a and b do not change: no barrier from here on, and k is
  // innermost, as in the paper's figure 2.
  for (int cell = threadIdx.x; cell < t * t; cell += kThreads) {
    const int ti = cell / t;
    const int tj = cell % t;
    for (int tk = 0; tk < t; ++tk) c[cell] = min(c[cell], a[ti * t + tk] + b[tk * t + tj]);
  }
  store(w, c, ld, bi, bj, t);
}

template <class T>
std::size_t tile_bytes(int count) {
  return static_cast<std::size_t>(count) * kTileCells * sizeof(T);
}

template <class T>
void solve(OnDevice<T>& on) {
  const unsigned others = on.tiles - 1;
  on.start();
  for (int bk = 0; bk < on.tiles; ++bk) {
    pivot<<<1, kThreads, tile_bytes<T>(1), on.stream>>>(on.w, on.ld, bk, kTile);
    CUDA_CHECK_LAUNCH(pivot);
    if (others > 0) {
      panels<<<dim3(others, 2), kThreads, tile_bytes<T>(2), on.stream>>>(on.w, on.ld, bk, kTile);
      CUDA_CHECK_LAUNCH(panels);
      interior<<<dim3(others, others), kThreads, tile_bytes<T>(3), on.stream>>>(on.w, on.ld, bk,
                                                                                kTile);
      CUDA_CHECK_LAUNCH(interior);
    }
    on.done(on.tasks_of_round(bk));
  }
  on.finish();
}

}  // namespace katz_kider

void run_katz_kider(Work& work) {
  solve_on_device(work, [](auto& on) { katz_kider::solve(on); });
}

}  // namespace warpath::paper
