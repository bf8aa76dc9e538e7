// Rows that are asked for, as columns that are swept.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "sparse/pattern.hpp"
#include "warpath/matrix.hpp"

namespace warpath::sparse {

// The sources of some rows, each once.
struct Distinct {
  Distinct(std::span<const Vertex> sources, Index n) {
    std::vector<Index> column(at(n), -1);
    for (const Vertex v : sources) {
      Index& mine = column[at(v)];
      if (mine < 0) {
        mine = static_cast<Index>(columns.size());
        columns.push_back(v);
      }
      column_of_row.push_back(mine);
    }
  }

  std::vector<Vertex> columns;
  std::vector<Index> column_of_row;
};

// Rows that stand as the columns were counted become rows as they were asked for.
template <class T>
void spread(const Distinct& distinct, MatrixView<T> rows) {
  // From behind: a row's column is never behind it.
  for (auto i = static_cast<Index>(distinct.column_of_row.size()) - 1; i >= 0; --i) {
    const Index from = distinct.column_of_row[at(i)];
    if (from != i) std::copy_n(&rows(from, 0), rows.columns(), &rows(i, 0));
  }
}

}  // namespace warpath::sparse
