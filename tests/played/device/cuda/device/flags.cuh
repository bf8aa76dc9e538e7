// Stands in for src/cuda/device/flags.cuh on the device that is played. Blocks come one after the other, warps of one
// take turns.
#pragma once

#include <cuda_runtime.h>

namespace warpath::cuda {

inline void release() {}
inline void add_one(int* counter) { ++*counter; }

struct Awaited {
  const int* flag = nullptr;
  int least = 0;
};
inline bool wait_by_warp(Awaited awaited) {
  on_host::wait_until([&] { return awaited.flag == nullptr || *awaited.flag >= awaited.least; });
  return true;
}

}  // namespace warpath::cuda
