// Sums of distances in device memory, and how they are put together.
#pragma once

#include "cuda/sparse/variant.hpp"

namespace warpath::cuda::sparse {

__device__ inline void add_to(DeviceSums& sums, const DeviceSums& more) {
  if (more.reached == 0) return;
  sums.farthest = sums.reached == 0 ? more.farthest : fmax(sums.farthest, more.farthest);
  sums.total += more.total;
  sums.reciprocals += more.reciprocals;
  sums.reached += more.reached;
}

// Doubles as integers that order like them.
__device__ inline long long order_key(double value) {
  const long long bits = __double_as_longlong(value);
  return bits ^ ((bits >> 63) & 0x7fffffffffffffffLL);
}

}  // namespace warpath::cuda::sparse
