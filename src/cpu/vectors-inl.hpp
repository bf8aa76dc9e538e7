// The semirings on vectors of one instruction set, and the shape of its register tile. Like all
// *-inl.hpp here: no include guard, because tiles.cpp compiles it once per instruction set, each
// time into another namespace.

#include "base/dispatch.hpp"
#include "cpu/tiles.hpp"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace warpath::cpu::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

#undef WARPATH_NO_VECTORS

// The name of the instruction set that this pass is compiled for.
#if HWY_TARGET == HWY_AVX3
constexpr std::string_view kIsa = "avx512";
#elif HWY_TARGET == HWY_AVX2
constexpr std::string_view kIsa = "avx2";
#elif HWY_TARGET == HWY_SSE4
constexpr std::string_view kIsa = "sse4";
#elif HWY_TARGET == HWY_SSE2
constexpr std::string_view kIsa = "sse2";
#elif HWY_TARGET == HWY_NEON
constexpr std::string_view kIsa = "neon";
#else
constexpr std::string_view kIsa = "scalar";
#define WARPATH_NO_VECTORS
#endif

// Register tile: kRows x kVectors vectors of accumulators, which with the vectors of B, one
// broadcast of A and one sum must fit the register file (16 up to AVX2, 32 from AVX-512 and NEON).
constexpr bool kManyRegisters = HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_NEON;
constexpr int kRows = kManyRegisters ? 8 : 6;
constexpr int kVectors = 2;

// Instrumented for a sanitizer, unrolled bodies take minutes to compile and gain nothing.
#undef WARPATH_UNROLL
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define WARPATH_UNROLL
#elif defined(__clang__)
#define WARPATH_UNROLL _Pragma("unroll")
#else
#define WARPATH_UNROLL _Pragma("GCC unroll 16")
#endif

// Makes the compiler forget what it knows of a vector, so that it can neither hoist nor merge
// what the peak loop repeats.
template <class V>
HWY_INLINE V Opaque(V v) {
#if (HWY_ARCH_X86 || HWY_ARCH_ARM_A64) && !defined(WARPATH_NO_VECTORS)
  auto raw = v.raw;
#if HWY_TARGET == HWY_AVX3
  __asm__ volatile("" : "+v"(raw));
#elif HWY_ARCH_X86
  __asm__ volatile("" : "+x"(raw));
#else
  __asm__ volatile("" : "+w"(raw));
#endif
  v.raw = raw;
#endif
  return v;
}

// The semirings on vectors. kBits: the minimum is taken on the bit patterns as integers, which
// order like the floats themselves as long as no sign bit is set, and which leaves the floating-
// point pipes to the additions.
template <class S>
struct Algebra {
  using T = typename S::Weight;
  template <class V>
  static HWY_INLINE V Extend(V a, V b) {
    if constexpr (S::extends_by == warpath::Extend::add) return hn::Add(a, b);
    if constexpr (S::extends_by == warpath::Extend::min) return hn::Min(a, b);
    if constexpr (S::extends_by == warpath::Extend::max) return hn::Max(a, b);
    if constexpr (S::extends_by == warpath::Extend::both) return hn::And(a, b);
  }
  template <class V>
  static HWY_INLINE V Better(V a, V b) {
    if constexpr (S::extends_by == warpath::Extend::both)
      return hn::Or(a, b);  // the larger of 0 and 1
    if constexpr (S::keeps == warpath::Better::less) return hn::Min(a, b);
    if constexpr (S::keeps == warpath::Better::greater) return hn::Max(a, b);
  }
};

struct NonnegativeShortestPath : ShortestPath<float> {};
template <>
struct Algebra<NonnegativeShortestPath> : Algebra<ShortestPath<float>> {
  template <class V>
  static HWY_INLINE V Better(V a, V b) {
    const hn::DFromV<V> d;
    const hn::RebindToSigned<decltype(d)> di;
    return hn::BitCast(d, hn::Min(hn::BitCast(di, a), hn::BitCast(di, b)));
  }
};

// What the tiles of one semiring S have in common.
template <class S>
struct Shape {
  using T = typename S::Weight;
  using D = hn::ScalableTag<T>;
  using V = hn::Vec<D>;
  static constexpr Index kLanes = static_cast<Index>(hn::MaxLanes(D()));
  static constexpr Index kColumns = kVectors * kLanes;
  static constexpr Index kElement = kRepeat<T>;
};

}  // namespace
}  // namespace warpath::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
