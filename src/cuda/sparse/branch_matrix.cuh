// Rows of branches, written to a matrix; and, if that is asked for, the same turned, to another or to the
// other half of the same.
//
// Idea       what rows of a panel of columns have become is read again as soon as it is there, out of the
//            second-level cache, and written as columns. Writing short runs of a row from where they are
//            computed takes twice as long
// Grid       blocks draw numbers for pieces of work (WorkOfPanels): what a piece may wait for has a smaller one,
//            and so is under way or done
// Shared     two stages: a warp has the copy engine fill one with what the next piece needs, while others do
//            what the other one says. One more warp tells whoever waits what is done: it takes as long as
//            computing until what was written can be seen everywhere
// Bound by   writing n^2 cells
#pragma once

#include <bit>
#include <type_traits>

#include "cuda/device/flags.cuh"
#include "cuda/sparse/branch.cuh"

namespace warpath::cuda::sparse {

template <class Step>
class MatrixWork {
 public:
  using Shape = BranchShape<Step>;
  using Cell = typename Step::Cell;
  using Group = typename Shape::Group;
  static constexpr int kLaneColumns = Shape::kLaneColumns;
  static constexpr int kColumns = Shape::kColumns;
  static constexpr int kThreads = 32 * (kWritingWarps + 2);

  // Rows of a panel. Their ends keep lanes that read 16 bytes of neighbours from meeting in a bank.
  static constexpr int kVector = 16 / static_cast<int>(sizeof(Cell));
  struct alignas(16) Turned {
    Cell cells[kTurnedRows][kColumns + kVector];
  };

  union Stage {
    typename Shape::Shared branch;
    Turned turned;
  };
  static constexpr int kStages = 2;
  struct Shared {
    Stage stages[kStages];
    Load loads[kMostLoads];  // of the branch that is being brought
    Piece pieces[kPiecesOfBlock];
    Barrier filled[kStages];
    Barrier emptied[kStages];
    Barrier written[kPiecesOfBlock];
  };

  __device__ MatrixWork(const BranchSweep<Cell>& sweep, const MatrixTarget<Cell>& to,
                        Shared& shared)
      : sweep_(sweep),
        to_(to),
        shared_(shared),
        lane_(static_cast<int>(threadIdx.x) % 32),
        warp_(static_cast<int>(threadIdx.x) / 32) {}

  __device__ void run() {
    if (threadIdx.x < kStages) {
      shared_.filled[threadIdx.x].announce(kCopyArrivals);
      shared_.emptied[threadIdx.x].announce(kWritingWarps);
    }
    if (threadIdx.x < kPiecesOfBlock) shared_.written[threadIdx.x].announce(kWritingWarps);
    __syncthreads();  // barriers are there
    if (warp_ < kWritingWarps) {
      empty_stages();
    } else if (warp_ == kWritingWarps) {
      fill_stages();
    } else {
      tell();
    }
  }

 private:
  struct Drawn {
    int number;
    Piece piece = {};
  };

  // One warp.
  __device__ void fill_stages() {
    for (int i = 0; i < kPiecesOfBlock; ++i) {
      const Drawn now = draw();
      if (now.piece.task == Task::turned) wait_by_warp(part_before(now.piece));
      fill(i, now);
      if (now.piece.task == Task::nothing) return;
    }
  }

  __device__ Drawn draw() const {
    const int drawn = lane_ == 0 ? atomicAdd(to_.next, 1) : 0;
    const int number = min(__shfl_sync(kAllLanes, drawn, 0), to_.count);
    return {number, to_.pieces[number]};
  }

  __device__ void fill(int i, const Drawn& drawn) {
    const Piece& piece = drawn.piece;
    Stage& stage = shared_.stages[i % kStages];
    Barrier& filled = shared_.filled[i % kStages];
    if (piece.task == Task::branch) {
      const Branch branch = sweep_.branches[piece.number];
      for (int slot = lane_; slot < kMostLoads; slot += 32) {
        shared_.loads[slot] = sweep_.loads[piece.number * kMostLoads + slot];
      }
      __syncwarp();  // they are there
      wait_for_stage(i);
      bring_branch<Step>(sweep_, piece.number, branch, shared_.loads, piece.panel * kColumns,
                         from(piece.panel), stage.branch, sizeof(Piece), filled);
    } else {
      wait_for_stage(i);
      if (piece.task == Task::turned && is_below(piece)) {
        bring_rows(piece, stage.turned, sizeof(Piece), filled);
      } else {
        expect(filled, sizeof(Piece));
      }
    }
    copy_by_warp(&shared_.pieces[i], to_.pieces + drawn.number, sizeof(Piece), filled);
    end_copies(filled);
  }

  __device__ void wait_for_stage(int i) const {
    if (i >= kStages) shared_.emptied[i % kStages].wait(static_cast<unsigned>(i / kStages - 1) % 2);
  }

  // Numbers of rows from here on are needed.
  __device__ int from(int panel) const {
    return to_.half ? to_.first_column + panel * kColumns : 0;
  }

  static __device__ int first_row(const Piece& piece) { return piece.number * kTurnedRows; }

  // A lane's part of the branches that rows wait for.
  __device__ Awaited part_before(const Piece& piece) const {
    const int count = min(piece.after - lane_ * to_.part, to_.part);
    if (count <= 0) return {};
    return {to_.done + piece.panel * WorkOfPanels::kParts + lane_, count};
  }

  __device__ void bring_rows(const Piece& piece, Turned& turned, std::uint32_t more,
                             Barrier& filled) {
    fence_device_memory();
    const int c0 = piece.panel * kColumns;
    const int first = first_row(piece);
    const int rows = min(to_.n - first, kTurnedRows);
    const int columns = min(sweep_.columns - c0, kColumns);
    const auto bytes = static_cast<std::uint32_t>((columns + kVector - 1) / kVector * 16);
    const Cell* const from = to_.direct + first * to_.ld + c0;
    expect(filled, static_cast<std::uint32_t>(rows) * bytes + more);
    each_copy_by_warp(rows, [&](int r) {
      copy_last_by_thread(turned.cells[r], from + r * to_.ld, bytes, filled);
    });
  }

  // All of it below the diagonal. What is above may be written while the piece is read.
  __device__ bool is_below(const Piece& piece) const {
    return !to_.half || first_row(piece) >= to_.first_column + (piece.panel + 1) * kColumns;
  }

  // One more.
  __device__ void tell() {
    if (to_.turned == nullptr) return;
    for (int i = 0; i < kPiecesOfBlock; ++i) {
      shared_.written[i].wait(0);
      const Piece piece = shared_.pieces[i];
      if (piece.task == Task::nothing) return;
      if (piece.task == Task::branch && lane_ == 0) {
        release();
        add_one(to_.done + piece.panel * WorkOfPanels::kParts + piece.number / to_.part);
      }
      __syncwarp();
    }
  }

  // The others.
  __device__ void empty_stages() {
    for (int i = 0; i < kPiecesOfBlock; ++i) {
      shared_.filled[i % kStages].wait(static_cast<unsigned>(i / kStages) % 2);
      const Stage& stage = shared_.stages[i % kStages];
      const Piece piece = shared_.pieces[i];
      if (piece.task == Task::branch) write_branch(stage.branch, piece.panel);
      if (piece.task == Task::turned) write_turned(stage.turned, piece);
      __syncwarp();  // all lanes have read it, and what they have is written
      if (lane_ == 0) {
        shared_.emptied[i % kStages].arrive();
        shared_.written[i].arrive();
      }
      if (piece.task == Task::nothing) return;
    }
  }

  __device__ void write_branch(const typename Shape::Shared& branch, int panel) const {
    const int c0 = panel * kColumns;
    const int first = to_.first_column + c0;
    const int columns = min(sweep_.columns - c0, kColumns);
    Cell* const to = to_.direct + c0 + lane_ * kLaneColumns;
    BranchRows<Step>(sweep_, branch)
        .template compute<kWritingWarps>(
            warp_, from(panel), [&](int, const Strip& strip, const StripCells<Step>& cells) {
              const bool whole = columns == kColumns && strip.rows == kRowsOfStrip &&
                                 (!to_.half || strip.least >= first + kColumns - 1);
              if (whole) {
                store(to, strip, cells);
              } else {
                store_some(to, strip, cells, first, columns);
              }
            });
  }

  __device__ void store(Cell* to, const Strip& strip, const StripCells<Step>& cells) const {
#pragma unroll
    for (int p = 0; p < kRowsOfStrip; ++p) {
      Group group;
#pragma unroll
      for (int q = 0; q < kLaneColumns; ++q) group.value[q] = cells[p][q];
      *reinterpret_cast<Group*>(to + strip.number[p] * to_.ld) = group;
    }
  }

  // Where the panel or the half ends.
  __device__ void store_some(Cell* to, const Strip& strip, const StripCells<Step>& cells, int first,
                             int columns) const {
#pragma unroll 1
    for (int p = 0; p < strip.rows; ++p) {
      const int number = strip.number[p];
      const int limit = to_.half ? min(columns, number - first + 1) : columns;
#pragma unroll
      for (int q = 0; q < kLaneColumns; ++q) {
        Cell cell = cells[0][q];  // of row p: registers have no numbers
#pragma unroll
        for (int row = 1; row < kRowsOfStrip; ++row) cell = row == p ? cells[row][q] : cell;
        if (lane_ * kLaneColumns + q < limit) to[number * to_.ld + q] = cell;
      }
    }
  }

  // A warp has some columns, a lane two rows: of them it writes neighbours at once.
  __device__ void write_turned(const Turned& turned, const Piece& piece) const {
    using Wide = dense::Vector<Cell, kVector>;
    using Pair = dense::Vector<Cell, 2>;
    constexpr int kMine = kColumns / kWritingWarps;
    static_assert(kMine % kVector == 0);
    const int c0 = piece.panel * kColumns;
    const int row = 2 * lane_;
    const int v = first_row(piece) + row;
    const int first = warp_ * kMine;
    // Behind a row's own number is the other half.
    const int before = to_.half ? v - (to_.first_column + c0) : kColumns;
    const int columns = min(sweep_.columns - c0, kColumns);
    const int until[2] = {v < to_.n ? min(before, columns) : 0,
                          v + 1 < to_.n ? min(to_.half ? before + 1 : before, columns) : 0};
    Cell* to = to_.turned + (c0 + first) * to_.turned_ld + v;
    if (!is_below(piece)) {  // few are not
      const Cell* from = to_.direct + v * to_.ld + c0 + first;
      for (int c = 0; c < kMine; ++c) {
        if (first + c < until[0]) to[c * to_.turned_ld] = __ldcg(from + c);
        if (first + c < until[1]) to[c * to_.turned_ld + 1] = __ldcg(from + to_.ld + c);
      }
      return;
    }
    const bool pairs = to_.turned_ld % 2 == 0;  // where they can be written
    const bool whole = __all_sync(kAllLanes, pairs && until[0] >= first + kMine && v + 1 < to_.n);
#pragma unroll
    for (int c = 0; c < kMine; c += kVector) {
      const Wide upper = *reinterpret_cast<const Wide*>(&turned.cells[row][first + c]);
      const Wide lower = *reinterpret_cast<const Wide*>(&turned.cells[row + 1][first + c]);
#pragma unroll
      for (int h = 0; h < kVector; ++h) {
        if (whole) {
          const Pair pair{{upper.value[h], lower.value[h]}};
          store_past(reinterpret_cast<Pair*>(to), pair);
        } else {
          if (first + c + h < until[0]) to[0] = upper.value[h];
          if (first + c + h < until[1]) to[1] = lower.value[h];
        }
        to += to_.turned_ld;
      }
    }
  }

  // Nobody will read it.
  static __device__ void store_past(dense::Vector<Cell, 2>* to, dense::Vector<Cell, 2> pair) {
    using Bits = std::conditional_t<
        sizeof(Cell) == 8, uint4,
        std::conditional_t<sizeof(Cell) == 4, uint2,
                           std::conditional_t<sizeof(Cell) == 2, unsigned, unsigned short>>>;
    __stcs(reinterpret_cast<Bits*>(to), std::bit_cast<Bits>(pair));
  }

  const BranchSweep<Cell>& sweep_;
  const MatrixTarget<Cell>& to_;
  Shared& shared_;
  const int lane_;
  const int warp_;
};

template <class Step>
__global__ void __launch_bounds__(MatrixWork<Step>::kThreads, 3)
    branches_to_matrix(const __grid_constant__ BranchSweep<typename Step::Cell> sweep,
                       const __grid_constant__ MatrixTarget<typename Step::Cell> to) {
  extern __shared__ uint4 memory[];
  MatrixWork<Step>(sweep, to, *reinterpret_cast<typename MatrixWork<Step>::Shared*>(memory)).run();
}

}  // namespace warpath::cuda::sparse
