// What the rows of a panel of distances say, and its columns.
#pragma once

#include <span>
#include <vector>

#include "numerics/measure_builder.hpp"
#include "numerics/tile_look.hpp"

namespace warpath {

// Looks at some rows at a time, while they are in the cache.
template <class T>
class PanelLook {
 public:
  // Columns are looked at only if there are any. `huge`: doubles may be too small for sums.
  PanelLook(Extent extent, Index columns, T no_path, bool huge);

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
  const bool huge_;

  // Of each column so far.
  std::vector<T> farthest_;
  std::vector<double> missing_;
  std::vector<double> distances_, reciprocals_;
  std::vector<long double> exact_;  // in place of distances_, where they are huge
  std::vector<Index> seen_;         // rows, by how many of their columns were seen
};

}  // namespace warpath
