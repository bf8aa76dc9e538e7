// The rows of a branch, for a panel of columns, computed by one warp.
//
// Idea       a lane has its columns to itself, so that nothing is waited for: rows of the stem that the
//            branch needs are loaded, then strip by strip, parents first, up to 8 rows of a node = ways
//            up (x) rows of its boundary. What is done with the rows is up to the kernel
// Shared     rows that others need, as a stack; ways of this strip and of the next, which are fetched
//            meanwhile
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
    Cell rows[kSlots][kColumns];
    Cell links[2][kMostDepth * kRowsOfStrip];
    int slots[2][kMostDepth];
  };
};

// Cells of the rows of a strip that a lane has.
template <class Step>
using StripCells = typename Step::Cell[kRowsOfStrip][BranchShape<Step>::kLaneColumns];

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

  __device__ BranchRows(const BranchSweep<Cell>& sweep, Shared& shared)
      : sweep_(sweep), shared_(shared), lane_(static_cast<int>(threadIdx.x) % 32) {}

  // All rows of the branch that are needed where rows of numbers below `from` are not. See(first, rows,
  // number, cells): what is done with some, which begin at the branch's row `first`.
  template <class See>
  __device__ void compute(const Branch& branch, int c0, int from, const See& see) {
    if (branch.strips == 0) {
      copy(branch, c0, from, see);
      return;
    }
    const bool needed =
        lane_ < branch.strips && sweep_.strip_last[branch.first_strip + lane_] >= from;
    unsigned left = __ballot_sync(kAllLanes, needed);
    if (left == 0) return;
    const int column = c0 + lane_ * kLaneColumns;
    const Strip* strips = sweep_.strips + branch.first_strip;
    const Cell* links = sweep_.links + branch.links;
    const auto next = [&] {  // they are all the same in a warp
      const int s = __ffs(static_cast<int>(left)) - 1;
      left &= left - 1;
      return strips[max(s, 0)];
    };
    __syncwarp();  // nobody reads what was there before
    load_boundary(branch, c0);
    Strip strip = next();
    fetch(strip, links, 0);
    __pipeline_commit();
    int place[kLaneColumns];
#pragma unroll
    for (int q = 0; q < kLaneColumns; ++q) place[q] = sweep_.places[column + q];
    bool more = left != 0;
    Strip following = next();
    for (int stage = 0;; stage ^= 1) {
      if (more) fetch(following, links, stage ^ 1);
      __pipeline_commit();
      const bool further = left != 0;
      const Strip later = next();
      __pipeline_wait_prior(1);
      __syncwarp();  // what all lanes have fetched is there
      StripCells<Step> out;
      compute_strip(strip, stage, place, out);
      see(strip.place - branch.first, strip.rows, strip.number, out);
      if (!more) break;
      __syncwarp();  // this stage has been read by all
      strip = following;
      following = later;
      more = further;
    }
  }

 private:
  // Rows of the stem, as they are.
  template <class See>
  __device__ void copy(const Branch& branch, int c0, int from, const See& see) {
    const StemRow* rows = sweep_.stem_rows + branch.first;
    const int column = c0 + lane_ * kLaneColumns;
    for (int first = 0; first < branch.rows; first += kRowsOfStrip) {
      const int count = min(kRowsOfStrip, branch.rows - first);
      if (rows[first + count - 1].number < from) continue;
      int number[kRowsOfStrip];
      StripCells<Step> cells;
#pragma unroll
      for (int p = 0; p < kRowsOfStrip; ++p) {
        const StemRow row = rows[first + min(p, count - 1)];
        number[p] = row.number;
        const Cell* at = sweep_.stem + row.row * sweep_.ld + column;
        Group group{};
        if (number[p] >= from) {
          if (column + kLaneColumns <= sweep_.columns) {
            group = *reinterpret_cast<const Group*>(at);
          } else {
#pragma unroll
            for (int q = 0; q < kLaneColumns; ++q) {
              if (column + q < sweep_.columns) group.value[q] = at[q];
            }
          }
        }
#pragma unroll
        for (int q = 0; q < kLaneColumns; ++q) cells[p][q] = group.value[q];
      }
      see(first, count, number, cells);
    }
  }

  // Starts to fetch rows of the stem, 16 bytes at a time: several rows at once.
  __device__ void load_boundary(const Branch& branch, int c0) {
    constexpr int kVector = 16 / static_cast<int>(sizeof(Cell));
    constexpr int kLanes = kColumns / kVector;  // of a row
    const int column = lane_ % kLanes * kVector;
    const int left = sweep_.columns - c0 - column;
    const int zeros = min(max(kVector - left, 0), kVector) * static_cast<int>(sizeof(Cell));
    for (int slot = lane_ / kLanes; slot < branch.loads; slot += 32 / kLanes) {
      const long long row = sweep_.loads[branch.first_load + slot];
      __pipeline_memcpy_async(shared_.rows[slot] + column,
                              sweep_.stem + row * sweep_.ld + c0 + column, 16,
                              static_cast<std::size_t>(zeros));
    }
  }

  // The same for ways of a strip, and for the slots that they lead to.
  __device__ void fetch(const Strip& strip, const Cell* links, int stage) {
    const int words = static_cast<int>(padded_depth(strip.boundary, Step::kPivots));
    copy_async(shared_.links[stage], links + strip.links,
               words * kRowsOfStrip * static_cast<int>(sizeof(Word)));
    copy_async(shared_.slots[stage], sweep_.slots + strip.slots,
               padded_links(strip.boundary) * static_cast<int>(sizeof(int)));
  }

  // Both begin at 16 bytes, and there is room for whole 16 bytes.
  template <class T>
  __device__ void copy_async(T* to, const T* from, int bytes) const {
    for (int i = lane_ * 16; i < bytes; i += 32 * 16) {
      __pipeline_memcpy_async(reinterpret_cast<char*>(to) + i,
                              reinterpret_cast<const char*>(from) + i, 16);
    }
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

  __device__ void compute_strip(const Strip& strip, int stage, const int (&place)[kLaneColumns],
                                StripCells<Step>& out) {
    constexpr int kVector = 16 / static_cast<int>(sizeof(Word));
    constexpr int kPivots = Step::kPivots;
    Cells c;
#pragma unroll
    for (int p = 0; p < kRowsOfStrip; ++p) {
#pragma unroll
      for (int q = 0; q < kLaneColumns; ++q) c[p][q] = Step::nothing();
    }
    const Word* links = reinterpret_cast<const Word*>(shared_.links[stage]);
    const int* slots = shared_.slots[stage];
    const Cell* mine = shared_.rows[0] + lane_ * kLaneColumns;
    const int depth = static_cast<int>(padded_depth(strip.boundary, kPivots));
#pragma unroll 2
    for (int k = 0; k < depth; k += 2) {
      using Two = dense::Vector<int, 2 * kPivots>;
      const Two two = *reinterpret_cast<const Two*>(slots + k * kPivots);
      Word left[2][kRowsOfStrip];
      Word right[2][kLaneColumns];
#pragma unroll
      for (int h = 0; h < 2; ++h) {
        dense::load_groups<kVector>(left[h], links + (k + h) * kRowsOfStrip, kVector);
        Group rows[kPivots];
#pragma unroll
        for (int v = 0; v < kPivots; ++v) {
          rows[v] = *reinterpret_cast<const Group*>(mine + two.value[h * kPivots + v] * kColumns);
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
    }
#pragma unroll
    for (int p = 0; p < kRowsOfStrip; ++p) {
#pragma unroll
      for (int q = 0; q < kLaneColumns; ++q) out[p][q] = Step::gather(c[p][q]);
    }
#pragma unroll
    for (int q = 0; q < kLaneColumns; ++q) add_trunk(out, q, place[q], strip);
    if (sweep_.restore) restore(out);
    if (strip.slot < 0) return;
#pragma unroll
    for (int p = 0; p < kRowsOfStrip; ++p) {
      Group group;
#pragma unroll
      for (int q = 0; q < kLaneColumns; ++q) group.value[q] = out[p][q];
      if (p < strip.rows) {
        *reinterpret_cast<Group*>(shared_.rows[strip.slot + p] + lane_ * kLaneColumns) = group;
      }
    }
  }

  // Paths that end in the subtree: columns of its vertices have them in their trunks.
  __device__ void add_trunk(StripCells<Step>& out, int q, int place, const Strip& strip) const {
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
  Shared& shared_;
  const int lane_;
};

}  // namespace warpath::cuda::sparse
