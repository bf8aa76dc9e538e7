// Copies panels into the strips that the register tile reads (see tiles.hpp). Nothing here is worth
// compiling for each instruction set: it is copying.

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "cpu/tiles.hpp"

namespace warpath::cpu {
namespace {

// kRun elements, each repeated to fill 32 bits.
template <class T>
void pack_run(const T* from, T* to) {
  if constexpr (kRepeat<T> == 1) {
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

}  // namespace

template <class T>
void Tiles<T>::pack_rows(PanelSource<T> source, Index count, Index depth, T* strips) const {
  const Index size = rows * kRepeat<T> * kRun;  // of a run of all rows
  for (Index x0 = 0; x0 < count; x0 += rows) {
    const Index there = std::min(rows, count - x0);
    const T* from = source.data + x0 * source.stride;
    for (Index k = 0; k < depth; k += kRun, strips += size) {
      const Index run = std::min(kRun, depth - k);
      if (there == rows && run == kRun && source.depth_stride == 1) {
        for (Index r = 0; r < rows; ++r) {
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
        std::copy_n(from + k * source.depth_stride, there, strips + k * columns);
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
