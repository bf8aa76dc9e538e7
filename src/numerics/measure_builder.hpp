// Sums up distances, panel by panel.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "base/crew.hpp"
#include "numerics/tile_look.hpp"
#include "warpath/measure.hpp"

namespace warpath {

// What some distances say about a vertex at one of their ends.
struct VertexSums {
  long double total = 0;        // of distances that double holds, however many
  long double reciprocals = 0;  // of those that are not 0
  double farthest = 0;          // meaningless where none is reached
  Index reached = 0;

  void add(const VertexSums& more);
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

  // Distances that it has room for. Neighbours in the tree are mostly near each other: where the ends of
  // a row are few bins apart, it counts bin by bin.
  template <class T>
  void count(const T* cells, Index count, T no_path, const RowEnds<T>& ends);

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
  static constexpr std::size_t kCounters = 8;
  std::array<std::array<std::uint32_t, kBins + 1>, kCounters> counters_{};
  std::uint32_t counted_ = 0;

  static constexpr int kSmallest = -100;
};

// What a panel of distances says: rows about ways out, columns about ways in. A backend fills what
// there is; vectors may be empty.
struct PanelSums {
  Index first_row = 0;  // of those that are here
  std::vector<VertexSums> rows = {};
  Index first_column = 0;
  std::vector<VertexSums> columns = {};
  HistogramBuilder histogram = {};
};

// Adds up what panels say, in a fixed order: sums are rounded.
class MeasureBuilder {
 public:
  // `symmetric`: the way in is the way out. Who looks at half of the pairs then counts each for its row
  // and for its column; who looks at all leaves columns out.
  MeasureBuilder(Index n, Extent extent, bool symmetric);

  Extent extent() const { return extent_; }
  bool symmetric() const { return symmetric_; }
  bool wants_columns() const { return extent_ == Extent::all && !symmetric_; }

  void add(const PanelSums& panel);

  // All of them, by several threads.
  void add(std::span<const PanelSums> panels, Crew& crew);

  // What is known of the way in, for those that add to it themselves. Empty where nobody asks for it.
  std::span<VertexSums> in() { return in_; }

  // Row i was that of vertex[i], and so was column i.
  void reorder(std::span<const std::int32_t> vertex);

  Measures finish() const;

 private:
  VertexMeasures finish(std::span<const VertexSums> sums) const;

  Extent extent_;
  bool symmetric_;
  std::vector<VertexSums> out_;
  std::vector<VertexSums> in_;
  HistogramBuilder histogram_;
};

}  // namespace warpath
