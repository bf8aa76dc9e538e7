// Before and after the kernel: what the numerics contract promises about single weights and about
// the range of distances. All functions work on a row-major matrix, `ld` elements from row to row.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <limits>

#include "base/crew.hpp"
#include "numerics/orientation.hpp"
#include "numerics/rounding.hpp"
#include "warpath/options.hpp"
#include "warpath/semiring.hpp"
#include "warpath/types.hpp"

namespace warpath {

// Sums of one weight for every vertex. Those of integers are exact as long as they are near what the
// type holds: mostly long doubles have 64 bits. Where they have fewer, kBoundError of a sum may be
// missing: 2^31 times half a unit, and some more.
using Bound = long double;
template <class T>
inline constexpr Bound kBoundError =
    std::numeric_limits<T>::digits > std::numeric_limits<Bound>::digits ? 0x1p-20 : 0;

// What one look at every weight tells.
struct InputFacts {
  bool nonnegative = true;    // every weight is at least +0
  double largest = 0;         // of the finite weights, in magnitude
  Bound positive_bound = 0;   // no path is longer than this,
  Bound negative_bound = 0;   // and none is shorter than minus this, unless it holds a cycle
  bool may_overflow = false;  // distances may exceed the type: finish() looks

  // The arcs out of one vertex weigh from `low` to `high`.
  template <class T>
  void add(T low, T high) {
    negative_bound -= static_cast<Bound>(low);
    positive_bound += static_cast<Bound>(high);
    largest = std::max({largest, -static_cast<double>(low), static_cast<double>(high)});
  }
};

// Checks every weight and normalises it (-0 becomes +0, any true becomes 1). Error bad_input,
// naming the cell, for NaN, -inf and integers outside the type's range; also when distances cannot
// be told from "no path" in this type. Values stay the same, but for signs of zero. `both_ways`:
// arcs will count in either direction.
template <class S>
InputFacts prepare(typename S::Weight* w, Index n, Index ld, Orientation orientation,
                   bool both_ways, Crew& crew);

// The same for one cell, at row i and column j.
template <class S>
void check_cell(typename S::Weight& v, Index i, Index j, Orientation orientation);

// Error bad_input when the facts about all rows say that distances cannot be told from "no path".
template <class S>
void check_range(InputFacts& facts);

// What stands for "no path" from here on, when negative weights have been added to it. Not less than
// the longest path, nor more than the least such sum: check_range() has made sure of room between.
template <class S>
typename S::Weight least_no_path(const InputFacts& facts) {
  using T = typename S::Weight;
  if constexpr (S::adds && std::integral<T>) {
    const Bound taken = facts.negative_bound * (1 + kBoundError<T>);
    return static_cast<T>(S::no_path() - static_cast<T>(std::ceil(taken)));
  }
  return S::no_path();
}

// What counts as a negative cycle.
CycleTolerance tolerance_of(const Options& options, WeightType weight, const InputFacts& facts);

// The empty path from each vertex to itself, unless a self-loop is better (a negative cycle).
template <class S>
void set_diagonal(typename S::Weight* w, Index n, Index ld);

// w_ij <- the better of w_ij and w_ji.
template <class S>
void make_symmetric(typename S::Weight* w, Index n, Index ld, Crew& crew);

template <class T>
bool is_symmetric(const T* w, Index n, Index ld, Crew& crew);

// Sets the diagonal to the empty path and every "no path" to its one value. Error bad_input when
// a distance has outgrown the type.
template <class S>
void finish(typename S::Weight* w, Index n, Index ld, const InputFacts& facts,
            Orientation orientation, Crew& crew);

}  // namespace warpath
