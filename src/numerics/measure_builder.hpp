// Sums up distances, panel by panel.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "warpath/measure.hpp"

namespace warpath {

// What some columns say about a row.
struct RowSums {
  double farthest = 0;    // meaningless where none is reached
  long double total = 0;  // of distances that double holds, however many
  Index reached = 0;
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

  void add(const HistogramBuilder& other);
  Histogram finish() const;

 private:
  void pour(const HistogramBuilder& other);
  static Index bin_of(double distance, int exponent) {
    return static_cast<Index>(std::floor(std::ldexp(distance, -exponent)));
  }

  double low_ = 0;
  double high_ = 0;
  int exponent_ = kSmallest;
  Index first_ = 0;  // bin 0 begins at first * width
  std::vector<std::uint64_t> bins_ = std::vector<std::uint64_t>(kBins);

  static constexpr int kSmallest = -100;
};

struct PanelSums {
  std::vector<RowSums> rows;
  HistogramBuilder histogram;
};

class MeasureBuilder {
 public:
  explicit MeasureBuilder(Index n) : rows_(static_cast<std::size_t>(n)) {}

  // Rows of `columns` cells, ld from row to row; no_path where there is none, and on the diagonal.
  template <class T>
  static PanelSums look_at(const T* cells, Index rows, Index columns, Index ld, T no_path);

  // The panel's rows begin with this one. In a fixed order: sums are rounded.
  void add(const PanelSums& panel, Index first_row = 0);

  Measures finish() const;

 private:
  std::vector<RowSums> rows_;
  HistogramBuilder histogram_;
};

}  // namespace warpath
