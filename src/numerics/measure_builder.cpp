#include "numerics/measure_builder.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "numerics/row_look.hpp"

namespace warpath {

void RowSums::add(const RowSums& more) {
  if (more.reached == 0) return;
  farthest = reached == 0 ? more.farthest : std::max(farthest, more.farthest);
  total += more.total;
  reached += more.reached;
}

void HistogramBuilder::cover(double low, double high) {
  if (low >= low_ && high <= high_) return;
  low_ = std::min(low_, low);
  high_ = std::max(high_, high);
  int exponent = exponent_;
  const double span = std::max(high_, -low_);
  if (span > std::ldexp(1.0, exponent)) {
    exponent = std::max(exponent, std::ilogb(span) - 8);  // not there yet, and without overflow
    while (bin_of(high_, exponent) - bin_of(low_, exponent) >= kBins) ++exponent;
  }
  const Index first = bin_of(low_, exponent);
  if (exponent == exponent_ && first == first_) return;
  const HistogramBuilder before = *this;
  bins_.assign(kBins, 0);
  counters_ = {};
  counted_ = 0;
  exponent_ = exponent;
  first_ = first;
  pour(before);
}

// Into bins that cover the other's.
void HistogramBuilder::pour(const HistogramBuilder& other) {
  const int shift = std::min(exponent_ - other.exponent_, 62);
  for (Index k = 0; k < kBins; ++k) {
    const std::uint64_t count = other.count_in(k);
    if (count == 0) continue;
    bins_[static_cast<std::size_t>(((other.first_ + k) >> shift) - first_)] += count;
  }
}

void HistogramBuilder::add(const HistogramBuilder& other) {
  cover(other.low_, other.high_);
  pour(other);
}

void HistogramBuilder::count_twice() {
  settle();
  for (std::uint64_t& bin : bins_) bin *= 2;
}

Histogram HistogramBuilder::finish() const {
  Histogram histogram;
  histogram.width = width();
  histogram.first = first();
  Index last = kBins;
  while (last > 0 && count_in(last - 1) == 0) --last;
  for (Index k = 0; k < last; ++k) histogram.counts.push_back(count_in(k));
  return histogram;
}

std::uint64_t HistogramBuilder::count_in(Index bin) const {
  const auto k = static_cast<std::size_t>(bin);
  std::uint64_t count = bins_[k];
  for (const auto& some : counters_) count += some[k];
  return count;
}

void HistogramBuilder::settle() {
  for (Index k = 0; k < kBins; ++k) bins_[static_cast<std::size_t>(k)] = count_in(k);
  counters_ = {};
  counted_ = 0;
}

template <class T>
void HistogramBuilder::count(const T* cells, Index count, T no_path) {
  const double scale = 1 / width();
  if (low_ < 0) {
    for (Index c = 0; c < count; ++c) {
      if (cells[c] == no_path) continue;
      // A difference of distances is rounded, and would put some into the next bin, or behind the last.
      const double bin = std::floor(static_cast<double>(cells[c]) * scale);
      ++bins_[static_cast<std::size_t>(bin - static_cast<double>(first_))];
    }
    return;
  }
  constexpr Index kCells = 256;
  constexpr std::uint32_t kMost = std::uint32_t{1} << 31;
  std::array<std::uint8_t, kCells + kCounters> bins;
  for (; count > 0; count -= kCells, cells += kCells) {
    const Index some = std::min(count, kCells);
    find_bins(cells, some, no_path, scale, kBins, bins.data());
    std::fill_n(bins.begin() + some, kCounters, std::uint8_t{kBins});  // to the next multiple
    if (counted_ >= kMost) settle();
    counted_ += kCells;
    for (std::size_t c = 0; c < static_cast<std::size_t>(some); c += kCounters) {
      for (std::size_t k = 0; k < kCounters; ++k) ++counters_[k][bins[c + k]];
    }
  }
}

template <class T>
void PanelSums::look_at(Index row, const T* cells, Index columns, T no_path) {
  const RowLook<T> look = look_at_cells(cells, columns, no_path);
  RowSums sums{look.total, static_cast<double>(look.farthest), look.reached};
  if (look.reached > 0) {
    // Each fits double, but not what they add up to.
    for (Index c = 0; c < columns && !std::isfinite(look.total); ++c) {
      if (c == 0) sums.total = 0;
      if (cells[c] != no_path) sums.total += static_cast<long double>(cells[c]);
    }
    histogram.cover(static_cast<double>(look.nearest), sums.farthest);
    histogram.count(cells, columns, no_path);
  }
  rows[static_cast<std::size_t>(row)] = sums;
}

void PanelSums::add(Index row, const RowSums& more) {
  rows[static_cast<std::size_t>(row)].add(more);
}

void MeasureBuilder::add(const PanelSums& panel, Index first_row) {
  RowSums* row = rows_.data() + first_row;
  for (const RowSums& more : panel.rows) (row++)->add(more);
  histogram_.add(panel.histogram);
}

void MeasureBuilder::add(std::span<const PanelSums> panels, Crew& crew) {
  crew.run_each(static_cast<Index>(rows_.size()), [&](Index i) {
    const auto row = static_cast<std::size_t>(i);
    for (const PanelSums& panel : panels) rows_[row].add(panel.rows[row]);
  });
  for (const PanelSums& panel : panels) histogram_.add(panel.histogram);
}

Measures MeasureBuilder::finish() const {
  Measures measures;
  const auto n = static_cast<Index>(rows_.size());
  long double total = 0;
  bool first = true;
  for (const RowSums& row : rows_) {
    const auto reached = static_cast<long double>(row.reached);
    measures.reached.push_back(row.reached);
    measures.eccentricity.push_back(row.reached == 0 ? 0 : row.farthest);
    const bool has_mean = row.total > 0 && n > 1;
    measures.closeness.push_back(static_cast<double>(
        has_mean ? reached / row.total * (reached / static_cast<long double>(n - 1)) : 0));
    measures.pairs += row.reached;
    total += row.total;
    if (row.reached == 0) continue;
    measures.diameter = first ? row.farthest : std::max(measures.diameter, row.farthest);
    measures.radius = first ? row.farthest : std::min(measures.radius, row.farthest);
    first = false;
  }
  measures.unreachable = n * (n - 1) - measures.pairs;
  if (measures.pairs > 0)
    measures.mean = static_cast<double>(total / static_cast<long double>(measures.pairs));
  measures.histogram = histogram_.finish();
  return measures;
}

#define WARPATH_INSTANTIATE(T, name) template void PanelSums::look_at(Index, const T*, Index, T);
WARPATH_EACH_ARC_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace warpath
