// Rows that are asked for, as columns that are swept.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "sparse/pattern.hpp"
#include "warpath/matrix.hpp"

namespace warpath::cpu {

// The sources of some rows, each once.
struct Distinct {
  Distinct(std::span<const warpath::sparse::Vertex> sources, Index n) {
    std::vector<Index> column(warpath::sparse::at(n), -1);
    for (const auto v : sources) {
      Index& mine = column[warpath::sparse::at(v)];
      if (mine < 0) {
        mine = static_cast<Index>(columns.size());
        columns.push_back(v);
      }
      column_of_row.push_back(mine);
    }
  }

  std::vector<warpath::sparse::Vertex> columns;
  std::vector<Index> column_of_row;
};

// Rows that stand as the columns were counted become rows as they were asked for.
template <class T>
void spread(const Distinct& distinct, Matrix<T>& rows) {
  // From behind: a row's column is never behind it.
  for (auto i = static_cast<Index>(distinct.column_of_row.size()) - 1; i >= 0; --i) {
    const Index from = distinct.column_of_row[warpath::sparse::at(i)];
    if (from != i) std::copy_n(&rows(from, 0), rows.columns(), &rows(i, 0));
  }
}

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
