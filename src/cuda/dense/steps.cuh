// The inner step of every problem, for two pivots: c <- best(c, extend(a_0, b_0), extend(a_1,
// b_1)).
//
// Here is where the time goes, so each type has the instructions that were measured to be the
// fastest (docs/performance.md). A register holds a *word*: the operands of kPivots pivots. Where
// that is more than one, c holds that many minima side by side, and gather() takes the best of
// them.
#pragma once

#include <cstdint>

#include "base/semiring.hpp"
#include "cuda/steps.hpp"

namespace warpath::cuda::dense {

// What all steps have; kPivots pivots of a cell's row or column fill a word.
template <class SemiringType, class WordType>
struct StepBase {
  using Semiring = SemiringType;
  using Cell = typename Semiring::Weight;
  using Word = WordType;
  static constexpr int kPivots = static_cast<int>(sizeof(Word) / sizeof(Cell));
  // Pairs of rows in the inner loop, where operands are not loaded ahead (product.cuh). Few,
  // because the loop should fit the innermost instruction cache; how few was measured for each
  // step.
  static constexpr int kPairs = 2;
};

// The semiring's operations as single instructions. The compiler cannot know that there is no NaN.
template <class S>
struct Ops {
  using Cell = typename S::Weight;
  static __device__ Cell extend(Cell a, Cell b) {
    if constexpr (S::extends_by == Extend::min) return smaller(a, b);
    if constexpr (S::extends_by == Extend::max) return larger(a, b);
    return S::extend(a, b);
  }
  static __device__ Cell better(Cell a, Cell b) {
    if constexpr (S::extends_by == Extend::both) return a | b;  // the larger of 0 and 1
    if constexpr (S::keeps == Better::greater) return larger(a, b);
    return smaller(a, b);
  }

 private:
  static __device__ Cell smaller(Cell a, Cell b) {
    if constexpr (sizeof(Cell) == 8) return b < a ? b : a;
    return min(a, b);
  }
  static __device__ Cell larger(Cell a, Cell b) {
    if constexpr (sizeof(Cell) == 8) return a < b ? b : a;
    return max(a, b);
  }
};

// One pivot per word.
template <class S>
struct PlainStep : StepBase<S, typename S::Weight> {
  using Word = typename S::Weight;
  static constexpr int kPairs = sizeof(Word) == 4 ? 4 : 8;
  static __device__ Word nothing() { return S::no_path(); }
  static __device__ Word pack(const Word* cells) { return cells[0]; }
  static __device__ Word gather(Word c) { return c; }

  template <int kCell>
  static __device__ void relax(Word& c, Word a_0, Word b_0, Word a_1, Word b_1) {
    c = Ops<S>::better(c, Ops<S>::extend(a_0, b_0));
    c = Ops<S>::better(c, Ops<S>::extend(a_1, b_1));
  }
};

// float32 >= +0: without a sign bit floats are ordered like their bits, and integers have a minimum
// of three. One and a half instructions per task instead of two.
struct NonnegativeFloatStep : PlainStep<ShortestPath<float>> {
  static constexpr int kPairs = 2;

  template <int kCell>
  static __device__ void relax(float& c, float a_0, float b_0, float a_1, float b_1) {
    c = __int_as_float(
        __vimin3_s32(__float_as_int(c), __float_as_int(a_0 + b_0), __float_as_int(a_1 + b_1)));
  }
};

__constant__ int one = 1;

// int32: the fused instruction and the minimum of three share the work, because each alone leaves
// some of the multiprocessor's units idle.
struct IntStep : PlainStep<ShortestPath<std::int32_t>> {
  static constexpr int kPairs = 2;

  template <int kCell>
  static __device__ void relax(int& c, int a_0, int b_0, int a_1, int b_1) {
    if constexpr (kCell % 2 == 0) {
      c = __viaddmin_s32(a_0, b_0, c);
      c = __viaddmin_s32(a_1, b_1, c);
    } else {
      c = __vimin3_s32(c, add(a_0, b_0), add(a_1, b_1));
    }
  }

  // Multiplies by one, which the compiler does not know: it would fuse a plain addition, and this
  // one runs on units that have nothing to do otherwise.
  static __device__ int add(int a, int b) { return a * one + b; }
};

// int16: two pivots per word, so that neither operand has to be doubled.
template <class S>
struct ShortsStep : StepBase<S, std::uint32_t> {
  using Word = std::uint32_t;
  using Cell = std::int16_t;
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900
  static constexpr int kPairs = 2;  // a dozen instructions stand in for each that is missing there
#else
  static constexpr int kPairs = 8;
#endif

  static __device__ Word nothing() {
    constexpr auto half = static_cast<std::uint16_t>(S::no_path());
    return half * 0x10001u;
  }
  static __device__ Word pack(const Cell* cells) {
    return static_cast<std::uint16_t>(cells[0]) |
           static_cast<Word>(static_cast<std::uint16_t>(cells[1])) << 16;
  }
  static __device__ Cell gather(Word c) {
    return Ops<S>::better(static_cast<Cell>(c & 0xffff), static_cast<Cell>(c >> 16));
  }
};

struct ShortStep : ShortsStep<ShortestPath<std::int16_t>> {
  template <int kCell>
  static __device__ void relax(Word& c, Word a_0, Word b_0, Word a_1, Word b_1) {
    c = __viaddmin_s16x2(a_0, b_0, c);
    c = __viaddmin_s16x2(a_1, b_1, c);
  }
};

// int16 >= 0: sums stay below 2^15, so that one addition of words adds both halves, and the two
// kinds of steps can share the work as for int32.
struct NonnegativeShortStep : ShortStep {
  template <int kCell>
  static __device__ void relax(Word& c, Word a_0, Word b_0, Word a_1, Word b_1) {
    if constexpr (kCell % 2 == 0) {
      ShortStep::relax<kCell>(c, a_0, b_0, a_1, b_1);
    } else {
      c = __vimin3_s16x2(c, a_0 + b_0, a_1 + b_1);
    }
  }
};

// The narrowest or the highest of int16.
template <class S>
struct ShortBottleneckStep : ShortsStep<S> {
  using Word = std::uint32_t;

  template <int kCell>
  static __device__ void relax(Word& c, Word a_0, Word b_0, Word a_1, Word b_1) {
    const Word through_0 = S::extends_by == Extend::min ? __vmins2(a_0, b_0) : __vmaxs2(a_0, b_0);
    const Word through_1 = S::extends_by == Extend::min ? __vmins2(a_1, b_1) : __vmaxs2(a_1, b_1);
    c = S::keeps == Better::less ? __vimin3_s16x2(c, through_0, through_1)
                                 : __vimax3_s16x2(c, through_0, through_1);
  }
};

// Reachability: four pivots per word, one byte each, 0 or 1.
struct ReachStep : StepBase<Reachability, std::uint32_t> {
  static __device__ Word nothing() { return 0; }
  static __device__ Word pack(const Cell* cells) {
    return cells[0] | Word{cells[1]} << 8 | Word{cells[2]} << 16 | Word{cells[3]} << 24;
  }
  static __device__ Cell gather(Word c) { return c != 0; }

  template <int kCell>
  static __device__ void relax(Word& c, Word a_0, Word b_0, Word a_1, Word b_1) {
    c |= a_0 & b_0;
    c |= a_1 & b_1;
  }
};

// The steps of the table in cuda/steps.hpp: declared for their types; the plain one for others.
template <class S>
PlainStep<S> step_of(StepKey<S, false>);
NonnegativeFloatStep step_of(StepKey<ShortestPath<float>, true>);
IntStep step_of(StepKey<ShortestPath<std::int32_t>, false>);
ShortStep step_of(StepKey<ShortestPath<std::int16_t>, false>);
NonnegativeShortStep step_of(StepKey<ShortestPath<std::int16_t>, true>);
ShortBottleneckStep<WidestPath<std::int16_t>> step_of(StepKey<WidestPath<std::int16_t>, false>);
ShortBottleneckStep<MinimaxPath<std::int16_t>> step_of(StepKey<MinimaxPath<std::int16_t>, false>);
ReachStep step_of(StepKey<Reachability, false>);

template <class S, bool kNonnegative>
using StepOf = decltype(step_of(StepKey<S, kNonnegative>()));

}  // namespace warpath::cuda::dense
