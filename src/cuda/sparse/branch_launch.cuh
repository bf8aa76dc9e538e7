// Launches of what is done with branches. Apart from the kernels, which are tested on the host, too.
#pragma once

#include "cuda/device/check.hpp"
#include "cuda/device/launch.cuh"
#include "cuda/sparse/branch_matrix.cuh"
#include "cuda/sparse/branch_measures.cuh"

namespace warpath::cuda::sparse {

template <class Step>
void write_branches(const void* sweep, const void* target, cudaStream_t stream) {
  using Cell = typename Step::Cell;
  const auto& to = *static_cast<const MatrixTarget<Cell>*>(target);
  if (to.count == 0) return;
  constexpr int bytes = sizeof(typename MatrixWork<Step>::Shared);
  const auto kernel = branches_to_matrix<Step>;
  CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  launch_kernel(kernel,
                {.grid = blocks_for(to.count, kPiecesOfBlock),
                 .threads = MatrixWork<Step>::kThreads,
                 .shared_bytes = bytes,
                 .stream = stream},
                *static_cast<const BranchSweep<Cell>*>(sweep), to);
  CUDA_CHECK_LAUNCH(branches_to_matrix);
}

template <class Step>
void measure_branches(const void* sweep, const void* target, cudaStream_t stream) {
  using Cell = typename Step::Cell;
  constexpr int bytes = sizeof(MeasureBlock<Step>);
  const auto kernel = branches_to_measures<Step>;
  CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  launch_kernel(kernel,
                {.grid = dim3(kMeasuringBlocks, kPanelGroups),
                 .threads = 32 * kMeasuringWarps,
                 .shared_bytes = bytes,
                 .stream = stream},
                *static_cast<const BranchSweep<Cell>*>(sweep),
                *static_cast<const MeasureTarget<Cell>*>(target));
  CUDA_CHECK_LAUNCH(branches_to_measures);
}

}  // namespace warpath::cuda::sparse
