// What stand-ins of cuda/device/bulk_copy.cuh have in common, behind their copy_by_thread().
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

namespace warpath::cuda {

inline void copy_last_by_thread(void* shared, const void* global, std::uint32_t bytes,
                                Barrier& barrier) {
  copy_by_thread(shared, global, bytes, barrier);
}
inline void copy_by_warp(void* shared, const void* global, std::uint32_t bytes, Barrier& barrier) {
  if (threadIdx.x % on_host::kLanes == 0) copy_by_thread(shared, global, bytes, barrier);
}
template <class Copy>
void each_copy_by_warp(int count, const Copy& copy) {
  if (threadIdx.x % on_host::kLanes == 0) {
    for (int i = 0; i < count; ++i) copy(i);
  }
  __syncwarp();
}
inline void end_copies(Barrier&) {}
inline void fence_device_memory() {}

}  // namespace warpath::cuda
