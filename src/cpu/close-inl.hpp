// Closes a block of at most kBaseBlock vertices: Floyd-Warshall in L1.
//
// What bounds it: with wide vectors the stores, one per task-vector or, two pivots at once, per two.

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace warpath::cpu::HWY_NAMESPACE {
namespace {

template <class S>
struct Closing {
  using T = typename Shape<S>::T;
  using A = Algebra<S>;
  using D = typename Shape<S>::D;
  using V = typename Shape<S>::V;
  static constexpr Index kLanes = Shape<S>::kLanes;

  // One pivot, `kCount` vectors of columns from column j on: the pivot's row stays in registers.
  template <int kCount>
  static HWY_INLINE void ClosePivot(T* copy, Index k, Index j, Index size) {
    const D d;
    V pivot[kCount];
    WARPATH_UNROLL
    for (int v = 0; v < kCount; ++v) {
      pivot[v] = hn::Load(d, copy + k * kCopyRow + j + v * kLanes);
    }
    for (T* row = copy; row < copy + size * kCopyRow; row += kCopyRow) {
      const V w = hn::Set(d, row[k]);
      WARPATH_UNROLL
      for (int v = 0; v < kCount; ++v) {
        T* cells = row + j + v * kLanes;
        hn::Store(A::Better(hn::Load(d, cells), A::Extend(w, pivot[v])), d, cells);
      }
    }
  }

  // Close works on a copy in L1, kGroup vectors of its columns at a time. A load waits for a store
  // that it has nothing to do with if the two are a multiple of 4 KiB apart. Groups of two lines,
  // in rows that are an odd number of groups apart, keep the next 31 rows clear of that.
  static constexpr Index kGroupBytes = 128;
  static constexpr int kGroup =
      static_cast<int>(kGroupBytes / (kLanes * static_cast<Index>(sizeof(T))));
  static constexpr Index kCopyRow = (kBaseBlock * static_cast<Index>(sizeof(T)) / kGroupBytes | 1) *
                                    kGroupBytes / static_cast<Index>(sizeof(T));

  // Two pivots at once over whole rows: half the stores, which are what bounds wide vectors. Both
  // pivot rows live in registers, so this is for register files of 32.
  static constexpr Index kRowVectors = kBaseBlock / kLanes;
  static constexpr bool kPairs = kManyRegisters && kRowVectors <= 8;

  static void ClosePair(T* copy, Index k, Index size) {
    const D d;
    V first[kRowVectors];
    V second[kRowVectors];
    const V back = hn::Set(d, copy[(k + 1) * kCopyRow + k]);
    WARPATH_UNROLL
    for (int v = 0; v < kRowVectors; ++v) {
      first[v] = hn::Load(d, copy + k * kCopyRow + v * kLanes);
      second[v] =
          A::Better(hn::Load(d, copy + (k + 1) * kCopyRow + v * kLanes), A::Extend(back, first[v]));
    }
    const V between = hn::Set(d, copy[k * kCopyRow + k + 1]);
    for (T* row = copy; row < copy + size * kCopyRow; row += kCopyRow) {
      const V a = hn::Set(d, row[k]);
      const V b = A::Better(hn::Set(d, row[k + 1]), A::Extend(a, between));
      WARPATH_UNROLL
      for (int v = 0; v < kRowVectors; ++v) {
        V cells = A::Better(hn::Load(d, row + v * kLanes), A::Extend(a, first[v]));
        cells = A::Better(cells, A::Extend(b, second[v]));
        hn::Store(cells, d, row + v * kLanes);
      }
    }
  }

  // Floyd-Warshall as it stands in the books, rows as vectors, in a padded copy that stays in L1.
  static void Close(T* block, Index ld, Index size) {
    HWY_ALIGN T copy[kBaseBlock * kCopyRow];
    constexpr Index group = kGroup * kLanes;
    // Not for narrow blocks, which would be mostly padding.
    const bool pairs = kPairs && 2 * size > kBaseBlock;
    const Index width = pairs ? kBaseBlock : (size + kLanes - 1) / kLanes * kLanes;
    for (Index i = 0; i < size; ++i) {
      std::copy_n(block + i * ld, size, copy + i * kCopyRow);
      std::fill_n(copy + i * kCopyRow + size, width - size, S::no_path());
    }
    Index k = 0;
    if constexpr (kPairs) {
      for (; pairs && k + 2 <= size; k += 2) ClosePair(copy, k, size);
    }
    for (; k < size; ++k) {
      Index j = 0;
      for (; j + group <= width; j += group) ClosePivot<kGroup>(copy, k, j, size);
      for (; j < width; j += kLanes) ClosePivot<1>(copy, k, j, size);
    }
    for (Index i = 0; i < size; ++i) std::copy_n(copy + i * kCopyRow, size, block + i * ld);
  }
};

}  // namespace
}  // namespace warpath::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
