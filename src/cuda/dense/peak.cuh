// What the hardware allows: the inner step alone, its operands in shared memory all the time.
#pragma once

#include "cuda/dense/product.cuh"
#include "cuda/device/owned.hpp"

namespace warpath::cuda::dense {

inline constexpr int kPeakRounds = 1024;

template <class Shape>
__global__ void __launch_bounds__(Shape::kThreads, Shape::kBlocks)
    spin(typename Shape::Cell* out, int rounds) {
  using Cell = typename Shape::Cell;
  using Word = typename Shape::Word;
  __shared__ alignas(16) Word a[Shape::kStageWords];
  __shared__ alignas(16) Word b[Shape::kStageWords];
  for (int w = static_cast<int>(threadIdx.x); w < Shape::kStageWords; w += Shape::kThreads) {
    Cell cells[Shape::Step::kPivots];
    for (int h = 0; h < Shape::Step::kPivots; ++h) cells[h] = static_cast<Cell>((w * 7 + h) % 8);
    a[w] = b[w] = Shape::Step::pack(cells);
  }
  __syncthreads();  // the operands are there
  typename Product<Shape>::Cells c;
  Product<Shape>::clear(c);
  const Thread me = Thread::of(threadIdx.x);
#pragma unroll 1
  for (int round = 0; round < rounds; ++round) {
    read_memory_again();  // or the compiler adds once for all rounds
    Product<Shape>::compute(c, a + me.ti * Shape::kVector, b + me.tj * Shape::kVector);
  }
  Cell sum{};
  for (int p = 0; p < Shape::kCells; ++p) {
    for (int q = 0; q < Shape::kCells; ++q) sum += Shape::Step::gather(c[p][q]);
  }
  out[blockIdx.x * Shape::kThreads + threadIdx.x] = sum;
}

template <class Shape>
double measure_peak(int multiprocessors) {
  const int blocks = multiprocessors * Shape::kBlocks;
  const DeviceArray<typename Shape::Cell> out(static_cast<std::size_t>(blocks) * Shape::kThreads);
  const double seconds = median_seconds([&](cudaStream_t stream) {
    spin<Shape><<<blocks, Shape::kThreads, 0, stream>>>(out.get(), kPeakRounds);
    CUDA_CHECK_LAUNCH(spin);
  });
  const double cells =
      static_cast<double>(blocks) * Shape::kThreads * Shape::kCells * Shape::kCells;
  return cells * Shape::kStageRows * Shape::Step::kPivots * kPeakRounds / seconds;
}

}  // namespace warpath::cuda::dense
