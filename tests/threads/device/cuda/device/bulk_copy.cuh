// Stands in for src/cuda/device/bulk_copy.cuh on the host. Copies to shared memory happen at once; those from it as late as
// they may: when they are waited for.
#pragma once

#include <cuda_runtime.h>

#include <atomic>
#include <cstring>
#include <new>
#include <thread>
#include <vector>

namespace warpath::cuda {

struct Barrier {
  void announce(int arrivals) {
    new (&arrivals_) long long(arrivals * kArrival);
    new (&missing_) std::atomic<long long>(arrivals_);
    new (&rounds_) std::atomic<std::uint32_t>(0);
  }
  void arrive() { subtract(kArrival); }
  void expect(std::uint32_t bytes) { missing_ += bytes; }
  void come(std::uint32_t bytes) { subtract(bytes); }
  void wait(std::uint32_t parity) const {
    while (rounds_ % 2 == parity) std::this_thread::yield();
  }

 private:
  static constexpr long long kArrival = 1LL << 40;

  void subtract(long long part) {
    if (missing_.fetch_sub(part) != part) return;
    missing_ = arrivals_;
    ++rounds_;
  }

  long long arrivals_;                 // of a round
  std::atomic<long long> missing_;     // arrivals, and bytes
  std::atomic<std::uint32_t> rounds_;  // that have ended
};
inline constexpr int kCopyArrivals = 1;
inline void expect(Barrier& barrier, std::uint32_t bytes) {
  if (threadIdx.x % on_host::kLanes == 0) {
    barrier.expect(bytes);
    barrier.arrive();
  }
  __syncwarp();
}
inline void copy_by_thread(void* shared, const void* global, std::uint32_t bytes,
                           Barrier& barrier) {
  std::memcpy(shared, global, bytes);
  barrier.come(bytes);
}

}  // namespace warpath::cuda

#include "bulk_copies.hpp"

namespace warpath::cuda {

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
