// Copies panels into the strips that the register tile reads (see tiles.hpp).

#include <algorithm>
#include <cstring>
#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace warpath::cpu::HWY_NAMESPACE {
namespace {

template <class S>
struct Packing {
  using T = typename Shape<S>::T;
  static constexpr Index kColumns = Shape<S>::kColumns;
  static constexpr Index kElement = Shape<S>::kElement;

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
};

}  // namespace
}  // namespace warpath::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
