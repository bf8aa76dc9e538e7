#include "numerics/panel_look.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "base/by_vertex.hpp"
#include "base/dispatch.hpp"
#include "numerics/tile_look.hpp"

namespace warpath {
namespace {

// Rows of a tile: so few that their cells stay in the cache from one look to the next.
constexpr std::size_t kTile = 16;

}  // namespace

template <class T>
PanelLook<T>::PanelLook(Extent extent, Index columns, T no_path, bool long_sums)
    : extent_(extent),
      no_path_(no_path),
      long_sums_(long_sums),
      farthest_(at(columns), std::numeric_limits<T>::lowest()),
      missing_(at(columns)),
      distances_(at(columns)),
      reciprocals_(at(columns)),
      long_(long_sums ? at(columns) : 0),
      seen_(at(columns) + 1) {}

template <class T>
void PanelLook<T>::look_at(std::span<const T* const> cells, Index columns, VertexSums* rows,
                           HistogramBuilder& histogram) {
  for (std::size_t i = 0; i < cells.size(); i += kTile) {
    const auto tile = cells.subspan(i, std::min(kTile, cells.size() - i));
    std::array<RowEnds<T>, kTile> ends;
    const RowEnds<T> all = look_at_ends(tile, columns, ends.data());
    for (std::size_t k = 0; k < tile.size(); ++k) {
      rows[i + k] = {.farthest = static_cast<double>(ends[k].farthest), .reached = ends[k].reached};
    }
    if (extent_ != Extent::all || all.reached == 0) continue;
    add_up_tile(tile, columns, all, rows + i);
    histogram.cover(static_cast<double>(all.nearest), static_cast<double>(all.farthest));
    for (std::size_t k = 0; k < tile.size(); ++k) {
      histogram.count(tile[k], columns, no_path_, ends[k]);
    }
  }
}

template <class T>
void PanelLook<T>::look_at_columns(const T* cells) {
  RowEnds<T> ends;
  VertexSums row;
  const RowEnds<T> all = look_at_ends({&cells, 1}, width(), &ends);
  if (extent_ == Extent::all && all.reached > 0) add_up_tile({&cells, 1}, width(), all, &row);
}

// Of each row, and of all of them.
template <class T>
RowEnds<T> PanelLook<T>::look_at_ends(std::span<const T* const> tile, Index columns,
                                      RowEnds<T>* ends) {
  const auto count = static_cast<Index>(tile.size());
  const bool by_column = width() > 0;
  find_ends(tile.data(), count, columns, no_path_, ends, by_column ? farthest_.data() : nullptr,
            missing_.data());
  if (by_column) seen_[at(columns)] += count;
  RowEnds<T> all = ends[0];
  for (std::size_t k = 1; k < tile.size(); ++k) {
    all.nearest = std::min(all.nearest, ends[k].nearest);
    all.farthest = std::max(all.farthest, ends[k].farthest);
    all.reached += ends[k].reached;
  }
  return all;
}

template <class T>
void PanelLook<T>::add_up_tile(std::span<const T* const> tile, Index columns,
                               const RowEnds<T>& ends, VertexSums* rows) {
  std::array<double, kTile> distances, reciprocals;
  const bool by_column = width() > 0;
  add_up(tile.data(), static_cast<Index>(tile.size()), columns, no_path_, ends,
         {distances.data(), reciprocals.data()},
         by_column ? Totals{distances_.data(), reciprocals_.data()} : Totals{});
  for (std::size_t k = 0; k < tile.size(); ++k) {
    rows[k].total = distances[k];
    rows[k].reciprocals = reciprocals[k];
    if (!long_sums_) continue;
    rows[k].total = rows[k].reciprocals = 0;
    for (std::size_t c = 0; c < at(columns); ++c) {
      if (tile[k][c] == no_path_) continue;
      const auto distance = static_cast<long double>(tile[k][c]);
      const long double reciprocal = distance != 0 ? 1 / distance : 0;
      rows[k].total += distance;
      rows[k].reciprocals += reciprocal;
      if (!by_column) continue;
      long_[c].distances += distance;
      long_[c].reciprocals += reciprocal;
    }
  }
}

template <class T>
std::vector<VertexSums> PanelLook<T>::columns() const {
  std::vector<VertexSums> sums(at(width()));
  Index seen = 0;
  for (std::size_t c = sums.size(); c-- > 0;) {
    seen += seen_[c + 1];
    sums[c] = {.total = long_sums_ ? long_[c].distances : distances_[c],
               .reciprocals = long_sums_ ? long_[c].reciprocals : reciprocals_[c],
               .farthest = static_cast<double>(farthest_[c]),
               .reached = seen - static_cast<Index>(missing_[c])};
  }
  return sums;
}

template <class T>
void PanelLook<T>::resume(std::span<const VertexSums> columns) {
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const VertexSums& sums = columns[c];
    if (sums.reached > 0) farthest_[c] = static_cast<T>(sums.farthest);
    missing_[c] = -static_cast<double>(sums.reached);
    distances_[c] = static_cast<double>(sums.total);
    reciprocals_[c] = static_cast<double>(sums.reciprocals);
    if (long_sums_) long_[c] = {sums.total, sums.reciprocals};
  }
}

#define WARPATH_INSTANTIATE(T, name) template class PanelLook<T>;
WARPATH_EACH_ARC_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace warpath
