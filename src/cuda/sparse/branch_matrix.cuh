// Rows of branches, written to a matrix.
//
// Grid       a block for each branch and some panels that it has rows in
// Shared     the branch's rows, and the numbers of those that are wanted
// Bound by   writing n^2 cells
#pragma once

#include "cuda/device/check.hpp"
#include "cuda/sparse/branch.cuh"

namespace warpath::cuda::sparse {

template <class Step>
struct MatrixBlock {
  using Shape = BranchShape<Step>;
  using Cell = typename Step::Cell;
  using Group = typename Shape::Group;
  static constexpr int kLaneColumns = Shape::kLaneColumns;

  const BranchSweep<Cell>& sweep;
  const MatrixTarget<Cell>& to;
  const BranchRows<Step>& rows;
  const BranchRow* wanted;  // `count` of them
  const int count;
  const int c0;  // of the columns
  const int lane = static_cast<int>(threadIdx.x) % 32;
  const int warp = static_cast<int>(threadIdx.x) / 32;

  // Columns that count for a row, beginning with c0.
  __device__ int limit(int number) const {
    const int left = sweep.columns - c0;
    return to.half ? min(left, number - (to.first_column + c0) + 1) : left;
  }

  __device__ void write_direct() const {
    for (int r = warp; r < count; r += Shape::kWarps) {
      const BranchRow row = wanted[r];
      const int left = limit(row.number) - lane * kLaneColumns;
      if (left <= 0) continue;
      const int column = lane * kLaneColumns;
      const Group group = *reinterpret_cast<const Group*>(rows.row(row.slot) + column);
      Cell* cells = to.direct + row.number * to.ld + c0 + column;
      if (left >= kLaneColumns) {
        *reinterpret_cast<Group*>(cells) = group;
        continue;
      }
#pragma unroll
      for (int q = 0; q < kLaneColumns; ++q) {
        if (q < left) cells[q] = group.value[q];
      }
    }
  }

  // Lanes stand beside each other in the order of the rows' numbers: short runs, which the
  // second-level cache puts together.
  __device__ void write_mirrored() const {
    constexpr int kVector = Shape::kVector;
    for (int first = 0; first < count; first += 32) {
      const int r = first + lane;
      const BranchRow row = wanted[min(r, count - 1)];
      const int end = r < count ? sweep.columns - c0 : 0;
      const Cell* cells = rows.row(row.slot);
      for (int column = warp * kVector; column < Shape::kColumns;
           column += Shape::kWarps * kVector) {
        if (column >= end) continue;
        const auto wide = *reinterpret_cast<const typename Shape::Wide*>(cells + column);
        Cell* out = to.mirrored + (c0 + column) * to.ld + row.number;
#pragma unroll
        for (int v = 0; v < kVector; ++v) {
          if (column + v < end) out[v * to.ld] = wide.value[v];
        }
      }
    }
  }
};

template <class Step>
__global__ void __launch_bounds__(BranchShape<Step>::kThreads, 3)
    branches_to_matrix(const __grid_constant__ BranchSweep<typename Step::Cell> sweep,
                       const __grid_constant__ MatrixTarget<typename Step::Cell> to) {
  using Shape = BranchShape<Step>;
  extern __shared__ uint4 memory[];
  auto& shared = *reinterpret_cast<typename Shape::Shared*>(memory);
  // The panels of this block: the last whose first block is this one or before it.
  const int block = static_cast<int>(blockIdx.x);
  int group = 0;
  for (int end = to.groups; end - group > 1;) {
    const int middle = (group + end) / 2;
    (to.first_block[middle] <= block ? group : end) = middle;
  }
  const Branch& branch = sweep.branches[block - to.first_block[group]];
  BranchRows<Step> rows(sweep, shared);
  rows.fetch(branch);
  const int end = min(sweep.columns, (group + 1) * kPanelsOfBlock * Shape::kColumns);
  for (int c0 = group * kPanelsOfBlock * Shape::kColumns; c0 < end; c0 += Shape::kColumns) {
    const int from = to.first_column + c0;
    if (to.half && branch.last < from) break;
    rows.compute(branch, c0, to.half ? from : 0, [](auto&&...) {});
    int first = 0;  // rows before it are not wanted
    if (to.half) {
      for (int behind = branch.rows; first < behind;) {
        const int middle = (first + behind) / 2;
        if (shared.wanted[middle].number < from) {
          first = middle + 1;
        } else {
          behind = middle;
        }
      }
    }
    const MatrixBlock<Step> out{sweep, to, rows, shared.wanted + first, branch.rows - first, c0};
    if (to.direct != nullptr) out.write_direct();
    if (to.mirrored != nullptr) out.write_mirrored();
  }
}

template <class Step>
void write_branches(const void* sweep, const void* target, int blocks, cudaStream_t stream) {
  using Cell = typename Step::Cell;
  if (blocks == 0) return;
  constexpr int bytes = sizeof(typename BranchShape<Step>::Shared);
  const auto kernel = branches_to_matrix<Step>;
  CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  kernel<<<static_cast<unsigned>(blocks), BranchShape<Step>::kThreads, bytes, stream>>>(
      *static_cast<const BranchSweep<Cell>*>(sweep),
      *static_cast<const MatrixTarget<Cell>*>(target));
  CUDA_CHECK_LAUNCH(branches_to_matrix);
}

}  // namespace warpath::cuda::sparse
