// Tiles in shared memory as 04 and 05 have them, by shifts instead of divisions, and the pivot
// tile. The two differ in the order of the matrix: `Order` says where a thread's cells of a tile
// lie.
#pragma once

#include "paper/on_device.cuh"

namespace warpath::paper {

constexpr int kTileThreads = 256;
constexpr int kRows = kTileThreads / kTile;  // of threads: a warp is a row of a tile
constexpr int kCells = kTile / kRows;        // of a thread, kRows apart
constexpr int kShift = 5;                    // kTile = 1 << kShift

// This thread's first cell; the others are kRows, 2 kRows, ... below it.
__device__ inline int first_row() { return threadIdx.x >> kShift; }
__device__ inline int column() { return threadIdx.x & (kTile - 1); }

// From device memory, where the thread's first cell is at `from`.
template <class T, class Order>
__device__ void load(T* tile, const T* from, Order order) {
#pragma unroll
  for (int p = 0; p < kCells; ++p) tile[threadIdx.x + p * kTileThreads] = from[order.below(p)];
}

template <class T, class Order>
__device__ void store(T* to, const T* tile, Order order) {
#pragma unroll
  for (int p = 0; p < kCells; ++p) to[order.below(p)] = tile[threadIdx.x + p * kTileThreads];
}

// c_ij <- min(c_ij, a_ik + b_kj) for every cell of a tile and one k. c is also a or b, or both:
// what does not improve must not be written, because others read row or column tk, which cannot
// improve.
template <class T>
__device__ void relax(T* c, const T* a, const T* b, int tk) {
  const T b_kj = b[(tk << kShift) + column()];
#pragma unroll
  for (int p = 0; p < kCells; ++p) {
    const int cell = threadIdx.x + p * kTileThreads;
    const T through_k = a[((first_row() + p * kRows) << kShift) + tk] + b_kj;
    if (through_k < c[cell]) c[cell] = through_k;
  }
}

template <class T, class Order>
__global__ void pivot(T* w, Order order, int bk) {
  __shared__ T d[kTileCells];
  load(d, order.first_cell(w, bk, bk), order);
  __syncthreads();  // the tile is there
  for (int tk = 0; tk < kTile; ++tk) {
    relax(d, d, d, tk);
    __syncthreads();  // row and column tk + 1 are final before they are read
  }
  store(order.first_cell(w, bk, bk), d, order);
}

}  // namespace warpath::paper
