// Judges predecessors by walking every path, arc by arc.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>

#include "support/combinations.hpp"
#include "warpath/result.hpp"

namespace support {

// The best arc from u to v; S::no_path() where there is none.
template <class S>
using ArcWeight = std::function<typename S::Weight(Index, Index)>;

// Success, or what is wrong with the path of some pair: predecessors lead from every vertex that is reached to the source,
// along arcs that exist, in fewer than n steps, and what the arcs give together is the distance; for floats, within what
// adding n numbers in any order can do, and `settled`: what cycles of weight 0 may have been taken for.
template <class S>
testing::AssertionResult walks(warpath::MatrixView<const typename S::Weight> distances,
                               warpath::MatrixView<const std::int32_t> before,
                               const std::function<Index(Index)>& source_of,
                               const ArcWeight<S>& arc, double settled = 0) {
  using T = typename S::Weight;
  const Index n = distances.columns();
  if (before.rows() != distances.rows() || before.columns() != n) {
    return testing::AssertionFailure()
           << "predecessors are " << before.rows() << " x " << before.columns() << ", distances "
           << distances.rows() << " x " << n;
  }
  for (Index i = 0; i < distances.rows(); ++i) {
    const Index source = source_of(i);
    for (Index j = 0; j < n; ++j) {
      const auto bad = [&](const std::string& what) {
        return testing::AssertionFailure() << "from " << source << " to " << j << ": " << what;
      };
      const T distance = distances(i, j);
      if (j == source || distance == S::no_path()) {
        if (before(i, j) != -1) return bad("a predecessor where there is none");
        continue;
      }
      // Holds the sums of all integers, and rounds those of floats less than they are.
      long double sum = 0;
      double magnitude = 0;
      T narrowest = S::empty_path();
      Index steps = 0;
      for (Index v = j; v != source; ++steps) {
        const Index u = before(i, v);
        if (u < 0 || u >= n)
          return bad("no vertex " + std::to_string(u) + " before " + std::to_string(v));
        if (steps >= n) return bad("round in circles");
        const T weight = arc(u, v);
        if (weight == S::no_path()) {
          return bad("no arc from " + std::to_string(u) + " to " + std::to_string(v));
        }
        sum += static_cast<long double>(weight);
        magnitude += std::abs(static_cast<double>(weight));
        narrowest = S::extend(narrowest, weight);
        v = u;
      }
      if constexpr (!is_shortest<S>) {
        if (narrowest != distance) return bad("the arcs give " + std::to_string(narrowest));
      } else if constexpr (std::is_integral_v<T>) {
        if (sum != static_cast<long double>(distance))
          return bad("the arcs sum to " + std::to_string(sum));
      } else {
        const double unit = std::numeric_limits<T>::epsilon();
        const double allowed = settled + static_cast<double>(n + 2) * unit *
                                             (magnitude + std::abs(static_cast<double>(distance)));
        if (std::abs(sum - static_cast<long double>(distance)) > allowed) {
          return bad("the arcs sum to " + std::to_string(sum) + ", the distance is " +
                     std::to_string(distance));
        }
      }
    }
  }
  return testing::AssertionSuccess();
}

// The same for all pairs of a result, along the cells of a matrix.
template <class S>
testing::AssertionResult walks(const warpath::Result& result,
                               const Cells<typename S::Weight>& cells, double settled = 0) {
  const Index n = result.vertices();
  const auto sources = result.sources();
  return walks<S>(
      result.distances<typename S::Weight>(), result.predecessors(),
      [&](Index i) { return sources.empty() ? i : sources[static_cast<std::size_t>(i)]; },
      [&](Index u, Index v) { return cells[static_cast<std::size_t>(u * n + v)]; }, settled);
}

}  // namespace support
