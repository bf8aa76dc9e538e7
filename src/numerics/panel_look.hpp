// What the rows of a panel of distances say, and its columns.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

#include "numerics/measure_builder.hpp"
#include "numerics/tile_look.hpp"

namespace warpath {

// Whether doubles may be too small for sums of distances, or of their reciprocals, where arcs have these weights.
template <class T>
bool needs_long_sums(std::span<const T> weights, Index n) {
  if constexpr (!std::is_same_v<T, double>) return false;
  double largest = 0;
  double least = 1;
  for (const T weight : weights) {
    const auto size = std::abs(static_cast<double>(weight));
    if (size == 0 || !std::isfinite(size)) continue;
    largest = std::max(largest, size);
    least = std::min(least, size);
  }
  // Distances are multiples of what the last digit of the least is worth.
  constexpr double kLeast = 0x1p-900;
  const auto count = static_cast<double>(n);
  return largest >= std::numeric_limits<double>::max() / count / count || least < kLeast;
}

// Looks at some rows at a time, while they are in the cache.
template <class T>
class PanelLook {
 public:
  // Columns are looked at only if there are any. `long_sums`: needs_long_sums().
  PanelLook(Extent extent, Index columns, T no_path, bool long_sums);

  // The first cells of some rows: no_path where there is none, and on the diagonal. What they say of
  // each row goes to `rows`, and what they say of the columns is kept.
  void look_at(std::span<const T* const> cells, Index columns, VertexSums* rows,
               HistogramBuilder& histogram);

  // A row that only the columns are to know of.
  void look_at_columns(const T* cells);

  std::vector<VertexSums> columns() const;

  // Goes on where another ended, which had said this. Before anything is looked at.
  void resume(std::span<const VertexSums> columns);

 private:
  Index width() const { return static_cast<Index>(farthest_.size()); }
  RowEnds<T> look_at_ends(std::span<const T* const> tile, Index columns, RowEnds<T>* ends);
  void add_up_tile(std::span<const T* const> tile, Index columns, const RowEnds<T>& ends,
                   VertexSums* rows);

  const Extent extent_;
  const T no_path_;
  const bool long_sums_;

  // Of each column so far.
  std::vector<T> farthest_;
  std::vector<double> missing_;
  std::vector<double> distances_, reciprocals_;
  struct LongTotals {
    long double distances = 0, reciprocals = 0;
  };
  std::vector<LongTotals> long_;  // in place of both, with long sums
  std::vector<Index> seen_;       // rows, by how many of their columns were seen
};

}  // namespace warpath
