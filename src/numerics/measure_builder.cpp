#include "numerics/measure_builder.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "numerics/tile_look.hpp"

namespace warpath {

void VertexSums::add(const VertexSums& more) {
  if (more.reached == 0) return;
  farthest = reached == 0 ? more.farthest : std::max(farthest, more.farthest);
  total += more.total;
  reciprocals += more.reciprocals;
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
void HistogramBuilder::count(const T* cells, Index count, T no_path, const RowEnds<T>& ends) {
  if (ends.reached == 0) return;
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
  constexpr int kFew = 32;
  const auto first = static_cast<int>(static_cast<double>(ends.nearest) * scale);
  const auto last = static_cast<int>(static_cast<double>(ends.farthest) * scale);
  constexpr Index kCells = 256;
  constexpr Index kPiece = 64;
  constexpr std::uint32_t kMost = std::uint32_t{1} << 31;
  std::array<std::uint8_t, kCells + kPiece> bins;
  for (; count > 0; count -= kCells, cells += kCells) {
    const Index some = std::min(count, kCells);
    find_bins(cells, some, no_path, scale, kBins, bins.data());
    std::fill_n(bins.begin() + some, kPiece, std::uint8_t{kBins});  // to the next multiple
    if (counted_ >= kMost) settle();
    counted_ += kCells;
    if (last - first < kFew) {
      const Index pieces = (some + kPiece - 1) / kPiece;
      count_bins(bins.data(), pieces * kPiece, first, last, counters_[0].data());
      continue;
    }
    for (std::size_t c = 0; c < static_cast<std::size_t>(some); c += kCounters) {
      std::uint64_t eight;  // one load for all
      std::memcpy(&eight, bins.data() + c, kCounters);
      for (auto& counters : counters_) {
        ++counters[eight & 0xff];
        eight >>= 8;
      }
    }
  }
}

MeasureBuilder::MeasureBuilder(Index n, Extent extent, bool symmetric)
    : extent_(extent),
      symmetric_(symmetric),
      out_(static_cast<std::size_t>(n)),
      in_(wants_columns() ? static_cast<std::size_t>(n) : 0) {}

void MeasureBuilder::add(const PanelSums& panel) {
  VertexSums* row = out_.data() + panel.first_row;
  for (const VertexSums& more : panel.rows) (row++)->add(more);
  VertexSums* column = (symmetric_ ? out_ : in_).data() + panel.first_column;
  for (const VertexSums& more : panel.columns) (column++)->add(more);
  histogram_.add(panel.histogram);
}

void MeasureBuilder::add(std::span<const PanelSums> panels, Crew& crew) {
  // Row by row, so that threads do not meet.
  const auto add_one = [](std::vector<VertexSums>& to, Index i, Index first,
                          const std::vector<VertexSums>& more) {
    const Index at = i - first;
    if (at < 0 || at >= static_cast<Index>(more.size())) return;
    to[static_cast<std::size_t>(i)].add(more[static_cast<std::size_t>(at)]);
  };
  std::vector<VertexSums>& of_columns = symmetric_ ? out_ : in_;
  crew.run_each(static_cast<Index>(out_.size()), [&](Index i) {
    for (const PanelSums& panel : panels) {
      add_one(out_, i, panel.first_row, panel.rows);
      add_one(of_columns, i, panel.first_column, panel.columns);
    }
  });
  for (const PanelSums& panel : panels) histogram_.add(panel.histogram);
}

void MeasureBuilder::reorder(std::span<const std::int32_t> vertex) {
  for (std::vector<VertexSums>* sums : {&out_, &in_}) {
    std::vector<VertexSums> by_vertex(sums->size());
    for (std::size_t i = 0; i < sums->size(); ++i) {
      by_vertex[static_cast<std::size_t>(vertex[i])] = (*sums)[i];
    }
    *sums = std::move(by_vertex);
  }
}

VertexMeasures MeasureBuilder::finish(std::span<const VertexSums> all) const {
  VertexMeasures measures;
  measures.reached.reserve(all.size());
  measures.eccentricity.reserve(all.size());
  measures.closeness.reserve(extent_ == Extent::all ? all.size() : 0);
  measures.harmonic.reserve(extent_ == Extent::all ? all.size() : 0);
  const auto others = static_cast<long double>(all.size()) - 1;
  for (const VertexSums& sums : all) {
    measures.reached.push_back(sums.reached);
    measures.eccentricity.push_back(sums.reached == 0 ? 0 : sums.farthest);
    if (extent_ != Extent::all) continue;
    const auto reached = static_cast<long double>(sums.reached);
    const bool has_mean = sums.total > 0 && others > 0;
    const long double closeness = has_mean ? reached / sums.total * (reached / others) : 0;
    measures.closeness.push_back(static_cast<double>(closeness));
    measures.harmonic.push_back(static_cast<double>(sums.reciprocals));
  }
  return measures;
}

Measures MeasureBuilder::finish() const {
  Measures measures;
  static_cast<VertexMeasures&>(measures) = finish(out_);
  measures.in = finish(in_);
  const auto n = static_cast<Index>(out_.size());
  long double total = 0;
  bool first = true;
  for (const VertexSums& sums : out_) {
    measures.pairs += sums.reached;
    total += sums.total;
    if (sums.reached == 0) continue;
    measures.diameter = first ? sums.farthest : std::max(measures.diameter, sums.farthest);
    measures.radius = first ? sums.farthest : std::min(measures.radius, sums.farthest);
    first = false;
  }
  measures.unreachable = n * (n - 1) - measures.pairs;
  if (measures.pairs > 0)
    measures.mean = static_cast<double>(total / static_cast<long double>(measures.pairs));
  measures.histogram = histogram_.finish();
  return measures;
}

#define WARPATH_INSTANTIATE(T, name) \
  template void HistogramBuilder::count(const T*, Index, T, const RowEnds<T>&);
WARPATH_EACH_ARC_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace warpath
