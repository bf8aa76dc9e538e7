// Turns panels of columns into rows.
#pragma once

#include <algorithm>

#include "warpath/matrix.hpp"

namespace warpath::cpu {

// to[c * ld + i] <- from(i, c), in blocks that stay in the cache.
template <class T>
void transpose(MatrixView<const T> from, T* to, Index ld) {
  constexpr Index kBlock = 16;
  for (Index i0 = 0; i0 < from.rows(); i0 += kBlock) {
    const Index i1 = std::min(i0 + kBlock, from.rows());
    for (Index c0 = 0; c0 < from.columns(); c0 += kBlock) {
      const Index c1 = std::min(c0 + kBlock, from.columns());
      for (Index c = c0; c < c1; ++c) {
        for (Index i = i0; i < i1; ++i) to[c * ld + i] = from(i, c);
      }
    }
  }
}

}  // namespace warpath::cpu
