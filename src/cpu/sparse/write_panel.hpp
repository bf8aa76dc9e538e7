// Panels go to where they belong. Long runs go past the caches.
#pragma once

#include "warpath/matrix.hpp"

namespace warpath::cpu {

// Of half a symmetric matrix: `panel` has the columns from `first` on, and a row for each vertex, of which those before `first`
// mean nothing. Of a pair within the panel's columns, the row of the larger counts. What lies on
// the diagonal goes along.
template <class T>
void write_both_ways(MatrixView<const T> panel, Index first, MatrixView<T> matrix);

// rows(c, i) <- panel(i, c).
template <class T>
void write_turned(MatrixView<const T> panel, MatrixView<T> rows);

}  // namespace warpath::cpu
