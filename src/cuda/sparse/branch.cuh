// The rows of a branch, for some columns, computed in shared memory by one block.
//
// Idea       rows of the stem that the branch needs are loaded, then level by level each warp
//            computes strips: up to 8 rows of a node = ways up (x) rows of its boundary, all of
//            which are in shared memory by then. What is done with the rows is up to the kernel
// Shared     slots, each a row of kColumns cells; all that is to be known of the branch
// Bound by   what is done with the rows; the inner step (cuda/dense/steps.cuh)
#pragma once

#include <cuda_pipeline.h>

#include <algorithm>
#include <utility>

#include "cuda/dense/shape.cuh"
#include "cuda/dense/steps.cuh"
#include "cuda/sparse/branches.hpp"
#include "cuda/sparse/variant.hpp"

namespace warpath::cuda::sparse {

template <class StepType>
struct BranchShape {
  using Step = StepType;
  using Cell = typename Step::Cell;
  using Word = typename Step::Word;
  static constexpr int kThreads = kThreadsOfBranch;
  static constexpr int kWarps = kThreads / 32;
  static constexpr int kLaneColumns = lane_columns_of_branch(sizeof(Cell));
  static constexpr int kColumns = panel_of_branch(sizeof(Cell));
  static constexpr int kVector = 16 / static_cast<int>(sizeof(Cell));
  // Lanes that read 16 bytes of eight rows in a row meet 32 banks.
  static constexpr int kStride = kColumns + kVector;
  using Group = dense::Vector<Cell, kLaneColumns>;
  using Wide = dense::Vector<Cell, kVector>;

  struct Shared {
    Cell rows[(kMostLoads + kMostRows) * kStride];
    Cell links[kMostLinks];
    Strip strips[kMostStrips];
    BranchRow wanted[kMostRows];
    unsigned short slots[kMostSlots];
    int loads[kMostRows];
  };
};

template <class Step>
class BranchRows {
 public:
  using Shape = BranchShape<Step>;
  using Cell = typename Step::Cell;
  using Word = typename Step::Word;
  using Semiring = typename Step::Semiring;
  using Group = typename Shape::Group;
  static constexpr int kLaneColumns = Shape::kLaneColumns;

  using Shared = typename Shape::Shared;

  __device__ BranchRows(const BranchSweep<Cell>& sweep, Shared& shared)
      : sweep_(sweep),
        shared_(shared),
        lane_(static_cast<int>(threadIdx.x) % 32),
        warp_(static_cast<int>(threadIdx.x) / 32) {}

  // Starts to fetch what is to be known of a branch; compute() waits for it. All have done with the one before.
  __device__ void fetch(const Branch& branch) {
    copy(shared_.links, sweep_.links + branch.links, branch.link_cells);
    copy(shared_.strips, sweep_.strips + branch.first_strip, branch.strips);
    copy(shared_.slots, sweep_.slots + branch.first_slot, branch.slots);
    for (int k = static_cast<int>(threadIdx.x); k < branch.loads; k += Shape::kThreads) {
      shared_.loads[k] = sweep_.loads[branch.first_load + k];
    }
    for (int r = static_cast<int>(threadIdx.x); r < branch.rows; r += Shape::kThreads) {
      __pipeline_memcpy_async(shared_.wanted + r, sweep_.rows + branch.first_row + r,
                              sizeof(BranchRow));
    }
    __pipeline_commit();
  }

  // All rows of the branch that are needed where rows of numbers below `from` are not. Begins and
  // ends with all threads. See(slot, rows, place, cells): what a warp does with rows that it has.
  template <class See>
  __device__ void compute(const Branch& branch, int c0, int from, const See& see) {
    const int column = c0 + lane_ * kLaneColumns;
    __syncthreads();  // nobody reads what was there before
    for (int load = warp_; load < branch.loads; load += Shape::kWarps) {
      const long long row = shared_.loads[load];
      fetch(slot(load), sweep_.stem + row * sweep_.ld + column, sweep_.columns - column);
    }
    __pipeline_commit();
    int place[kLaneColumns];
#pragma unroll
    for (int q = 0; q < kLaneColumns; ++q) place[q] = sweep_.places[column + q];
    __pipeline_wait_prior(0);
    __syncthreads();  // the rows of the stem are there
    int begin = 0;
    for (int level = 0; level < branch.levels; ++level) {
      const int end = branch.level_end[level];
      for (int s = begin + warp_; s < end; s += Shape::kWarps) {
        const Strip& strip = shared_.strips[s];
        if (strip.last < from) continue;
        Cell out[kRowsOfStrip][kLaneColumns];
        compute_strip(strip, place, out);
        see(strip.slot, strip.rows, strip.place, out);
      }
      begin = end;
      __syncthreads();  // the level is there
    }
  }

  // This lane's cells of some slots.
  __device__ void load(int first, int count, Cell (&cells)[kRowsOfStrip][kLaneColumns]) const {
#pragma unroll
    for (int p = 0; p < kRowsOfStrip; ++p) {
      const auto group = *reinterpret_cast<const Group*>(slot(first + min(p, count - 1)));
#pragma unroll
      for (int q = 0; q < kLaneColumns; ++q) cells[p][q] = group.value[q];
    }
  }

  __device__ Cell* row(int slot) const { return shared_.rows + slot * Shape::kStride; }

 private:
  // A lane's cells of a slot.
  __device__ Cell* slot(int slot) const { return row(slot) + lane_ * kLaneColumns; }

  // Both begin at 16 bytes, and there is room for whole 16 bytes.
  template <class T>
  static __device__ void copy(T* to, const T* from, int count) {
    const int bytes = count * static_cast<int>(sizeof(T));
    for (int i = static_cast<int>(threadIdx.x) * 16; i < bytes; i += Shape::kThreads * 16) {
      __pipeline_memcpy_async(reinterpret_cast<char*>(to) + i,
                              reinterpret_cast<const char*>(from) + i, 16);
    }
  }

  static __device__ void fetch(Cell* to, const Cell* from, int left) {
    if (left >= kLaneColumns) {
      __pipeline_memcpy_async(to, from, sizeof(Group));
      return;
    }
    for (int q = 0; q < left; ++q) to[q] = from[q];
  }

  using Cells = Word[kRowsOfStrip][kLaneColumns];

  template <int... kCell>
  static __device__ void relax(Cells& c, const Word (&a)[2][kRowsOfStrip],
                               const Word (&b)[2][kLaneColumns],
                               std::integer_sequence<int, kCell...>) {
    constexpr int n = kLaneColumns;
    (Step::template relax<kCell / n + kCell % n>(c[kCell / n][kCell % n], a[0][kCell / n],
                                                 b[0][kCell % n], a[1][kCell / n], b[1][kCell % n]),
     ...);
  }

  __device__ void compute_strip(const Strip& strip, const int (&place)[kLaneColumns],
                                Cell (&out)[kRowsOfStrip][kLaneColumns]) {
    constexpr int kVector = 16 / static_cast<int>(sizeof(Word));
    constexpr int kPivots = Step::kPivots;
    Cells c;
#pragma unroll
    for (int p = 0; p < kRowsOfStrip; ++p) {
#pragma unroll
      for (int q = 0; q < kLaneColumns; ++q) c[p][q] = Step::nothing();
    }
    const Word* links = reinterpret_cast<const Word*>(shared_.links + strip.links);
    const unsigned short* slots = shared_.slots + strip.slots;
    const int depth = static_cast<int>(padded_depth(strip.boundary, kPivots));
#pragma unroll 2
    for (int k = 0; k < depth; k += 2) {
      Word left[2][kRowsOfStrip];
      Word right[2][kLaneColumns];
#pragma unroll
      for (int h = 0; h < 2; ++h) {
        dense::load_groups<kVector>(left[h], links + h * kRowsOfStrip, kVector);
        Group rows[kPivots];
#pragma unroll
        for (int v = 0; v < kPivots; ++v) {
          rows[v] = *reinterpret_cast<const Group*>(slot(slots[(k + h) * kPivots + v]));
        }
#pragma unroll
        for (int q = 0; q < kLaneColumns; ++q) {
          Cell cells[kPivots];
#pragma unroll
          for (int v = 0; v < kPivots; ++v) cells[v] = rows[v].value[q];
          right[h][q] = Step::pack(cells);
        }
      }
      relax(c, left, right, std::make_integer_sequence<int, kRowsOfStrip * kLaneColumns>());
      links += 2 * kRowsOfStrip;
    }
#pragma unroll
    for (int p = 0; p < kRowsOfStrip; ++p) {
#pragma unroll
      for (int q = 0; q < kLaneColumns; ++q) out[p][q] = Step::gather(c[p][q]);
    }
#pragma unroll
    for (int q = 0; q < kLaneColumns; ++q) add_trunk(out, q, place[q], strip);
#pragma unroll
    for (int p = 0; p < kRowsOfStrip; ++p) {
      Group group;
#pragma unroll
      for (int q = 0; q < kLaneColumns; ++q) {
        if (sweep_.restore && out[p][q] >= sweep_.least_no_path) out[p][q] = Semiring::no_path();
        group.value[q] = out[p][q];
      }
      if (p < strip.rows) *reinterpret_cast<Group*>(slot(strip.slot + p)) = group;
    }
  }

  // Paths that end in the subtree: columns of its vertices have them in their trunks.
  __device__ void add_trunk(Cell (&out)[kRowsOfStrip][kLaneColumns], int q, int place,
                            const Strip& strip) const {
    if (place < strip.node_first || place >= strip.node_end) return;
    const Cell* trunk = sweep_.trunks + sweep_.trunk_at[place] + strip.above;
#pragma unroll
    for (int p = 0; p < kRowsOfStrip; ++p) {
      if (p < strip.rows) {
        out[p][q] = dense::Ops<Semiring>::better(out[p][q], trunk[p]);
        // Rounding may have found a way round to itself.
        if (place == strip.place + p) out[p][q] = Semiring::empty_path();
      }
    }
  }

  const BranchSweep<Cell>& sweep_;
  Shared& shared_;
  const int lane_;
  const int warp_;
};

}  // namespace warpath::cuda::sparse
