// What one look at every row of distances tells, as the rows come.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/input/names.hpp"
#include "warpath/matrix.hpp"
#include "warpath/types.hpp"

namespace warpath::cli {

struct Extreme {
  double distance = 0;
  Index row = 0;
  Index from = 0;  // the vertex of that row
  Index to = 0;
};

// Distances among a few vertices that are spread over the graph.
struct Sample {
  std::vector<Index> rows;
  std::vector<Index> from;  // the vertices of these rows
  std::vector<Index> to;
  std::vector<std::optional<double>> cells;  // row after row; empty: no path
};

// As a table for people.
std::string sample_text(const Sample& sample, const Names& names, WeightType type);

struct Overview {
  // The largest finite distance between two vertices (the smallest, for widest paths); empty for
  // reachability, and when no path leads anywhere.
  std::optional<Extreme> extreme;
  Index pairs = 0;        // of a row and another vertex
  Index unreachable = 0;  // of these
  Index unbounded = 0;    // can use a negative cycle, which was marked
  bool marked = false;    // is some cell so, if only that of a vertex and itself
  Sample sample;
};

class OverviewBuilder {
 public:
  // Of `rows` rows of n vertices; without sources, row i is that of vertex i. Sources must outlive
  // this.
  OverviewBuilder(SemiringKind semiring, Index n, Index rows, std::span<const Index> sources);

  // What some rows of the result say, from `first` on, but for the sample, whose cells are kept here.
  // From any thread, each row once. `symmetric`: all rows come, and say everything twice; half of
  // the cells are looked at.
  Overview look_at(Index first, const AnyMatrixView& rows, bool symmetric = false);

  // In order: of several extremes the first counts.
  void add(const Overview& part);

  const Overview& overview() const { return overview_; }

 private:
  template <class S>
  void look_at_row(const typename S::Weight* cells, Index row, bool symmetric, Overview& part);
  bool is_farther(double distance, const std::optional<Extreme>& than) const;

  SemiringKind semiring_;
  Index n_;
  std::span<const Index> sources_;
  Overview overview_;
};

}  // namespace warpath::cli
