// Sums up distances, panel by panel.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "base/crew.hpp"
#include "warpath/measure.hpp"

namespace warpath {

// What some columns say about a row.
struct RowSums {
  long double total = 0;  // of distances that double holds, however many
  double farthest = 0;    // meaningless where none is reached
  Index reached = 0;

  void add(const RowSums& more);
};

// Counts in bins whose width is a power of two, so that bins can be put together without a look at the distances. The
// width follows from the smallest and the largest of them alone.
class HistogramBuilder {
 public:
  static constexpr int kBins = 128;

  // Room for distances from `low` to `high`, beside those that it had room for, and for 0.
  void cover(double low, double high);
  double width() const { return std::ldexp(1.0, exponent_); }
  // -inf where that is too large.
  double first() const { return width() * static_cast<double>(first_); }
  Index first_bin() const { return first_; }
  std::uint64_t* bins() { return bins_.data(); }

  // Distances that it has room for.
  template <class T>
  void count(const T* cells, Index count, T no_path);

  void add(const HistogramBuilder& other);
  void count_twice();  // what was counted
  Histogram finish() const;

 private:
  void pour(const HistogramBuilder& other);
  void settle();
  std::uint64_t count_in(Index bin) const;
  static Index bin_of(double distance, int exponent) {
    return static_cast<Index>(std::floor(std::ldexp(distance, -exponent)));
  }

  double low_ = 0;
  double high_ = 0;
  int exponent_ = kSmallest;
  Index first_ = 0;  // bin 0 begins at first * width
  std::vector<std::uint64_t> bins_ = std::vector<std::uint64_t>(kBins);

  // What was counted last, on top of those. Neighbours often fall into the same bin: it has several
  // counters, so that one does not wait for the other. The last bin is for no path.
  static constexpr std::size_t kCounters = 4;
  std::array<std::array<std::uint32_t, kBins + 1>, kCounters> counters_{};
  std::uint32_t counted_ = 0;

  static constexpr int kSmallest = -100;
};

// What some columns say about all rows.
struct PanelSums {
  std::vector<RowSums> rows;
  HistogramBuilder histogram;

  // The cells of a row: no_path where there is none, and on the diagonal.
  template <class T>
  void look_at(Index row, const T* cells, Index columns, T no_path);

  // More of a row, as it was seen in a column of a symmetric matrix.
  void add(Index row, const RowSums& more);
};

class MeasureBuilder {
 public:
  explicit MeasureBuilder(Index n) : rows_(static_cast<std::size_t>(n)) {}

  // In a fixed order: sums are rounded. The panel's rows begin with this one.
  void add(const PanelSums& panel, Index first_row = 0);

  // All of them, by several threads.
  void add(std::span<const PanelSums> panels, Crew& crew);

  Measures finish() const;

 private:
  std::vector<RowSums> rows_;
  HistogramBuilder histogram_;
};

}  // namespace warpath
