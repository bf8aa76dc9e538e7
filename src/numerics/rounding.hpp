// Negative cycles, and how floats are kept from inventing them.
//
// A cycle of weight 0 may come out at a few units of rounding below 0. Left alone, such a cycle
// doubles at every pivot, because every path that touches it goes round it once more, and after
// some dozens of pivots it looks like a real one. So every pair (i, k) is looked at once, when k
// is a pivot: i -> k -> i may not be better than standing still. Below the tolerance it is a
// negative cycle; above, it is rounding, and the way back is set to undo the way out.
//
// Integers are exact: a look at each diagonal cell before it becomes a pivot is enough.
//
// constexpr, so that device code can call the same functions.
#pragma once

#include <algorithm>
#include <concepts>

#include "warpath/semiring.hpp"

namespace warpath {

// A cycle i -> k -> i counts as negative below -max(absolute, relative * |w_ik|).
struct CycleTolerance {
  double absolute = 0;
  double relative = 0;
};

// Whether pairs need to be looked at: shortest paths in floats with negative weights among them.
template <class S>
inline constexpr bool kRounds = std::floating_point<typename S::Weight>&& S::adds;

// The self-loop of a pivot: false if it is a negative cycle, else it is at most the empty path.
template <class S>
constexpr bool settle_loop(typename S::Weight& w_kk, const CycleTolerance& tolerance) {
  if (!S::is_better(w_kk, S::empty_path())) return true;
  if (S::adds && static_cast<double>(w_kk) < -tolerance.absolute) {
    return false;
  }
  w_kk = S::empty_path();
  return true;
}

// The cycle i -> k -> i, i != k: false if it is negative, else it is so no longer.
template <class T>
constexpr bool settle_pair(T w_ik, T& w_ki, const CycleTolerance& tolerance) {
  const T cycle = w_ik + w_ki;
  if (!(cycle < 0)) return true;
  const double out = static_cast<double>(w_ik < 0 ? -w_ik : w_ik);
  const double slack = std::max(tolerance.absolute, tolerance.relative * out);
  if (static_cast<double>(cycle) < -slack) return false;
  w_ki = T{0} - w_ik;  // not -w_ik, which may be -0
  return true;
}

}  // namespace warpath
