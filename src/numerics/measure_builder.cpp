#include "numerics/measure_builder.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace warpath {

void HistogramBuilder::cover(double low, double high) {
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
  exponent_ = exponent;
  first_ = first;
  pour(before);
}

// Into bins that cover the other's.
void HistogramBuilder::pour(const HistogramBuilder& other) {
  const int shift = std::min(exponent_ - other.exponent_, 62);
  for (Index k = 0; k < kBins; ++k) {
    const std::uint64_t count = other.bins_[static_cast<std::size_t>(k)];
    if (count == 0) continue;
    bins_[static_cast<std::size_t>(((other.first_ + k) >> shift) - first_)] += count;
  }
}

void HistogramBuilder::add(const HistogramBuilder& other) {
  cover(other.low_, other.high_);
  pour(other);
}

Histogram HistogramBuilder::finish() const {
  Histogram histogram;
  histogram.width = width();
  histogram.first = first();
  std::size_t last = kBins;
  while (last > 0 && bins_[last - 1] == 0) --last;
  histogram.counts.assign(bins_.begin(), bins_.begin() + static_cast<std::ptrdiff_t>(last));
  return histogram;
}

template <class T>
PanelSums MeasureBuilder::look_at(const T* cells, Index rows, Index columns, Index ld, T no_path) {
  PanelSums sums;
  sums.rows.resize(static_cast<std::size_t>(rows));
  T low{};
  T high{};
  for (Index i = 0; i < rows; ++i) {
    const T* row = cells + i * ld;
    RowSums& mine = sums.rows[static_cast<std::size_t>(i)];
    T farthest = std::numeric_limits<T>::lowest();
    T nearest = no_path;
    // Eight sums side by side: one alone would be a chain in which each waits for the last.
    double total[8] = {};
    Index reached = 0;
    for (Index c = 0; c < columns; ++c) {
      const T distance = row[c];
      const bool finite = distance != no_path;
      farthest = std::max(farthest, finite ? distance : farthest);
      nearest = std::min(nearest, distance);
      total[c % 8] += finite ? static_cast<double>(distance) : 0;
      reached += finite;
    }
    mine.reached = reached;
    if (reached == 0) continue;
    for (const double part : total) mine.total += part;
    if (!std::isfinite(mine.total)) {
      mine.total = 0;
      for (Index c = 0; c < columns; ++c) mine.total += row[c] != no_path ? row[c] : T{};
    }
    mine.farthest = static_cast<double>(farthest);
    low = std::min(low, nearest);
    high = std::max(high, farthest);
  }
  sums.histogram.cover(static_cast<double>(low), static_cast<double>(high));
  // Scaling by a power of two is exact; a difference of distances is not, and would put some into the next bin, or behind
  // the last.
  const double scale = 1 / sums.histogram.width();
  const bool negative = low < T{};
  const auto first = static_cast<double>(sums.histogram.first_bin());
  // Neighbours often fall into the same bin: two counters each, so that one does not wait for the other.
  std::uint32_t bins[2][HistogramBuilder::kBins];
  for (Index i = 0; i < rows; ++i) {
    const T* row = cells + i * ld;
    std::fill_n(&bins[0][0], 2 * HistogramBuilder::kBins, 0);
    for (Index c = 0; c < columns; ++c) {
      if (row[c] == no_path) continue;
      const double place = static_cast<double>(row[c]) * scale;
      ++bins[c % 2][static_cast<int>(negative ? std::floor(place) - first : place)];
    }
    for (int k = 0; k < HistogramBuilder::kBins; ++k) {
      sums.histogram.bins()[k] += bins[0][k] + bins[1][k];
    }
  }
  return sums;
}

void MeasureBuilder::add(const PanelSums& panel, Index first_row) {
  for (std::size_t i = 0; i < panel.rows.size(); ++i) {
    const RowSums& more = panel.rows[i];
    if (more.reached == 0) continue;
    RowSums& row = rows_[static_cast<std::size_t>(first_row) + i];
    row.farthest = row.reached == 0 ? more.farthest : std::max(row.farthest, more.farthest);
    row.total += more.total;
    row.reached += more.reached;
  }
  histogram_.add(panel.histogram);
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

#define WARPATH_INSTANTIATE(T, name) \
  template PanelSums MeasureBuilder::look_at(const T*, Index, Index, Index, T);
WARPATH_EACH_ARC_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace warpath
