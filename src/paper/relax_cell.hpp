// What the sequential kernels share: the task itself, and the look at the diagonal.
#pragma once

#include "kernels/work.hpp"

namespace warpath::paper {

// One task of the paper: w_ij <- min(w_ij, w_ik + w_kj).
template <class S>
inline void relax_cell(typename S::Weight& w_ij, typename S::Weight w_ik, typename S::Weight w_kj) {
  const typename S::Weight through_k = S::extend(w_ik, w_kj);
  if (S::is_better(through_k, w_ij)) w_ij = through_k;
}

// Before k becomes a pivot for the rows and columns in [begin, end): a cycle through it that
// improves on standing still ends the solve; values would grow exponentially from here on.
template <class S>
inline void check_pivot(typename S::Weight* w, Index ld, Index k, Index begin, Index end,
                        const CycleTolerance& tolerance) {
  if (begin <= k && k < end && !settle_loop<S>(w[k * ld + k], tolerance)) throw_negative_cycle(k);
  if constexpr (kRounds<S>) {
    for (Index i = begin; i < end; ++i) {
      if (i != k && !settle_pair(w[i * ld + k], w[k * ld + i], tolerance)) throw_negative_cycle(k);
    }
  }
}

}  // namespace warpath::paper
