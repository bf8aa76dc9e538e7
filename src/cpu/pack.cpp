// Copies panels into the strips that the register tile reads (see tiles.hpp). Nothing here is worth
// compiling for each instruction set: it is copying.

#include <algorithm>
#include <bit>
#include <cstring>

#include "cpu/tiles.hpp"

namespace warpath::cpu {
namespace {

// kRun elements, each repeated to fill 32 bits.
template <class T>
void pack_run(const T* from, T* to) {
  if constexpr (kRepeat<T> == 1) {
    std::memcpy(to, from, kRun * sizeof(T));
  } else {
    typedef T Elements __attribute__((vector_size(16)));
    typedef std::uint64_t Words __attribute__((vector_size(16)));
    std::uint64_t bits = 0;  // a load of the whole vector would wait for a store of its half
    std::memcpy(&bits, from, kRun * sizeof(T));
    auto run = std::bit_cast<Elements>(Words{bits, 0});
    if constexpr (kRepeat<T> == 2) {
      run = __builtin_shufflevector(run, run, 0, 0, 1, 1, 2, 2, 3, 3);
    } else {
      run = __builtin_shufflevector(run, run, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);
    }
    std::memcpy(to, &run, sizeof(run));
  }
}

// Pieces of a constant size are copied without a call.
template <class T>
void copy_row(const T* from, Index count, T* to) {
  constexpr Index kPiece = 32 / sizeof(T);
  if (count % kPiece != 0) {
    std::copy_n(from, count, to);
    return;
  }
  for (Index c = 0; c < count; c += kPiece) std::memcpy(to + c, from + c, 32);
}

}  // namespace

template <class T>
void Tiles<T>::pack_rows(PanelSource<T> source, Index count, Index depth, T* strips) const {
  const Index tile_rows = rows;  // what is copied might be this, for the compiler
  const Index size = tile_rows * kRepeat<T> * kRun;  // of a run of all rows
  for (Index x0 = 0; x0 < count; x0 += tile_rows) {
    const Index there = std::min(tile_rows, count - x0);
    const T* from = source.data + x0 * source.stride;
    for (Index k = 0; k < depth; k += kRun, strips += size) {
      const Index run = std::min(kRun, depth - k);
      if (there == tile_rows && run == kRun && source.depth_stride == 1) {
        for (Index r = 0; r < tile_rows; ++r) {
          pack_run(from + r * source.stride + k, strips + r * kRepeat<T> * kRun);
        }
        continue;
      }
      std::fill_n(strips, size, no_path);
      for (Index kk = 0; kk < run; ++kk) {
        const T* column = from + (k + kk) * source.depth_stride;
        for (Index r = 0; r < there; ++r) {
          std::fill_n(strips + (r * kRun + kk) * kRepeat<T>, kRepeat<T>, column[r * source.stride]);
        }
      }
    }
  }
}

template <class T>
void Tiles<T>::pack_columns(PanelSource<T> source, Index count, Index depth, T* strips) const {
  const Index size = column_strip_size(depth);
  for (Index x0 = 0; x0 < count; x0 += columns, strips += size) {
    const Index there = std::min(columns, count - x0);
    const T* from = source.data + x0 * source.stride;
    if (there < columns) std::fill_n(strips, size, no_path);
    std::fill(strips + columns * depth, strips + size, no_path);
    if (source.stride == 1) {
      for (Index k = 0; k < depth; ++k) {
        copy_row(from + k * source.depth_stride, there, strips + k * columns);
      }
      continue;
    }
    for (Index c = 0; c < there; ++c) {
      for (Index k = 0; k < depth; ++k) {
        strips[k * columns + c] = from[c * source.stride + k * source.depth_stride];
      }
    }
  }
}

#define WARPATH_INSTANTIATE(T, name)                                         \
  template void Tiles<T>::pack_rows(PanelSource<T>, Index, Index, T*) const; \
  template void Tiles<T>::pack_columns(PanelSource<T>, Index, Index, T*) const;
WARPATH_EACH_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace warpath::cpu
