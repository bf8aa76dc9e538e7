// Looks at a tile of distances, while it is in the cache, by vectors: what they say about its rows and
// its columns. The same bits whatever the instruction set.
#pragma once

#include <cstdint>

#include "warpath/types.hpp"

namespace warpath {

template <class T>
struct RowEnds {
  T nearest;          // no_path where none is finite,
  T farthest;         // and the lowest of all numbers
  Index reached = 0;  // cells that are not no_path
};

// Of each row: ends[i]. Of each column, unless null: farthest[c], the lowest of all numbers at first,
// becomes the largest so far, and missing[c] counts cells of no_path. The tile is `columns` wide.
template <class T>
void find_ends(const T* const* rows, Index count, Index columns, T no_path, RowEnds<T>* ends,
               T* farthest, double* missing);

// Sums of distances, and of the reciprocals of those that are not 0. In doubles, which they may be
// too large for.
struct Totals {
  double* distances;
  double* reciprocals;
};

// Sums of each row, and what is added to those of each column, unless these are null. `ends` is what
// find_ends() says of all rows: of positive numbers that are neither tiny nor huge, reciprocals are
// found without a division of doubles, and are up to 4e-12 of themselves off; those of floats 4e-15.
template <class T>
void add_up(const T* const* rows, Index count, Index columns, T no_path, const RowEnds<T>& ends,
            Totals of_rows, Totals of_columns);

// bins[c] <- floor(cells[c] * scale), which is below `none`; `none` for no path. Of distances that are
// not negative.
template <class T>
void find_bins(const T* cells, Index count, T no_path, double scale, std::uint8_t none,
               std::uint8_t* bins);

// counts[b] += how many of `count` bins, a multiple of 64, are b: for each b in [first, last].
void count_bins(const std::uint8_t* bins, Index count, int first, int last, std::uint32_t* counts);

}  // namespace warpath
