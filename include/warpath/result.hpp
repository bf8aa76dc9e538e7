// What solve() answers.
#pragma once

#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "warpath/matrix.hpp"
#include "warpath/plan.hpp"

namespace warpath {

struct Statistics {
  Plan plan;
  double seconds = 0;           // the solve: from prepared weights to distances, in host memory
  double kernel_seconds = 0;    // the kernel alone; on a device: without the transfers
  double tasks_per_second = 0;  // n³ / seconds; sparse: the plan's tasks / seconds

  // The parts of a sparse solve; the first is 0 with a plan that was kept.
  double order_seconds = 0;
  double factor_seconds = 0;
  double sweep_seconds = 0;
};

// All distances of one solve. Moves, does not copy.
class Result {
 public:
  using Storage = std::variant<Matrix<float>, Matrix<double>, Matrix<std::int32_t>,
                               Matrix<std::int16_t>, Matrix<std::uint8_t>>;

  Result(Storage distances, Statistics statistics, std::vector<Index> sources = {})
      : distances_(std::move(distances)),
        statistics_(std::move(statistics)),
        sources_(std::move(sources)) {}

  Index vertices() const { return statistics_.plan.problem.n; }
  WeightType weight_type() const { return statistics_.plan.problem.weight; }
  SemiringKind semiring() const { return statistics_.plan.problem.semiring; }
  const Statistics& statistics() const { return statistics_; }

  // The vertices of the rows, where not all were asked for; empty: row i is that of vertex i.
  std::span<const Index> sources() const { return sources_; }

  // Row i, column j: the best path from i (or from sources()[i]) to j. T must be the C++ type of weight_type();
  // std::bad_variant_access otherwise. Integers say "no path" by the semiring's no_path().
  template <class T>
  MatrixView<const T> distances() const {
    return std::get<Matrix<T>>(distances_).view();
  }
  const Storage& storage() const { return distances_; }

  // Whether any path leads from `from` to `to`; a vertex reaches itself. Error usage when a
  // vertex is out of range, or is none of the sources.
  bool reachable(Index from, Index to) const;

  // The distance as a double, exact for every weight type; +inf where there is no path (-inf for
  // widest paths, 0 for reachability). Error usage when a vertex is out of range.
  double distance(Index from, Index to) const;

 private:
  Storage distances_;
  Statistics statistics_;
  std::vector<Index> sources_;
};

}  // namespace warpath
