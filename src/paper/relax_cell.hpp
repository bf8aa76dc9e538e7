// What the sequential kernels share: the task itself.
#pragma once

#include "kernels/work.hpp"

namespace warpath::paper {

// One task of the paper: w_ij <- min(w_ij, w_ik + w_kj).
template <class S>
inline void relax_cell(typename S::Weight& w_ij, typename S::Weight w_ik, typename S::Weight w_kj) {
  const typename S::Weight through_k = S::extend(w_ik, w_kj);
  if (S::is_better(through_k, w_ij)) w_ij = through_k;
}

}  // namespace warpath::paper
