// Stands in for src/cuda/device/bulk_copy.cuh on the host. Copies happen as late as they may: when they are waited for.
#pragma once

#include <cuda_runtime.h>

#include <cstring>
#include <vector>

namespace warpath::cuda {

struct Barrier {
  void announce(int) {}
  void arrive() {}
  void wait(std::uint32_t) const {}
};
inline constexpr int kCopyArrivals = 1;
inline void expect(Barrier&, std::uint32_t) {}
inline void copy_by_warp(void*, const void*, std::uint32_t, Barrier&) {}
inline void end_copies(Barrier&) {}
inline void fence_device_memory() {}
inline void fence_shared_memory() {}

template <class T>
T* same_in_warp(T* pointer) {
  return pointer;
}

struct CopyOut {
  void* to;
  const void* from;
  std::size_t bytes;
};
inline thread_local std::vector<CopyOut> copies_out;

inline void start_copy_out(void* global, const void* shared, std::uint32_t bytes) {
  copies_out.push_back({global, shared, bytes});
}
inline void wait_for_copies_out() {
  for (const CopyOut& copy : copies_out) std::memcpy(copy.to, copy.from, copy.bytes);
  copies_out.clear();
}

}  // namespace warpath::cuda
