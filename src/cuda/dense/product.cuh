// The product of strips, in registers: where all the time goes.
//
// Idea       operands pass through a ring of stages in shared memory. The copy engine fills stages
//            while the threads compute with others; a pair of barriers per stage says "full" and
//            "empty". None stops the whole block: a warp waits only for data. The warps take turns
//            at having stages filled. The ring goes on from one product to the next, whose first
//            stages come while the last ones of this are used.
// Shared     kStages · 2 · kStageRows · kTile words
// Bound by   for float32 >= 0 the register file: 2 additions and 1 minimum of three per two tasks
//            read 7 registers, and neither the adders nor the units for minima are busy more than
//            half of the time
#pragma once

#include "cuda/dense/shape.cuh"
#include "cuda/device/bulk_copy.cuh"

namespace warpath::cuda::dense {

template <class Word>
struct Operands {
  const Word* a;
  const Word* b;
};

// In shared memory. Both operands of a stage arrive together.
template <class Shape>
struct Stages {
  alignas(128) typename Shape::Word a[Shape::kStages][Shape::kStageWords];
  union {
    alignas(128) typename Shape::Word b[Shape::kStages][Shape::kStageWords];
    alignas(128) typename Shape::Word strip[Shape::kStrip];  // b as a whole, where it is resident
  };
  Barrier full[Shape::kStages];
  Barrier empty[Shape::kStages];

  // One thread, before all others come.
  __device__ void announce() {
    for (int s = 0; s < Shape::kStages; ++s) {
      full[s].announce(kCopyArrivals);
      empty[s].announce(Shape::kThreads / 32);
    }
  }
};

// Where in the ring the next stage is read, and in which of its rounds.
template <class Shape>
struct Cursor {
  int slot = 0;
  std::uint32_t parity = 0;

  __device__ Cursor after(int stages) const {
    return slot + stages < Shape::kStages ? Cursor{slot + stages, parity}
                                          : Cursor{slot + stages - Shape::kStages, parity ^ 1};
  }
};

template <class Shape>
struct Product {
  using Step = typename Shape::Step;
  using Word = typename Shape::Word;
  using Cells = Word[Shape::kCells][Shape::kCells];

  static __device__ void clear(Cells& c) {
#pragma unroll
    for (int p = 0; p < Shape::kCells; ++p) {
#pragma unroll
      for (int q = 0; q < Shape::kCells; ++q) c[p][q] = Step::nothing();
    }
  }

  // Stages that are being filled while one is read.
  static constexpr int kAhead = Shape::kStages - 1;

  // All of a warp: fills a stage of the ring from stage number `stage` of the operands, as soon as
  // all have read what was there. Without b if that is resident.
  template <bool kResident>
  static __device__ void fill(Stages<Shape>& ring, Operands<Word> from, int stage,
                              Cursor<Shape> to) {
    constexpr auto bytes = static_cast<std::uint32_t>(sizeof(Word) * Shape::kStageWords);
    ring.empty[to.slot].wait(to.parity ^ 1);  // at first: the round before the first has ended
    fence_device_memory();                    // the operands were written by others
    Barrier& full = ring.full[to.slot];
    expect(full, kResident ? bytes : 2 * bytes);
    copy_by_warp(ring.a[to.slot], from.a + stage * Shape::kStageWords, bytes, full);
    if (!kResident) {
      copy_by_warp(ring.b[to.slot], from.b + stage * Shape::kStageWords, bytes, full);
    }
    end_copies(full);
  }

  // All of a warp, when the ring is empty: fills it with the first stages of a product.
  template <bool kResident>
  static __device__ __noinline__ void begin(Stages<Shape>& ring, Cursor<Shape> cursor,
                                            Operands<Word> from, int count) {
    for (int stage = 0; stage < Shape::kStages && stage < count; ++stage) {
      fill<kResident>(ring, from, stage, cursor.after(stage));
    }
  }

  // c <- best(c, a (x) b) for operands of `count` stages that have begun to come; if b is resident,
  // it lies in ring.strip. After each stage one of the warps calls refill(stage, cursor of the
  // stage that is kAhead behind it).
  template <bool kResident, class Refill>
  static __device__ void relax(Stages<Shape>& ring, Cursor<Shape>& cursor, Cells& c, int count,
                               const Refill& refill) {
    const Thread me = Thread::of(threadIdx.x);
#pragma unroll 1
    for (int stage = 0; stage < count; ++stage) {
      const int slot = cursor.slot;
      ring.full[slot].wait(cursor.parity);
      compute(c, ring.a[slot] + me.ti * Shape::kVector,
              (kResident ? ring.strip + stage * Shape::kStageWords : ring.b[slot]) +
                  me.tj * Shape::kVector);
      __syncwarp();  // all of the warp have read the stage
      if (threadIdx.x % 32 == 0) ring.empty[slot].arrive();
      cursor = cursor.after(1);
      if (threadIdx.x / 32 == stage % (Shape::kThreads / 32)) {
        refill(stage, cursor.after(kAhead - 1));
      }
    }
  }

  // c <- best(c, a (x) b) for kRows word rows of operands in shared memory, for a thread that plays
  // the part of two (Part in pivot.cuh): a word of b serves both. a and b are its first words.
  template <int kRows>
  static __device__ void multiply(Cells (&c)[2], const Word* a, const Word* b) {
#pragma unroll 4
    for (int row = 0; row < kRows; row += 2) {
      Pair first, second;
      first.load(a + row * Shape::kTile, b + row * Shape::kTile);
      second.load(a + row * Shape::kTile + Shape::kSide / 2 * Shape::kVector,
                  b + row * Shape::kTile);
      first.relax(c[0]);
      second.relax(c[1]);
    }
  }

  // One stage, of which a and b are this thread's first words.
  static __device__ void compute(Cells& c, const Word* a, const Word* b) {
    if constexpr (Shape::kShortensWaits) {
      compute_ahead(c, a, b);
    } else {
      compute_plainly(c, a, b);
    }
  }

 private:
  // As many warps share the multiprocessor as are needed to hide the wait for operands.
  static __device__ void compute_plainly(Cells& c, const Word* a, const Word* b) {
    constexpr int kRows =
        2 * Step::kPairs < Shape::kStageRows ? 2 * Step::kPairs : Shape::kStageRows;
    static_assert(Shape::kStageRows % kRows == 0);
    // Turns are counted: an end to compare pointers with would take registers, and spill others.
#pragma unroll 1
    for (int left = Shape::kStageRows / kRows; left > 0; --left) {
#pragma unroll
      for (int row = 0; row < kRows; row += 2) {
        Pair pair;
        pair.load(a + row * Shape::kTile, b + row * Shape::kTile);
        pair.relax(c);
      }
      a += kRows * Shape::kTile;
      b += kRows * Shape::kTile;
    }
  }

  // The operands of a pair of rows are loaded while the pair before is computed, so that few warps
  // are enough: where n is small many wait for something else.
  static __device__ void compute_ahead(Cells& c, const Word* a, const Word* b) {
    constexpr int kRows = Shape::kStageRows;
    static_assert(kRows % 4 == 0);
    Pair now, next;
    now.load(a, b);
#pragma unroll 4
    for (int row = 0; row < kRows; row += 4) {
      next.load(a + (row + 2) * Shape::kTile, b + (row + 2) * Shape::kTile);
      now.relax(c);
      // The last one is read again instead of what stands behind it.
      const int after = row + 4 < kRows ? row + 4 : row;
      now.load(a + after * Shape::kTile, b + after * Shape::kTile);
      next.relax(c);
    }
  }

  // A thread's operands of two rows.
  struct Pair {
    Word a[2][Shape::kCells];
    Word b[2][Shape::kCells];

    __device__ void load(const Word* from_a, const Word* from_b) {
#pragma unroll
      for (int h = 0; h < 2; ++h) {
        load_groups<Shape::kVector>(a[h], from_a + h * Shape::kTile, kApart);
        load_groups<Shape::kVector>(b[h], from_b + h * Shape::kTile, kApart);
      }
    }

    __device__ void relax(Cells& c) const {
      relax_cells<Step>(c, a, b, std::make_integer_sequence<int, Shape::kCells * Shape::kCells>());
    }

    static constexpr int kApart = Shape::kSide * Shape::kVector;
  };
};

}  // namespace warpath::cuda::dense
