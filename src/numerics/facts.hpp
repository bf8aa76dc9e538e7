// What one look at every weight tells, before anything is planned: signs, ranges, symmetry. Weights
// that no solve could take are refused here.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>

#include "base/any_matrix.hpp"
#include "base/crew.hpp"
#include "numerics/rules.hpp"
#include "warpath/types.hpp"

namespace warpath {

// Sums of one weight for every vertex. Those of integers are exact as long as they are near what the
// type holds: mostly long doubles have 64 bits. Where they have fewer, kBoundError of a sum may be
// missing: 2^31 times half a unit, and some more.
using Bound = long double;
template <class T>
inline constexpr Bound kBoundError =
    std::numeric_limits<T>::digits > std::numeric_limits<Bound>::digits ? 0x1p-20 : 0;

struct InputFacts {
  bool nonnegative = true;    // every weight is at least +0
  double largest = 0;         // of the finite weights, in magnitude
  Index vertices = 0;         // that have been added
  Bound positive_bound = 0;   // no path is longer than this,
  Bound negative_bound = 0;   // and none is shorter than minus this, unless it holds a cycle
  bool may_overflow = false;  // distances may exceed the type: finish() looks
  bool tidy = true;           // no -0, and no true but 1: tidy() has nothing to do

  // The arcs out of one vertex weigh from `low` to `high`.
  template <class T>
  void add(T low, T high) {
    ++vertices;
    negative_bound -= static_cast<Bound>(low);
    positive_bound += static_cast<Bound>(high);
    largest = std::max({largest, -static_cast<double>(low), static_cast<double>(high)});
  }
};

// Where a message says a cell is: the matrix may be the transpose of what the user sees.
enum class Orientation : std::uint8_t { as_seen, transposed };
std::string weight_at(Index i, Index j, Orientation orientation);

// Those of a matrix, where it lies.
struct MatrixFacts {
  InputFacts weights;
  bool symmetric = false;
};

// Looks at a square matrix of arc weights in any layout and of any weight type, as S's type will
// see them. Error bad_input, naming the cell, for NaN, -inf and weights outside the type; also when
// distances cannot be told from "no path" in this type. `both_ways`: arcs count in either direction.
template <class S>
InputFacts look_at(const AnyInput& weights, bool both_ways, Orientation orientation, Crew& crew);

// Error bad_input when a weight from i to j cannot be one of a solve.
template <class T>
void check_cell(T weight, const Rules<T>& rules, Index i, Index j, Orientation orientation);
template <class S>
void check_cell(typename S::Weight weight, Index i, Index j, Orientation orientation) {
  check_cell(weight, rules_of<S>, i, j, orientation);
}

// Error bad_input when the facts about all rows say that distances cannot be told from "no path".
template <class S>
void check_range(InputFacts& facts);

// Whether (i, j) and (j, i) hold the same, for all pairs. Any layout.
bool is_symmetric(const AnyInput& matrix, Crew& crew);

}  // namespace warpath
