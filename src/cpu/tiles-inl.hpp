// The bodies of the tiles, compiled once per instruction set by tiles.cpp. No include guard: each
// pass lands in another namespace.
//
// What bounds it: the two vector instructions per task-vector (add, min). Everything else, two
// loads of B and `kRows` broadcasts of A per 2*kRows task-vectors, fits beside them.

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "cpu/tiles.hpp"
#include "hwy/cache_control.h"
#include "hwy/highway.h"
#include "warpath/semiring.hpp"

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
    if constexpr (S::kind == SemiringKind::shortest_path) return hn::Add(a, b);
    if constexpr (S::kind == SemiringKind::widest_path) return hn::Min(a, b);
    if constexpr (S::kind == SemiringKind::minimax_path) return hn::Max(a, b);
    if constexpr (S::kind == SemiringKind::reachability) return hn::And(a, b);
  }
  template <class V>
  static HWY_INLINE V Better(V a, V b) {
    if constexpr (S::kind == SemiringKind::shortest_path) return hn::Min(a, b);
    if constexpr (S::kind == SemiringKind::widest_path) return hn::Max(a, b);
    if constexpr (S::kind == SemiringKind::minimax_path) return hn::Min(a, b);
    if constexpr (S::kind == SemiringKind::reachability) return hn::Or(a, b);
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

template <class S>
struct Body {
  using T = typename S::Weight;
  using A = Algebra<S>;
  using D = hn::ScalableTag<T>;
  using V = hn::Vec<D>;
  static constexpr Index kLanes = static_cast<Index>(hn::MaxLanes(D()));
  static constexpr Index kColumns = kVectors * kLanes;
  static constexpr Index kElement = kRepeat<T>;

  static void PackRows(PanelSource<T> source, Index count, Index depth, T* HWY_RESTRICT strips) {
    for (Index x0 = 0; x0 < count; x0 += kRows) {
      const Index rows = std::min<Index>(kRows, count - x0);
      const T* from = source.data + x0 * source.stride;
      for (Index k = 0; k < depth; k += kRun, strips += kRows * kElement * kRun) {
        const Index run = std::min(kRun, depth - k);
        if (rows == kRows && run == kRun && source.depth_stride == 1) {
          for (Index r = 0; r < kRows; ++r) {
            PackRun(from + r * source.stride + k, strips + r * kElement * kRun);
          }
          continue;
        }
        std::fill_n(strips, kRows * kElement * kRun, S::no_path());
        for (Index kk = 0; kk < run; ++kk) {
          const T* column = from + (k + kk) * source.depth_stride;
          for (Index r = 0; r < rows; ++r) {
            std::fill_n(strips + (r * kRun + kk) * kElement, kElement, column[r * source.stride]);
          }
        }
      }
    }
  }

  static HWY_INLINE void PackRun(const T* HWY_RESTRICT from, T* HWY_RESTRICT to) {
    if constexpr (kElement == 1) {
      std::memcpy(to, from, kRun * sizeof(T));
    } else {
      constexpr std::uint32_t repeat = sizeof(T) == 2 ? 0x00010001u : 0x01010101u;
      std::uint32_t words[kRun];
      for (Index kk = 0; kk < kRun; ++kk) {
        words[kk] = static_cast<std::make_unsigned_t<T>>(from[kk]) * repeat;
      }
      std::memcpy(to, words, sizeof(words));
    }
  }

  static void PackColumns(PanelSource<T> source, Index count, Index depth, T* HWY_RESTRICT strips) {
    const Index size = kColumns * padded_depth(depth);
    for (Index x0 = 0; x0 < count; x0 += kColumns, strips += size) {
      const Index columns = std::min(kColumns, count - x0);
      const T* from = source.data + x0 * source.stride;
      if (columns < kColumns) std::fill_n(strips, size, S::no_path());
      std::fill(strips + kColumns * depth, strips + size, S::no_path());
      if (source.stride == 1) {
        for (Index k = 0; k < depth; ++k) {
          std::copy_n(from + k * source.depth_stride, columns, strips + k * kColumns);
        }
      } else {
        for (Index c = 0; c < columns; ++c) {
          for (Index k = 0; k < depth; ++k) {
            strips[k * kColumns + c] = from[c * source.stride + k * source.depth_stride];
          }
        }
      }
    }
  }

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
  static HWY_INLINE void RelaxTile(const T* HWY_RESTRICT a, const T* HWY_RESTRICT b, Index depth,
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

  static bool SettlePivot(T* copy, Index k, Index size, const CycleTolerance& tolerance) {
    if (!settle_loop<S>(copy[k * kCopyRow + k], tolerance)) return false;
    if constexpr (kRounds<S>) {
      for (Index i = 0; i < size; ++i) {
        if (i != k && !settle_pair(copy[i * kCopyRow + k], copy[k * kCopyRow + i], tolerance)) {
          return false;
        }
      }
    }
    return true;
  }

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

  // Whether the two pivots can be used: as SettlePivot, with k + 1 relaxed through k first.
  static bool SettlePair(T* copy, Index k, const CycleTolerance& tolerance, Index& bad) {
    const T* first = copy + k * kCopyRow;
    T* second = copy + (k + 1) * kCopyRow;
    bad = k;
    if (!settle_loop<S>(copy[k * kCopyRow + k], tolerance)) return false;
    const T through = S::extend(second[k], first[k + 1]);
    if (S::is_better(through, second[k + 1])) second[k + 1] = through;
    bad = k + 1;
    return settle_loop<S>(second[k + 1], tolerance);
  }

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
  static Index Close(T* block, Index ld, Index size, bool look_for_cycles,
                     const CycleTolerance& tolerance) {
    HWY_ALIGN T copy[kBaseBlock * kCopyRow];
    constexpr Index group = kGroup * kLanes;
    // Not for narrow blocks, which would be mostly padding, and not where every pair of vertices
    // has to be looked at between one pivot and the next.
    const bool pairs = kPairs && 2 * size > kBaseBlock && !(kRounds<S> && look_for_cycles);
    const Index width = pairs ? kBaseBlock : (size + kLanes - 1) / kLanes * kLanes;
    for (Index i = 0; i < size; ++i) {
      std::copy_n(block + i * ld, size, copy + i * kCopyRow);
      std::fill_n(copy + i * kCopyRow + size, width - size, S::no_path());
    }
    Index k = 0;
    if constexpr (kPairs) {
      for (; pairs && k + 2 <= size; k += 2) {
        Index bad;
        if (look_for_cycles && !SettlePair(copy, k, tolerance, bad)) return bad;
        ClosePair(copy, k, size);
      }
    }
    for (; k < size; ++k) {
      if (look_for_cycles && !SettlePivot(copy, k, size, tolerance)) return k;
      Index j = 0;
      for (; j + group <= width; j += group) ClosePivot<kGroup>(copy, k, j, size);
      for (; j < width; j += kLanes) ClosePivot<1>(copy, k, j, size);
    }
    for (Index i = 0; i < size; ++i) std::copy_n(copy + i * kCopyRow, size, block + i * ld);
    return -1;
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

  static constexpr Tiles<T> Table() {
    return {kIsa, kRows, kColumns, PackRows, PackColumns, Relax, Close, Spin};
  }
};

}  // namespace

// Null where the combination is not compiled.
template <class T>
const Tiles<T>* FindTiles(SemiringKind semiring, [[maybe_unused]] bool nonnegative) {
  if constexpr (std::is_same_v<T, std::uint8_t>) {
    static constexpr Tiles<T> reach = Body<Reachability>::Table();
    return semiring == SemiringKind::reachability ? &reach : nullptr;
  } else {
    if (semiring == SemiringKind::shortest_path) {
      if constexpr (std::is_same_v<T, float>) {
        static constexpr Tiles<T> bits = Body<NonnegativeShortestPath>::Table();
        if (nonnegative) return &bits;
      }
      static constexpr Tiles<T> shortest = Body<ShortestPath<T>>::Table();
      return &shortest;
    }
    if constexpr (std::is_same_v<T, float> || std::is_same_v<T, std::int32_t>) {
      static constexpr Tiles<T> widest = Body<WidestPath<T>>::Table();
      static constexpr Tiles<T> minimax = Body<MinimaxPath<T>>::Table();
      if (semiring == SemiringKind::widest_path) return &widest;
      if (semiring == SemiringKind::minimax_path) return &minimax;
    }
    return nullptr;
  }
}

}  // namespace warpath::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
