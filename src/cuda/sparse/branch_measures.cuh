// What rows of branches say about vertices, summed up while they are in registers.
//
// Idea       a warp that has computed eight rows adds up its columns, and all lanes the rows. Where
//            everything is reached and counts, which is nearly everywhere, nothing is asked for
//            each cell; and neighbours fall into few bins, whose bounds are counted
// Grid       a block for some branches (x) and a group of panels (y); sums have one owner each
// Shared     the branch's rows; sums of its rows
// Bound by   the inner step and these sums alike, a dozen instructions a cell, and how long each takes: three
//            blocks of eight warps with 80 registers take a fifth longer
#pragma once

#include <limits>

#include "cuda/sparse/branch.cuh"
#include "cuda/sparse/device_sums.cuh"
#include "numerics/measure_builder.hpp"

namespace warpath::cuda::sparse {

// Sums of a row or a column, before they are put into memory.
template <class Cell>
struct Look {
  // Reciprocals of so few are added up in the precision of the cells.
  using Reciprocal =
      std::conditional_t<sizeof(Cell) == 2 || std::is_same_v<Cell, float>, float, double>;
  double total = 0;
  Reciprocal reciprocals = 0;
  Cell farthest = std::numeric_limits<Cell>::lowest();

  // Whether its reciprocal needs no care.
  __device__ static bool is_usual(Cell distance) {
    if constexpr (std::is_same_v<Reciprocal, float>) {
      return static_cast<float>(distance) >= std::numeric_limits<float>::min();
    } else {
      return distance > 0;
    }
  }

  // Of floats to their last bit but one: an approximation and a step of Newton's method.
  __device__ static Reciprocal usual_reciprocal(Cell distance) {
    const auto x = static_cast<Reciprocal>(distance);
    if constexpr (std::is_same_v<Reciprocal, float>) {
      const float r = __fdividef(1.0f, x);
      return fmaf(r, fmaf(-x, r, 1.0f), r);
    } else {
      return 1 / x;
    }
  }

  // 0 for what is 0.
  __device__ static Reciprocal reciprocal(Cell distance) {
    if (is_usual(distance)) return usual_reciprocal(distance);
    return distance == 0 ? 0 : 1 / static_cast<Reciprocal>(distance);
  }

  __device__ void add(Cell distance, double exact, Reciprocal one_by_it) {
    total += exact;
    reciprocals += one_by_it;
    farthest = distance > farthest ? distance : farthest;
  }

  __device__ void add(const Look& more) {
    total += more.total;
    reciprocals += more.reciprocals;
    farthest = more.farthest > farthest ? more.farthest : farthest;
  }

  // That of the lane whose number differs in one bit.
  __device__ Look other(int bit) const {
    Look look;
    look.total = __shfl_xor_sync(kAllLanes, total, bit);
    look.reciprocals = __shfl_xor_sync(kAllLanes, reciprocals, bit);
    if constexpr (sizeof(Cell) == 2) {
      look.farthest =
          static_cast<Cell>(__shfl_xor_sync(kAllLanes, static_cast<int>(farthest), bit));
    } else {
      look.farthest = __shfl_xor_sync(kAllLanes, farthest, bit);
    }
    return look;
  }

  __device__ DeviceSums sums(int reached) const {
    return {total, static_cast<double>(reciprocals), static_cast<double>(farthest), reached};
  }
};

// What a warp needs beside the rows.
struct MeasureShared {
  static constexpr int kBins = HistogramBuilder::kBins;
  DeviceSums rows[kMostRows];
  unsigned bins[kBins];
};

template <class Step>
class MeasuringWarp {
 public:
  using Shape = BranchShape<Step>;
  using Cell = typename Step::Cell;
  static constexpr int kLaneColumns = Shape::kLaneColumns;
  static constexpr int kColumns = Shape::kColumns;
  static constexpr int kBins = HistogramBuilder::kBins;

  __device__ MeasuringWarp(const MeasureTarget<Cell>& to, MeasureShared& shared)
      : to_(to), shared_(shared), lane_(static_cast<int>(threadIdx.x) % 32) {}

  // The columns are those of places `first` and behind it, `count` of them.
  __device__ void begin(int first, int count) {
    first_ = first;
    count_ = count;
#pragma unroll
    for (int q = 0; q < kLaneColumns; ++q) {
      columns_[q] = {};
      reached_[q] = 0;
    }
  }

  // Rows of ascending places, which are rows `row` and behind it of the branch.
  __device__ void look(const Strip& strip, int row, const StripCells<Step>& some) {
    const int rows = strip.rows;
    const int(&place)[kRowsOfStrip] = strip.number;
    StripCells<Step> cells;  // of eight rows: the first stands for those that are missing
    Cell near = some[0][0];
    Cell far = some[0][0];
    int last = place[0];
#pragma unroll
    for (int p = 0; p < kRowsOfStrip; ++p) {
      last = p < rows ? place[p] : last;
#pragma unroll
      for (int q = 0; q < kLaneColumns; ++q) {
        cells[p][q] = p < rows ? some[p][q] : some[0][q];
        near = min(near, cells[p][q]);
        far = max(far, cells[p][q]);
      }
    }
    // Whether all cells count, and no distance is 0.
    const int last_column = first_ + kColumns - 1;
    const bool whole =
        count_ == kColumns && (place[0] > last_column || (!to_.half && last < first_));
    if (whole && __all_sync(kAllLanes, Look<Cell>::is_usual(near) && far != to_.no_path)) {
      look_at_all(row, rows, cells);
      count_bins(rows, cells, near, far);
      farthest_ = max(farthest_, far);
      nearest_ = min(nearest_, near);
    } else if (__any_sync(kAllLanes, near != to_.no_path)) {
      look_at_each(row, rows, place, cells);
    }
  }

  // Puts the sums of columns to those that are in memory.
  __device__ void end(DeviceSums* columns) const {
    if (columns == nullptr) return;
#pragma unroll
    for (int q = 0; q < kLaneColumns; ++q) {
      const int column = lane_ * kLaneColumns + q;
      if (column < count_ && reached_[q] > 0) {
        add_to(columns[column], columns_[q].sums(reached_[q]));
      }
    }
  }

  // The extremes of all that were looked at.
  __device__ void finish() const {
    double near = static_cast<double>(nearest_);
    double far = static_cast<double>(farthest_);
    for (int step = 16; step > 0; step /= 2) {
      near = fmin(near, __shfl_xor_sync(kAllLanes, near, step));
      far = fmax(far, __shfl_xor_sync(kAllLanes, far, step));
    }
    if (lane_ != 0 || near > far) return;
    atomicMin(to_.extremes, order_key(near));
    atomicMax(to_.extremes + 1, order_key(far));
  }

 private:
  __device__ int bin_of(Cell distance) const {
    int bin;
    if constexpr (sizeof(Cell) == 2 || std::is_same_v<Cell, float>) {
      bin = __float2int_rd(static_cast<float>(distance) * static_cast<float>(to_.scale));
    } else {
      bin = __double2int_rd(static_cast<double>(distance) * to_.scale);
    }
    // What does not fit shows in the extremes.
    return min(max(bin - to_.first_bin, 0), kBins - 1);
  }

  // Eight rows of a lane become sums of all lanes of one: lane / 4 says which.
  __device__ void look_at_all(int row, int rows, const StripCells<Step>& cells) {
    Look<Cell> mine[kRowsOfStrip];
#pragma unroll
    for (int p = 0; p < kRowsOfStrip; ++p) {
#pragma unroll
      for (int q = 0; q < kLaneColumns; ++q) {
        const Cell cell = cells[p][q];
        const double exact = p < rows ? static_cast<double>(cell) : 0;
        const auto one_by_it = p < rows ? Look<Cell>::usual_reciprocal(cell) : 0;
        mine[p].add(cell, exact, one_by_it);
        columns_[q].add(cell, exact, one_by_it);
      }
    }
#pragma unroll
    for (int q = 0; q < kLaneColumns; ++q) reached_[q] += rows;
#pragma unroll
    for (int half = kRowsOfStrip / 2; half > 0; half /= 2) {
      const int bit = half * 4;
      const bool upper = (lane_ & bit) != 0;
#pragma unroll
      for (int p = 0; p < half; ++p) {
        const Look<Cell> keep = upper ? mine[p + half] : mine[p];
        const Look<Cell> send = upper ? mine[p] : mine[p + half];
        mine[p] = keep;
        mine[p].add(send.other(bit));
      }
    }
    mine[0].add(mine[0].other(2));
    mine[0].add(mine[0].other(1));
    if (lane_ % 4 == 0 && lane_ / 4 < rows) {
      add_to(shared_.rows[row + lane_ / 4], mine[0].sums(kColumns));
    }
  }

  __device__ void count_bins(int rows, const StripCells<Step>& cells, Cell near, Cell far) {
    constexpr int kFew = 12;
    const int low = __reduce_min_sync(kAllLanes, bin_of(near));
    const int high = __reduce_max_sync(kAllLanes, bin_of(far));
    unsigned before = 0;  // cells in bins before the one that is counted
    const auto all = static_cast<unsigned>(rows * kColumns);
    if (low < high) {
      int bins[kRowsOfStrip][kLaneColumns];
#pragma unroll
      for (int p = 0; p < kRowsOfStrip; ++p) {
#pragma unroll
        for (int q = 0; q < kLaneColumns; ++q) bins[p][q] = p < rows ? bin_of(cells[p][q]) : kBins;
      }
      if (high - low >= kFew) {
#pragma unroll
        for (int p = 0; p < kRowsOfStrip; ++p) {
#pragma unroll
          for (int q = 0; q < kLaneColumns; ++q) {
            if (p < rows) atomicAdd(shared_.bins + bins[p][q], 1u);
          }
        }
        return;
      }
      for (int bin = low; bin < high; ++bin) {
        unsigned mine = 0;
#pragma unroll
        for (int p = 0; p < kRowsOfStrip; ++p) {
#pragma unroll
          for (int q = 0; q < kLaneColumns; ++q) mine += bins[p][q] <= bin;
        }
        const unsigned until = __reduce_add_sync(kAllLanes, mine);
        if (lane_ == 0 && until > before) atomicAdd(shared_.bins + bin, until - before);
        before = until;
      }
    }
    if (lane_ == 0) atomicAdd(shared_.bins + high, all - before);
  }

  __device__ void look_at_each(int row, int rows, const int (&place)[kRowsOfStrip],
                               const StripCells<Step>& cells) {
#pragma unroll
    for (int p = 0; p < kRowsOfStrip; ++p) {
      if (p >= rows) continue;
      Look<Cell> mine;
      int reached = 0;
#pragma unroll
      for (int q = 0; q < kLaneColumns; ++q) {
        const int column = lane_ * kLaneColumns + q;
        const int own = place[p] - first_;
        const Cell cell = cells[p][q];
        if (column >= count_ || column == own || (to_.half && column > own) ||
            cell == to_.no_path) {
          continue;
        }
        const auto exact = static_cast<double>(cell);
        const auto one_by_it = Look<Cell>::reciprocal(cell);
        mine.add(cell, exact, one_by_it);
        columns_[q].add(cell, exact, one_by_it);
        ++reached;
        ++reached_[q];
        atomicAdd(shared_.bins + bin_of(cell), 1u);
        nearest_ = min(nearest_, cell);
        farthest_ = max(farthest_, cell);
      }
      for (int bit = 16; bit > 0; bit /= 2) mine.add(mine.other(bit));
      reached = static_cast<int>(__reduce_add_sync(kAllLanes, static_cast<unsigned>(reached)));
      if (lane_ == 0) add_to(shared_.rows[row + p], mine.sums(reached));
    }
  }

  const MeasureTarget<Cell>& to_;
  MeasureShared& shared_;
  const int lane_;
  int first_ = 0;
  int count_ = 0;
  Look<Cell> columns_[kLaneColumns];
  int reached_[kLaneColumns] = {};  // in them
  Cell nearest_ = std::numeric_limits<Cell>::max();
  Cell farthest_ = std::numeric_limits<Cell>::lowest();
};

template <class Step>
struct MeasureBlock {
  typename BranchShape<Step>::Shared branches[2];  // one is brought while the other is looked at
  MeasureShared sums;
  Load loads[kMostLoads];  // of the branch
  Barrier arrived[2];
};

template <class Step>
__global__ void __launch_bounds__(32 * kMeasuringWarps, 4)
    branches_to_measures(const __grid_constant__ BranchSweep<typename Step::Cell> sweep,
                         const __grid_constant__ MeasureTarget<typename Step::Cell> to) {
  using Shape = BranchShape<Step>;
  constexpr int kThreads = 32 * kMeasuringWarps;
  constexpr int kStep = kPanelGroups * Shape::kColumns;
  extern __shared__ uint4 memory[];
  auto& shared = *reinterpret_cast<MeasureBlock<Step>*>(memory);
  MeasureShared& sums = shared.sums;
  const int thread = static_cast<int>(threadIdx.x);
  if (thread < 2) shared.arrived[thread].announce(kCopyArrivals);
  for (int bin = thread; bin < MeasureShared::kBins; bin += kThreads) sums.bins[bin] = 0;
  MeasuringWarp<Step> warp(to, sums);
  const int warp_number = thread / 32;
  const int owner = static_cast<int>(blockIdx.x) * kMeasuringWarps + warp_number;
  DeviceSums* columns = to.columns == nullptr ? nullptr : to.columns + owner * sweep.ld;
  unsigned round = 0;  // of what is brought

  const int first_panel = static_cast<int>(blockIdx.y) * Shape::kColumns;
  for (int b = static_cast<int>(blockIdx.x); b < sweep.count; b += kMeasuringBlocks) {
    const Branch branch = sweep.branches[b];
    const int end = to.half ? min(sweep.columns, branch.last - to.first_column) : sweep.columns;
    if (first_panel >= end) continue;
    const auto bring = [&](int c0, unsigned which) {
      if (warp_number > 0) return;
      const int from = to.half ? to.first_column + c0 + 1 : 0;
      Barrier& arrived = shared.arrived[which % 2];
      bring_branch<Step>(sweep, b, branch, shared.loads, c0, from, shared.branches[which % 2], 0,
                         arrived);
      end_copies(arrived);
    };
    __syncthreads();  // the sums of the branch before have been read, and barriers are there
    if (warp_number == 0) {
      for (int slot = thread; slot < kMostLoads; slot += 32) {
        shared.loads[slot] = sweep.loads[b * kMostLoads + slot];
      }
      __syncwarp();  // they are there
    }
    bring(first_panel, round);
    for (int row = thread; row < kMostRows; row += kThreads) sums.rows[row] = {};
    __syncthreads();  // these are there, and bins
    for (int c0 = first_panel; c0 < end; c0 += kStep) {
      if (c0 + kStep < end) bring(c0 + kStep, round + 1);
      const int first = to.first_column + c0;
      shared.arrived[round % 2].wait(round / 2 % 2);
      warp.begin(first, min(sweep.columns - c0, Shape::kColumns));
      BranchRows<Step>(sweep, shared.branches[round % 2])
          .template compute<kMeasuringWarps>(
              warp_number, to.half ? first + 1 : 0,
              [&](int s, const Strip& strip, const StripCells<Step>& cells) {
                warp.look(strip, s * kRowsOfStrip, cells);
              });
      warp.end(columns == nullptr ? nullptr : columns + c0);
      ++round;
      __syncthreads();  // the rows have been read by all
    }
    if (to.rows == nullptr) continue;
    const Strip* strips = shared.branches[(round - 1) % 2].strips;
    for (int row = thread; row < branch.strips * kRowsOfStrip; row += kThreads) {
      const Strip& strip = strips[row / kRowsOfStrip];
      if (row % kRowsOfStrip >= strip.rows) continue;
      add_to(to.rows[blockIdx.y * to.n + strip.number[row % kRowsOfStrip]], sums.rows[row]);
    }
  }
  __syncthreads();  // all bins are there
  for (int bin = thread; bin < MeasureShared::kBins; bin += kThreads) {
    if (sums.bins[bin] > 0) {
      atomicAdd(to.bins + bin, static_cast<unsigned long long>(sums.bins[bin]));
    }
  }
  warp.finish();
}

}  // namespace warpath::cuda::sparse
