// Some rows of the panel at a time: copied, and turned while they are in the cache.

#include "cpu/sparse/write_panel.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "base/dispatch.hpp"
#include "cpu/sparse/turn.hpp"

namespace warpath::cpu {
namespace {

constexpr Index kLine = 64;          // bytes that go to memory at once
constexpr Index kRowsAtATime = 256;  // so many cells are written in a run, and no line in two parts
constexpr Index kRowsAhead = 16;     // that are fetched: stores past the caches leave time for it

// Stores 16 bytes past the caches where processors can.
struct StorePast {
  template <class Vector>
  void operator()(const Vector& cells, void* to) const {
#ifdef __SSE2__
    __m128i bits;
    std::memcpy(&bits, &cells, sizeof(bits));
    _mm_stream_si128(static_cast<__m128i*>(to), bits);
#else
    std::memcpy(to, &cells, sizeof(cells));
#endif
  }
  ~StorePast() {
#ifdef __SSE2__
    _mm_sfence();
#endif
  }
};

template <class T>
void fetch(const T* cells, Index count) {
  for (Index c = 0; c < count; c += kLine / static_cast<Index>(sizeof(T))) {
    __builtin_prefetch(cells + c, 0, 2);
  }
}

template <class T, class Store>
void copy_row(const T* from, Index count, T* to, const Store& store) {
  constexpr Index some = squares::kSide<T>;
  Index c = 0;
  for (; c + some <= count; c += some) {
    squares::Row<T> cells;
    std::memcpy(&cells, from + c, sizeof(cells));
    store(cells, to + c);
  }
  std::copy_n(from + c, count - c, to + c);
}

template <class T, class Store>
void write(MatrixView<const T> panel, Index first, MatrixView<T> matrix, const Store& store) {
  const Index n = panel.rows();
  const Index width = panel.columns();
  const Index end = first + width;
  for (Index i = first; i < end; ++i) {
    std::copy_n(&panel(i, 0), i - first + 1, &matrix(i, first));
    for (Index c = 0; c < i - first; ++c) matrix(first + c, i) = panel(i, c);
  }
  for (Index i0 = end, i1 = 0; i0 < n; i0 = i1) {
    i1 = std::min(n, (i0 / kRowsAtATime + 1) * kRowsAtATime);
    for (Index i = i0; i < i1; ++i) {
      if (i + kRowsAhead < n) fetch(&panel(i + kRowsAhead, 0), width);
      copy_row(&panel(i, 0), width, &matrix(i, first), store);
    }
    turn<T>(
        i1 - i0, width, [&](Index i) { return &panel(i0 + i, 0); },
        [&](Index c) { return &matrix(first + c, i0); }, store);
  }
}

// Whether lines are written whole, so that they need not be read before.
template <class T>
bool has_whole_lines(MatrixView<T> matrix) {
  constexpr auto cell = static_cast<Index>(sizeof(T));
  return reinterpret_cast<std::uintptr_t>(matrix.data()) % kLine == 0 &&
         matrix.row_stride() * cell % kLine == 0;
}

template <class T, class Store>
void write_turned(MatrixView<const T> panel, MatrixView<T> rows, const Store& store) {
  const Index n = panel.rows();
  const Index width = panel.columns();
  for (Index i0 = 0; i0 < n; i0 += kRowsAtATime) {
    const Index i1 = std::min(n, i0 + kRowsAtATime);
    for (Index i = i1; i < std::min(n, i1 + kRowsAtATime); ++i) fetch(&panel(i, 0), width);
    turn<T>(
        i1 - i0, width, [&](Index i) { return &panel(i0 + i, 0); },
        [&](Index c) { return &rows(c, i0); }, store);
  }
}

}  // namespace

template <class T>
void write_both_ways(MatrixView<const T> panel, Index first, MatrixView<T> matrix) {
  constexpr auto cell = static_cast<Index>(sizeof(T));
  if (has_whole_lines(matrix) && first * cell % kLine == 0 && panel.columns() * cell % kLine == 0) {
    write(panel, first, matrix, StorePast());
  } else {
    write(panel, first, matrix, PlainStore());
  }
}

template <class T>
void write_turned(MatrixView<const T> panel, MatrixView<T> rows) {
  if (has_whole_lines(rows)) {
    write_turned(panel, rows, StorePast());
  } else {
    write_turned(panel, rows, PlainStore());
  }
}

#define WARPATH_INSTANTIATE(T, name)                                        \
  template void write_both_ways(MatrixView<const T>, Index, MatrixView<T>); \
  template void write_turned(MatrixView<const T>, MatrixView<T>);
WARPATH_EACH_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace warpath::cpu
