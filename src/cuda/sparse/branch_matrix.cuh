// Rows of branches, written to a matrix; and, if that is asked for, the same turned, to another or to the
// other half of the same.
//
// Idea       what a panel of columns has become is read again as soon as all of it is there, out of the
//            second-level cache, and written as rows. Writing short runs of a row from where they are
//            computed takes twice as long
// Grid       a warp for each piece of work (WorkOfPanels), which it draws a number for: what it may wait
//            for has a smaller one, and so is under way or done
// Shared     the branch's rows, or a tile that is turned
// Bound by   writing n^2 cells
#pragma once

#include "cuda/sparse/branch.cuh"

namespace warpath::cuda::sparse {

template <class Step>
class MatrixWork {
 public:
  using Shape = BranchShape<Step>;
  using Shared = typename Shape::Shared;
  using Cell = typename Step::Cell;
  using Group = typename Shape::Group;
  static constexpr int kLaneColumns = Shape::kLaneColumns;
  static constexpr int kColumns = Shape::kColumns;

  __device__ MatrixWork(const BranchSweep<Cell>& sweep, const MatrixTarget<Cell>& to,
                        Shared& shared)
      : sweep_(sweep), to_(to), shared_(shared), lane_(static_cast<int>(threadIdx.x) % 32) {}

  __device__ void run() {
    int item = lane_ == 0 ? atomicAdd(to_.next, 1) : 0;
    item = __shfl_sync(kAllLanes, item, 0);
    // The list that it is in: the last whose first piece is this one or before it.
    int list = 0;
    for (int end = to_.lists; end - list > 1;) {
      const int middle = (list + end) / 2;
      (to_.first_item[middle] <= item ? list : end) = middle;
    }
    item -= to_.first_item[list];
    const int panel = list / 2;
    if (list % 2 == 0) {
      write(panel, sweep_.branches[item]);
    } else {
      turn(panel - 1, item);
    }
  }

 private:
  // Columns from c0 on that count for a row.
  __device__ int limit(int c0, int number) const {
    const int left = sweep_.columns - c0;
    return to_.half ? min(left, number - (to_.first_column + c0) + 1) : left;
  }

  __device__ void write(int panel, const Branch& branch) {
    const int c0 = panel * kColumns;
    const int column = lane_ * kLaneColumns;
    BranchRows<Step> rows(sweep_, shared_);
    rows.compute(
        branch, c0, to_.half ? to_.first_column + c0 : 0,
        [&](int, int count, const int(&number)[kRowsOfStrip], const StripCells<Step>& cells) {
#pragma unroll
          for (int p = 0; p < kRowsOfStrip; ++p) {
            if (p >= count) continue;
            const int left = limit(c0, number[p]) - column;
            store(to_.direct + number[p] * to_.ld + c0 + column, cells[p], left);
          }
        });
    if (to_.turned == nullptr) return;
    __threadfence();  // all of it can be seen before it counts as done
    __syncwarp();
    if (lane_ == 0) atomicAdd(to_.done + panel, 1);
  }

  static __device__ void store(Cell* to, const Cell (&cells)[kLaneColumns], int left) {
    if (left >= kLaneColumns) {
      Group group;
#pragma unroll
      for (int q = 0; q < kLaneColumns; ++q) group.value[q] = cells[q];
      *reinterpret_cast<Group*>(to) = group;
      return;
    }
#pragma unroll
    for (int q = 0; q < kLaneColumns; ++q) {
      if (q < left) to[q] = cells[q];
    }
  }

  __device__ void wait_for(int panel) const {
    const int all = to_.first_item[2 * panel + 1] - to_.first_item[2 * panel];
    if (lane_ == 0) {
      const volatile int* done = to_.done + panel;
      while (*done < all) __nanosleep(200);
      __threadfence();
    }
    __syncwarp();
  }

  // Some tiles of 32 rows of a panel.
  __device__ void turn(int panel, int item) {
    const int c0 = panel * kColumns;
    const int first_row = first_turned(to_.half, to_.first_column + c0);
    wait_for(panel);
    for (int t = 0; t < kTilesTogether; ++t) {
      const int v0 = first_row + (item * kTilesTogether + t) * kTurnedRows;
      if (v0 >= to_.n) return;
      turn_tile(c0, v0);
    }
  }

  // A lane has columns while it reads, and a row while it writes.
  __device__ void turn_tile(int c0, int v0) {
    constexpr int kStride = kColumns + (sizeof(Cell) < 4 ? 4 / static_cast<int>(sizeof(Cell)) : 1);
    static_assert(kTurnedRows * kStride <= kSlots * kColumns);
    Cell* tile = shared_.rows[0];
    const int end = min(to_.n - v0, kTurnedRows);
    const int columns = min(sweep_.columns - c0, kColumns);
    __syncwarp();  // the tile before has been read
#pragma unroll
    for (int q = 0; q < kLaneColumns; ++q) {
      const int column = q * 32 + lane_;
      const Cell* from = to_.direct + v0 * to_.ld + c0 + column;
#pragma unroll 16
      for (int r = 0; r < kTurnedRows; ++r) {
        // The half that is not there yet is not read.
        const int least = to_.half ? to_.first_column + c0 + column - v0 : 0;
        if (r < end && r >= least && column < columns) {
          tile[r * kStride + column] = __ldcg(from + r * to_.ld);
        }
      }
    }
    __syncwarp();  // the tile is there
    Cell* to = to_.turned + c0 * to_.turned_ld + v0 + lane_;
    const Cell* row = tile + lane_ * kStride;
    const int before = to_.half ? v0 + lane_ - (to_.first_column + c0) : kColumns;  // the diagonal
    const int until = lane_ < end ? min(columns, before) : 0;
#pragma unroll 16
    for (int c = 0; c < kColumns; ++c) {
      if (c < until) __stcs(to + c * to_.turned_ld, row[c]);
    }
  }

  const BranchSweep<Cell>& sweep_;
  const MatrixTarget<Cell>& to_;
  Shared& shared_;
  const int lane_;
};

template <class Step>
__global__ void __launch_bounds__(32, 8)
    branches_to_matrix(const __grid_constant__ BranchSweep<typename Step::Cell> sweep,
                       const __grid_constant__ MatrixTarget<typename Step::Cell> to) {
  extern __shared__ uint4 memory[];
  auto& shared = *reinterpret_cast<typename BranchShape<Step>::Shared*>(memory);
  MatrixWork<Step>(sweep, to, shared).run();
}

}  // namespace warpath::cuda::sparse
