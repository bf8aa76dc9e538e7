// What the sequential kernels share: the task itself, and the look at the diagonal.
#pragma once

#include "core/kernel_call.hpp"
#include "warpath/semiring.hpp"

namespace warpath::paper {

// One task of the paper: w_ij <- min(w_ij, w_ik + w_kj).
template <class S>
inline void relax_cell(typename S::Weight& w_ij, typename S::Weight w_ik, typename S::Weight w_kj) {
  const typename S::Weight through_k = S::extend(w_ik, w_kj);
  if (S::is_better(through_k, w_ij)) w_ij = through_k;
}

// Before k becomes a pivot: a cycle through it that improves on standing still ends the solve;
// values would grow exponentially from here on. Within the tolerance it is rounding.
template <class S>
inline void check_pivot(typename S::Weight& w_kk, Index k, double tolerance) {
  if (!S::is_better(w_kk, S::empty_path())) return;
  if (S::kind == SemiringKind::shortest_path && static_cast<double>(w_kk) < -tolerance) {
    throw_negative_cycle(k);
  }
  w_kk = S::empty_path();
}

}  // namespace warpath::paper
