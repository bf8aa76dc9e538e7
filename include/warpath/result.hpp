// What solve() answers.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "warpath/matrix.hpp"
#include "warpath/plan.hpp"

namespace warpath {

struct Statistics {
  Plan plan;
  double seconds = 0;           // the solve: from weights at hand to distances in their place
  double kernel_seconds = 0;    // the kernel alone; on a device: without the transfers
  double tasks_per_second = 0;  // n³ / seconds; sparse: the plan's tasks / seconds

  // The parts of a sparse solve; the first is 0 with a plan that was kept.
  double order_seconds = 0;
  double factor_seconds = 0;
  double sweep_seconds = 0;

  double routes_seconds = 0;  // predecessors, where they are found after the distances
};

// All distances of one solve. Moves, does not copy.
class Result {
 public:
  Result(DenseMatrix distances, SemiringKind semiring, Statistics statistics,
         std::vector<Index> sources = {}, Matrix<std::int32_t> predecessors = {});

  Index vertices() const;
  WeightType weight_type() const { return static_cast<WeightType>(distances_.index()); }
  SemiringKind semiring() const { return semiring_; }
  const Statistics& statistics() const { return statistics_; }

  // The vertices of the rows, where not all were asked for; empty: row i is that of vertex i.
  std::span<const Index> sources() const { return sources_; }

  // Row i, column j: the best path from i (or from sources()[i]) to j. T must be the C++ type of
  // weight_type(), Error usage otherwise. Integers say "no path" by the semiring's no_path().
  template <class T>
  MatrixView<const T> distances() const {
    if (weight_type_of<T> != weight_type()) {
      detail::refuse_weight_type(weight_type(), weight_type_of<T>);
    }
    return std::get<Matrix<T>>(distances_).view();
  }
  const DenseMatrix& storage() const { return distances_; }

  // Whether any path leads from `from` to `to`; a vertex reaches itself. Error usage when a
  // vertex is out of range, or is none of the sources.
  bool reachable(Index from, Index to) const;

  // The distance as a double, exact but for int64 beyond 2^53; +inf where there is no path (-inf
  // for widest paths, 0 for reachability), and -inf where a negative cycle was marked. Error usage
  // when a vertex is out of range.
  double distance(Index from, Index to) const;

  // Row i, column j: the vertex before j on a best path from i (or from sources()[i]); -1 on the
  // diagonal and where there is no path. Following them from any vertex leads to the source of the
  // row. Empty unless Options::predecessors was set.
  MatrixView<const std::int32_t> predecessors() const { return predecessors_.view(); }
  bool has_predecessors() const { return predecessors_.rows() > 0 || vertices() == 0; }

  // The vertices of a best path, both ends among them; empty where there is none, and the vertex
  // alone from one to itself. O(its length). Error usage when a vertex is out of range, or there are
  // no predecessors.
  std::vector<Index> path(Index from, Index to) const;

  // The same for many pairs of from and to.
  std::vector<std::vector<Index>> paths(std::span<const std::pair<Index, Index>> pairs) const;

 private:
  DenseMatrix distances_;
  SemiringKind semiring_;
  Statistics statistics_;
  std::vector<Index> sources_;
  Matrix<std::int32_t> predecessors_;
};

}  // namespace warpath
