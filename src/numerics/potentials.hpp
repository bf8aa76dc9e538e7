// Potentials (Johnson 1977): numbers h, one for each vertex, so that w + h[u] - h[v] is not negative
// for any arc from u to v. With that in place of w every path from u to v is longer by h[u] - h[v]:
// the best one stays the best, and kernels see no negative weight.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/by_vertex.hpp"
#include "base/crew.hpp"
#include "base/wide_integer.hpp"
#include "numerics/prepare.hpp"
#include "warpath/matrix.hpp"
#include "warpath/semiring.hpp"

namespace warpath {

// Wide enough for sums along any path: integers are not rounded at all, floats less than they are.
template <class T>
using Potential =
    std::conditional_t<std::integral<T>, WideInteger<T>,
                       std::conditional_t<std::same_as<T, float>, double, long double>>;

template <class T>
class Potentials {
 public:
  explicit Potentials(std::vector<Potential<T>> heights) : heights_(std::move(heights)) {}

  // What takes the place of a weight. Where cycles a little below 0 were taken for 0, some arcs are
  // still below it: they become 0.
  T reduced(T weight, Index u, Index v) const {
    if (weight == no_path<T>()) return weight;
    const Potential<T> more = heights_[at(u)] - heights_[at(v)];
    return static_cast<T>(std::max<Potential<T>>(0, static_cast<Potential<T>>(weight) + more));
  }

  // The distance that has come out as `distance`. Error bad_input when T cannot hold it.
  T restored(T distance, Index u, Index v) const {
    if (distance == no_path<T>()) return distance;
    const Potential<T> less = heights_[at(u)] - heights_[at(v)];
    const auto found = static_cast<T>(static_cast<Potential<T>>(distance) - less);
    if (std::floating_point<T> && !std::isfinite(static_cast<double>(found))) {
      refuse_distance<T>(u, v);
    }
    return found;
  }

  // All weights of a matrix, and all distances of one.
  void reduce(MatrixView<T> weights, Crew& crew) const {
    each_cell(weights, crew, [&](T& cell, Index u, Index v) { cell = reduced(cell, u, v); });
  }
  void restore(MatrixView<T> distances, Crew& crew) const {
    each_cell(distances, crew, [&](T& cell, Index u, Index v) { cell = restored(cell, u, v); });
  }

  // A row of distances from u.
  void restore_row(T* row, Index u, Index n) const {
    for (Index v = 0; v < n; ++v) row[v] = restored(row[v], u, v);
  }

 private:
  // By rows, or by columns where these lie in one piece.
  template <class Body>
  static void each_cell(MatrixView<T> cells, Crew& crew, const Body& body) {
    const bool by_rows = std::abs(cells.column_stride()) <= std::abs(cells.row_stride());
    crew.run_rows(cells.rows(), [&](Index i) {
      for (Index j = 0; j < cells.rows(); ++j) {
        by_rows ? body(cells(i, j), i, j) : body(cells(j, i), j, i);
      }
    });
  }

  std::vector<Potential<T>> heights_;
};

}  // namespace warpath
