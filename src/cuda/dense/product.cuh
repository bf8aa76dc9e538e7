// The product of strips, in registers: where all the time goes.
//
// Idea       operands pass through a ring of stages in shared memory. The copy engine fills stages while
//            the threads compute with the ones before; a pair of barriers per stage says "full" and
//            "empty". No barrier stops the whole block: a warp waits only for data.
// Shared     kStages · 2 · kStageRows · kTile words
// Bound by   for float32 >= 0 the register file: 2 additions and 1 minimum of three per two tasks read 7
//            registers, and neither the adders nor the units for minima are busy more than half of the time
#pragma once

#include <utility>

#include "cuda/device/bulk_copy.cuh"
#include "cuda/dense/shape.cuh"

namespace warpath::cuda::dense {

// In shared memory. Both operands of a stage arrive together.
template <class Shape>
struct Stages {
  alignas(128) typename Shape::Word a[Shape::kStages][Shape::kStageWords];
  alignas(128) typename Shape::Word b[Shape::kStages][Shape::kStageWords];
  const typename Shape::Word* from_a;  // what they are filled from
  const typename Shape::Word* from_b;
  Barrier full[Shape::kStages];
  Barrier empty[Shape::kStages];
};

template <class Shape>
class Product {
 public:
  using Step = typename Shape::Step;
  using Word = typename Shape::Word;
  using Cells = Word[Shape::kCells][Shape::kCells];

  // One per thread, for the whole life of the block; followed by a __syncthreads().
  explicit __device__ Product(Stages<Shape>& stages) : stages_(stages) {
    if (threadIdx.x != 0) return;
    for (int s = 0; s < Shape::kStages; ++s) {
      stages_.full[s].announce(kCopyArrivals);
      stages_.empty[s].announce(Shape::kThreads / 32);
    }
  }

  static __device__ void clear(Cells& c) {
#pragma unroll
    for (int p = 0; p < Shape::kCells; ++p) {
#pragma unroll
      for (int q = 0; q < Shape::kCells; ++q) c[p][q] = Step::nothing();
    }
  }

  // c <- best(c, a (x) b), for operands of `count` stages each, in device memory.
  // Warp 0 calls meanwhile() once, when it has started the first stages.
  template <class Meanwhile>
  __device__ void relax(Cells& c, const Word* a, const Word* b, int count,
                        const Meanwhile& meanwhile) {
    run<false>(c, a, b, count, meanwhile);
  }

  // The same for one strip b that lies in shared memory as a whole.
  __device__ void relax_resident(Cells& c, const Word* a, const Word* b) {
    run<true>(c, a, b, Shape::kStagesPerStrip, [] {});
  }

  // One stage, of which a and b are this thread's first words.
  static __device__ void compute(Cells& c, const Word* a, const Word* b) {
    static_assert(Shape::kStageRows % 2 == 0);
#ifndef WARPATH_UNROLL_PIVOTS
#define WARPATH_UNROLL_PIVOTS 8
#endif
    constexpr int kUnroll = WARPATH_UNROLL_PIVOTS;
#pragma unroll kUnroll
    for (int k = 0; k < Shape::kStageRows; k += 2) {
      Word a_k[2][Shape::kCells];
      Word b_k[2][Shape::kCells];
#pragma unroll
      for (int h = 0; h < 2; ++h) {
        load(a_k[h], a + (k + h) * Shape::kTile);
        load(b_k[h], b + (k + h) * Shape::kTile);
      }
      relax_cells(c, a_k, b_k, std::make_integer_sequence<int, Shape::kCells * Shape::kCells>());
    }
  }

 private:
  // Where in the ring the next stage is read, and in which of its rounds.
  struct Cursor {
    int slot = 0;
    std::uint32_t parity = 0;

    __device__ Cursor after(int stages) const {
      return slot + stages < Shape::kStages ? Cursor{slot + stages, parity}
                                            : Cursor{slot + stages - Shape::kStages, parity ^ 1};
    }
  };

  // All of warp 0: fills a stage of the ring, when it is empty.
  template <bool kResident>
  __device__ void start(int stage, Cursor to) {
    constexpr auto bytes = static_cast<std::uint32_t>(sizeof(Word) * Shape::kStageWords);
    stages_.empty[to.slot].wait(to.parity ^ 1);  // at first: the round before the first has ended
    Barrier& full = stages_.full[to.slot];
    expect(full, kResident ? bytes : 2 * bytes);
    copy_by_warp(stages_.a[to.slot], stages_.from_a + stage * Shape::kStageWords, bytes, full);
    if (!kResident) {
      copy_by_warp(stages_.b[to.slot], stages_.from_b + stage * Shape::kStageWords, bytes, full);
    }
    end_copies(full);
  }

  template <bool kResident, class Meanwhile>
  __device__ void run(Cells& c, const Word* a, const Word* b, int count,
                      const Meanwhile& meanwhile) {
    const bool fills = threadIdx.x < 32;
    if (fills) {
      // In shared memory, because the registers are needed; all threads of the warp write the same.
      stages_.from_a = a;
      stages_.from_b = b;
      __syncwarp();
      for (int stage = 0; stage < Shape::kStages - 1 && stage < count; ++stage) {
        start<kResident>(stage, reading_.after(stage));
      }
      meanwhile();
    }
    const Thread me = Thread::of(threadIdx.x);
#pragma unroll 1
    for (int stage = 0; stage < count; ++stage) {
      const int slot = reading_.slot;
      stages_.full[slot].wait(reading_.parity);
      compute(c, stages_.a[slot] + me.ti * Shape::kVector,
              (kResident ? b + stage * Shape::kStageWords : stages_.b[slot]) +
                  me.tj * Shape::kVector);
      __syncwarp();  // all of the warp have read the stage
      if (threadIdx.x % 32 == 0) stages_.empty[slot].arrive();
      reading_ = reading_.after(1);
      if (fills && stage + Shape::kStages - 1 < count) {
        start<kResident>(stage + Shape::kStages - 1, reading_.after(Shape::kStages - 2));
      }
    }
  }

  static __device__ void load(Word (&to)[Shape::kCells], const Word* from) {
    using Wide = Vector<Word, Shape::kVector>;
#pragma unroll
    for (int p = 0; p < Shape::kCells; p += Shape::kVector) {
      const Wide wide = *reinterpret_cast<const Wide*>(from + p * Shape::kSide);
#pragma unroll
      for (int v = 0; v < Shape::kVector; ++v) to[p + v] = wide.value[v];
    }
  }

  template <int... kCell>
  static __device__ void relax_cells(Cells& c, const Word (&a)[2][Shape::kCells],
                                     const Word (&b)[2][Shape::kCells],
                                     std::integer_sequence<int, kCell...>) {
    constexpr int n = Shape::kCells;
    (Step::template relax<kCell / n + kCell % n>(c[kCell / n][kCell % n], a[0][kCell / n],
                                                 b[0][kCell % n], a[1][kCell / n],
                                                 b[1][kCell % n]),
     ...);
  }

  Stages<Shape>& stages_;
  Cursor reading_;
};

}  // namespace warpath::cuda::dense
