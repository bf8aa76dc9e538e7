// The rows of a branch, for a panel of columns, computed by some warps.
//
// Idea       warps take strips, up to 8 rows of a node = ways up (x) rows of its boundary, which are the
//            stem's. No strip needs another. What is done with the rows is up to the kernel
// Shared     all that the branch needs, brought by the copy engine: rows of boundaries, ways, lists
// Bound by   what is done with the rows; the inner step (cuda/dense/steps.cuh)
#pragma once

#include <algorithm>
#include <utility>

#include "cuda/dense/shape.cuh"
#include "cuda/dense/steps.cuh"
#include "cuda/device/bulk_copy.cuh"
#include "cuda/sparse/branches.hpp"
#include "cuda/sparse/variant.hpp"

namespace warpath::cuda::sparse {

constexpr unsigned kAllLanes = 0xffffffff;

template <class StepType>
struct BranchShape {
  using Step = StepType;
  using Cell = typename Step::Cell;
  using Word = typename Step::Word;
  static constexpr int kLaneColumns = lane_columns_of_branch(sizeof(Cell));
  static constexpr int kColumns = panel_of_branch(sizeof(Cell));
  using Group = dense::Vector<Cell, kLaneColumns>;

  struct alignas(16) Shared {
    Cell rows[kMostLoads][kColumns];
    Cell links[kMostLinks];
    int slots[kMostSlots];
    Strip strips[kMostStrips];
    int places[kColumns];
    Branch what;
  };
};

// All of a warp: starts to bring what the branch of this number needs for the columns from c0 on, where rows of numbers
// below `from` are not needed. `more` bytes will come as well. `loads`, of the branch, lie in shared memory.
template <class Step>
__device__ void bring_branch(const BranchSweep<typename Step::Cell>& sweep, int number,
                             const Branch& branch, const Load* loads, int c0, int from,
                             typename BranchShape<Step>::Shared& shared, std::uint32_t more,
                             Barrier& arrived) {
  using Cell = typename Step::Cell;
  const auto bytes = [](int count, std::size_t size) {
    return static_cast<std::uint32_t>(count) * static_cast<std::uint32_t>(size);
  };
  int rows = 0;
#pragma unroll
  for (int first = 0; first < kMostLoads; first += 32) {
    const int slot = first + static_cast<int>(threadIdx.x) % 32;
    const bool needed = slot < branch.loads && loads[slot].last >= from;
    rows += __popc(__ballot_sync(kAllLanes, needed));
  }
  const std::uint32_t strips = bytes(branch.strips, sizeof(Strip));
  const std::uint32_t slots = bytes(branch.slots, sizeof(int));
  const std::uint32_t links = bytes(branch.link_cells, sizeof(Cell));
  constexpr std::uint32_t kAlways = sizeof(Branch) + sizeof(shared.places);
  expect(arrived, strips + slots + links + bytes(rows, sizeof(shared.rows[0])) + kAlways + more);
  copy_by_warp(&shared.what, sweep.branches + number, sizeof(Branch), arrived);
  copy_by_warp(shared.strips, sweep.strips + branch.first_strip, strips, arrived);
  copy_by_warp(shared.places, sweep.places + c0, sizeof(shared.places), arrived);
  if (slots > 0) {
    copy_by_warp(shared.slots, sweep.slots + branch.first_slot, slots, arrived);
    copy_by_warp(shared.links, sweep.links + branch.links, links, arrived);
  }
  each_copy_by_warp(branch.loads, [&](int slot) {
    const Load load = loads[slot];
    if (load.last < from) return;
    copy_by_thread(shared.rows[slot], sweep.stem + load.row * sweep.ld + c0, sizeof(shared.rows[0]),
                   arrived);
  });
}

// Cells of the rows of a strip that a lane has.
template <class Step>
using StripCells = typename Step::Cell[kRowsOfStrip][BranchShape<Step>::kLaneColumns];

// Of a branch that has been brought.
template <class Step>
class BranchRows {
 public:
  using Shape = BranchShape<Step>;
  using Shared = typename Shape::Shared;
  using Cell = typename Step::Cell;
  using Word = typename Step::Word;
  using Semiring = typename Step::Semiring;
  using Group = typename Shape::Group;
  static constexpr int kLaneColumns = Shape::kLaneColumns;
  static constexpr int kColumns = Shape::kColumns;

  __device__ BranchRows(const BranchSweep<Cell>& sweep, const Shared& shared)
      : sweep_(sweep), shared_(shared), lane_(static_cast<int>(threadIdx.x) % 32) {}

  // What this warp, one of kWarps, has of the rows that are needed where rows of numbers below `from` are not.
  // See(s, strip, cells): what is done with the rows of the s-th strip, whose number and numbers are known.
  template <int kWarps, class See>
  __device__ void compute(int warp, int from, const See& see) const {
    int place[kLaneColumns];
#pragma unroll
    for (int q = 0; q < kLaneColumns; ++q) place[q] = shared_.places[lane_ * kLaneColumns + q];
    for (int s = warp; s < shared_.what.strips; s += kWarps) {
      const Strip& strip = shared_.strips[s];
      if (strip.last < from) continue;
      StripCells<Step> out;
      if (shared_.what.of_stem != 0) {
        copy_strip(strip, out);
      } else {
        compute_strip(strip, place, out);
      }
      see(s, strip, out);
    }
  }

 private:
  using Cells = Word[kRowsOfStrip][kLaneColumns];

  __device__ Group row_of(int slot) const {
    return *reinterpret_cast<const Group*>(shared_.rows[slot] + lane_ * kLaneColumns);
  }

  // Rows of the stem, as they are.
  __device__ void copy_strip(const Strip& strip, StripCells<Step>& out) const {
#pragma unroll
    for (int p = 0; p < kRowsOfStrip; ++p) {
      const Group group = row_of(strip.slots + p);
#pragma unroll
      for (int q = 0; q < kLaneColumns; ++q) out[p][q] = group.value[q];
    }
  }

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
                                StripCells<Step>& out) const {
    constexpr int kVector = 16 / static_cast<int>(sizeof(Word));
    constexpr int kPivots = Step::kPivots;
    Cells c;
#pragma unroll
    for (int p = 0; p < kRowsOfStrip; ++p) {
#pragma unroll
      for (int q = 0; q < kLaneColumns; ++q) c[p][q] = Step::nothing();
    }
    const Word* links = reinterpret_cast<const Word*>(shared_.links + strip.links);
    const int* slots = shared_.slots + strip.slots;
    const int depth = static_cast<int>(padded_depth(strip.boundary, kPivots));
#pragma unroll 2
    for (int k = 0; k < depth; k += 2) {
      int two[2 * kPivots];
      constexpr int kTogether = std::min(4, 2 * kPivots);
      dense::load_groups<kTogether>(two, slots + k * kPivots, kTogether);
      Word left[2][kRowsOfStrip];
      Word right[2][kLaneColumns];
#pragma unroll
      for (int h = 0; h < 2; ++h) {
        dense::load_groups<kVector>(left[h], links + (k + h) * kRowsOfStrip, kVector);
        Group rows[kPivots];
#pragma unroll
        for (int v = 0; v < kPivots; ++v) rows[v] = row_of(two[h * kPivots + v]);
#pragma unroll
        for (int q = 0; q < kLaneColumns; ++q) {
          Cell cells[kPivots];
#pragma unroll
          for (int v = 0; v < kPivots; ++v) cells[v] = rows[v].value[q];
          right[h][q] = Step::pack(cells);
        }
      }
      relax(c, left, right, std::make_integer_sequence<int, kRowsOfStrip * kLaneColumns>());
    }
#pragma unroll
    for (int p = 0; p < kRowsOfStrip; ++p) {
#pragma unroll
      for (int q = 0; q < kLaneColumns; ++q) out[p][q] = Step::gather(c[p][q]);
    }
#pragma unroll
    for (int q = 0; q < kLaneColumns; ++q) add_trunk(out, q, place[q], strip);
    if (sweep_.restore) restore(out);
  }

  // Paths that end in the subtree: columns of its vertices have them in their trunks.
  __device__ void add_trunk(StripCells<Step>& out, int q, int place, const Strip& strip) const {
    if (place < strip.first || place >= strip.end) return;
    const int behind = place - strip.place;
    const Cell* trunk = sweep_.trunks + sweep_.trunk_at[place] + strip.above;
#pragma unroll
    for (int p = 0; p < kRowsOfStrip; ++p) {
      if (p < strip.rows) {
        out[p][q] = dense::Ops<Semiring>::better(out[p][q], trunk[p]);
        // Rounding may have found a way round to itself.
        if (behind == p) out[p][q] = Semiring::empty_path();
      }
    }
  }

  __device__ void restore(StripCells<Step>& out) const {
#pragma unroll
    for (int p = 0; p < kRowsOfStrip; ++p) {
#pragma unroll
      for (int q = 0; q < kLaneColumns; ++q) {
        if (out[p][q] >= sweep_.least_no_path) out[p][q] = Semiring::no_path();
      }
    }
  }

  const BranchSweep<Cell>& sweep_;
  const Shared& shared_;
  const int lane_;
};

}  // namespace warpath::cuda::sparse
