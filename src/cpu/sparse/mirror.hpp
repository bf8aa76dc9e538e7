// A panel of half a symmetric matrix goes to both of its places.
#pragma once

#include "warpath/matrix.hpp"

namespace warpath::cpu {

// `panel` has the columns from `first` on, and a row for each vertex, of which those before `first`
// mean nothing. Of a pair within the panel's columns, the row of the larger counts. What lies on
// the diagonal goes along. Long runs go past the caches.
template <class T>
void write_both_ways(MatrixView<const T> panel, Index first, MatrixView<T> matrix);

}  // namespace warpath::cpu
