// A look at the distances of a row, by vectors. The same bits whatever the instruction set.
#pragma once

#include <cstdint>

#include "warpath/types.hpp"

namespace warpath {

template <class T>
struct RowLook {
  T nearest;          // no_path where none is finite,
  T farthest;         // and the lowest of all numbers
  Index reached = 0;  // cells that are not no_path
  double total = 0;   // of these; beyond double where that is too small for it
};

template <class T>
RowLook<T> look_at_cells(const T* cells, Index count, T no_path);

// What rows say about each column: sums so far, to which these are added. Counts, too, are doubles.
struct ColumnLook {
  double* total;
  double* farthest;  // the lowest of all numbers where none was reached
  double* reached;
};

template <class T>
void look_at_columns(const T* const* rows, Index count, Index columns, T no_path, ColumnLook sums);

// bins[c] <- floor(cells[c] * scale), which is below `none`; `none` for no path. Of distances that are
// not negative.
template <class T>
void find_bins(const T* cells, Index count, T no_path, double scale, std::uint8_t none,
               std::uint8_t* bins);

}  // namespace warpath
