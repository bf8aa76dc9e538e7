// The tiles of one instruction set (see vectors-inl.hpp): relax, the loop that measures the peak, and
// the tables of what there is.
//
// What bounds it: the two vector instructions per task-vector (add, min). Everything else, two
// loads of B and `kRows` broadcasts of A per 2*kRows task-vectors, fits beside them.

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "cpu/vectors-inl.hpp"
// After the vectors that they are made of.
#include "cpu/close-inl.hpp"
#include "hwy/cache_control.h"

HWY_BEFORE_NAMESPACE();
namespace warpath::cpu::HWY_NAMESPACE {
namespace {

template <class S>
struct Relaxing {
  using T = typename Shape<S>::T;
  using A = Algebra<S>;
  using D = typename Shape<S>::D;
  using V = typename Shape<S>::V;
  static constexpr Index kLanes = Shape<S>::kLanes;
  static constexpr Index kColumns = Shape<S>::kColumns;
  static constexpr Index kElement = Shape<S>::kElement;

  static HWY_INLINE V Broadcast(const T* element) {
    const D d;
#ifndef WARPATH_NO_VECTORS
    if constexpr (kElement > 1) {
      std::int32_t word;
      std::memcpy(&word, element, sizeof(word));
      return hn::BitCast(d, hn::Set(hn::ScalableTag<std::int32_t>(), word));
    }
#endif
    return hn::Set(d, *element);
  }

  static HWY_INLINE void Step(V (&c)[kRows][kVectors], const T* HWY_RESTRICT a,
                              const T* HWY_RESTRICT b) {
    const D d;
    V row[kVectors];
    WARPATH_UNROLL
    for (int v = 0; v < kVectors; ++v) row[v] = hn::LoadU(d, b + v * kLanes);
    WARPATH_UNROLL
    for (int r = 0; r < kRows; ++r) {
      const V w = Broadcast(a + r * kRun * kElement);
      WARPATH_UNROLL
      for (int v = 0; v < kVectors; ++v) {
        c[r][v] = A::Better(c[r][v], A::Extend(w, row[v]));
      }
    }
  }

  static HWY_INLINE void FetchIntoL2(const T* cells) {
#if defined(__GNUC__)
    __builtin_prefetch(cells, 0, 2);
#else
    hwy::Prefetch(cells);
#endif
  }

  // The cache lines of a tile, as distances from its first element. Each row of a tile lies in one
  // or two lines.
  struct Lines {
    static constexpr Index kCount = 16;
    explicit Lines(Index ld) {
      for (Index line = 0; line < kCount; ++line) {
        offsets[line] = line / 2 % kRows * ld + line % 2 * (kColumns - 1);
      }
    }
    Index offsets[kCount];
  };
  static_assert(2 * kRows <= Lines::kCount);

  // `next` is the tile after this one. It is fetched while this one is worked on, because nothing
  // else hides the way to memory at the start of a tile; one line per run, because a burst would
  // take all the buffers that the strips of A come in through; into L2, because L1 is full of B.
  //
  // Not inlined, and one body for all that it is called for: the compiler takes long for each.
  static HWY_NOINLINE void RelaxTile(const T* HWY_RESTRICT a, const T* HWY_RESTRICT b, Index depth,
                                     T* HWY_RESTRICT out, Index ld, const T* next,
                                     const Lines& lines) {
    const D d;
    V c[kRows][kVectors];
    WARPATH_UNROLL
    for (int r = 0; r < kRows; ++r) {
      WARPATH_UNROLL
      for (int v = 0; v < kVectors; ++v) c[r][v] = hn::LoadU(d, out + r * ld + v * kLanes);
    }
    for (Index k = 0; k < depth; k += kRun, a += kRows * kRun * kElement, b += kColumns * kRun) {
      WARPATH_UNROLL
      for (Index kk = 0; kk < kRun; ++kk) Step(c, a + kk * kElement, b + kk * kColumns);
      FetchIntoL2(next + lines.offsets[k / kRun % Lines::kCount]);
    }
    WARPATH_UNROLL
    for (int r = 0; r < kRows; ++r) {
      WARPATH_UNROLL
      for (int v = 0; v < kVectors; ++v) hn::StoreU(c[r][v], d, out + r * ld + v * kLanes);
    }
  }

  // A tile that sticks out of the block is relaxed in a copy.
  static HWY_NOINLINE void RelaxEdge(const T* a, const T* b, Index depth, T* c, Index ld,
                                     Index rows, Index columns) {
    HWY_ALIGN T copy[kRows * kColumns];
    std::fill_n(copy, kRows * kColumns, S::no_path());
    for (Index r = 0; r < rows; ++r) std::copy_n(c + r * ld, columns, copy + r * kColumns);
    RelaxTile(a, b, depth, copy, kColumns, b, Lines(0));
    for (Index r = 0; r < rows; ++r) std::copy_n(copy + r * kColumns, columns, c + r * ld);
  }

  // One column strip of B stays in L1 while the row strips of A stream past it from L2.
  static void Relax(const T* row_strips, const T* column_strips, Index rows, Index columns,
                    Index depth, T* c, Index ld) {
    depth = padded_depth(depth);
    const Lines lines(ld);
    for (Index j = 0; j < columns; j += kColumns, column_strips += kColumns * depth) {
      const T* a = row_strips;
      const Index width = std::min(kColumns, columns - j);
      for (Index i = 0; i < rows; i += kRows, a += kRows * depth * kElement) {
        const Index height = std::min<Index>(kRows, rows - i);
        T* tile = c + i * ld + j;
        if (height == kRows && width == kColumns) {
          const T* next = i + 2 * kRows <= rows ? tile + kRows * ld : c + j + kColumns;
          RelaxTile(a, column_strips, depth, tile, ld, next, lines);
        } else {
          RelaxEdge(a, column_strips, depth, tile, ld, height, width);
        }
      }
    }
  }

  // A whole tile of a product; all rows lie anywhere.
  static HWY_NOINLINE void MultiplyTile(const T* HWY_RESTRICT a, const T* const* sources,
                                        Index depth, T* const* out, Index j, bool non_temporal) {
    const D d;
    V c[kRows][kVectors];
    WARPATH_UNROLL
    for (int r = 0; r < kRows; ++r) {
      WARPATH_UNROLL
      for (int v = 0; v < kVectors; ++v) c[r][v] = hn::Set(d, S::no_path());
    }
    Index k = 0;
    for (; k + kRun <= depth; k += kRun, a += kRows * kRun * kElement) {
      WARPATH_UNROLL
      for (Index kk = 0; kk < kRun; ++kk) Step(c, a + kk * kElement, sources[k + kk] + j);
    }
    for (; k < depth; ++k, a += kElement) Step(c, a, sources[k] + j);
    WARPATH_UNROLL
    for (int r = 0; r < kRows; ++r) {
      WARPATH_UNROLL
      for (int v = 0; v < kVectors; ++v) {
        T* cells = out[r] + j + v * kLanes;
        if (non_temporal) {
          hn::Stream(c[r][v], d, cells);
        } else {
          hn::StoreU(c[r][v], d, cells);
        }
      }
    }
  }

  // The last columns, which are no whole tile: in copies of both operands, some of the depth at a time.
  static HWY_NOINLINE void MultiplyEdge(const T* a, const T* const* sources, Index depth,
                                        T* const* out, Index j, Index columns) {
    constexpr Index kDepth = 16 * kRun;
    HWY_ALIGN T c[kRows * kColumns];
    HWY_ALIGN T b[kDepth * kColumns];
    std::fill_n(c, kRows * kColumns, S::no_path());
    for (Index k0 = 0; k0 < depth; k0 += kDepth, a += kRows * kDepth * kElement) {
      const Index count = std::min(kDepth, depth - k0);
      std::fill_n(b, padded_depth(count) * kColumns, S::no_path());
      for (Index k = 0; k < count; ++k) {
        std::copy_n(sources[k0 + k] + j, columns, b + k * kColumns);
      }
      RelaxTile(a, b, padded_depth(count), c, kColumns, b, Lines(0));
    }
    for (int r = 0; r < kRows; ++r) std::copy_n(c + r * kColumns, columns, out[r] + j);
  }

  static bool AreAligned(T* const* rows, Index count) {
    std::uintptr_t bits = 0;
    for (Index i = 0; i < count; ++i) bits |= reinterpret_cast<std::uintptr_t>(rows[i]);
    return bits % 64 == 0;
  }

  // All columns of some rows before the next rows: what is written is written in long runs. B is read again for all of
  // them, from L1 unless the depth is large.
  static void Multiply(const T* row_strips, const T* const* sources, Index rows, Index columns,
                       Index depth, T* const* c, bool non_temporal) {
    non_temporal = non_temporal && AreAligned(c, (rows + kRows - 1) / kRows * kRows);
    const Index strip = kRows * padded_depth(depth) * kElement;
    for (Index i = 0; i < rows; i += kRows, row_strips += strip) {
      Index j = 0;
      for (; j + kColumns <= columns; j += kColumns) {
        MultiplyTile(row_strips, sources, depth, c + i, j, non_temporal);
      }
      if (j < columns) MultiplyEdge(row_strips, sources, depth, c + i, j, columns - j);
    }
    if (non_temporal) hwy::FlushStream();
  }

  static double Spin(Index rounds) {
    const D d;
    V c[kRows][kVectors];
    V row[kVectors];
    V w = hn::Set(d, S::empty_path());
    for (int v = 0; v < kVectors; ++v) row[v] = hn::Set(d, S::empty_path());
    for (int r = 0; r < kRows; ++r) {
      for (int v = 0; v < kVectors; ++v) c[r][v] = hn::Set(d, S::no_path());
    }
    for (Index round = 0; round < rounds; ++round) {
      WARPATH_UNROLL
      for (int r = 0; r < kRows; ++r) {
        w = Opaque(w);
        WARPATH_UNROLL
        for (int v = 0; v < kVectors; ++v) {
          row[v] = Opaque(row[v]);
          c[r][v] = Opaque(A::Better(c[r][v], A::Extend(w, row[v])));
        }
      }
    }
    return static_cast<double>(rounds) * kRows * kColumns;
  }
};

template <class S>
constexpr Tiles<typename S::Weight> kTiles = {kIsa,
                                              kRows,
                                              Relaxing<S>::kColumns,
                                              S::no_path(),
                                              Relaxing<S>::Relax,
                                              Relaxing<S>::Multiply,
                                              Closing<S>::Close,
                                              Relaxing<S>::Spin};

// The Tiles<T> of a combination; null where it is not compiled.
const void* FindTiles(SemiringKind semiring, WeightType weight, bool nonnegative) {
  using Nonnegative = NonnegativeShortestPath;
  if (nonnegative && semiring == Nonnegative::kind && weight == WeightType::float32) {
    return &kTiles<Nonnegative>;
  }
  const void* found = nullptr;
  visit_semiring(semiring, weight, [&]<class S>(S) { found = &kTiles<S>; });
  return found;
}

constexpr InstructionSet kSet = {kIsa, HWY_TARGET, FindTiles};

}  // namespace
}  // namespace warpath::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
