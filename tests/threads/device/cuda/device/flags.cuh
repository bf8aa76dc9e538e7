// Stands in for src/cuda/device/flags.cuh on the host. Flags order all that was done before, so fences do nothing.
#pragma once

#include <cuda_runtime.h>

#include <thread>

namespace warpath::cuda {

inline void release() {}
inline void release_to_host() {}
inline void raise(int* flag, int value) { std::atomic_ref(*flag).store(value); }
inline void add_one(int* counter) { std::atomic_ref(*counter).fetch_add(1); }
inline int look(const int* flag) {
  std::this_thread::yield();  // who looks waits, and others have something to do
  return std::atomic_ref(*const_cast<int*>(flag)).load();
}
struct Awaited {
  const int* flag = nullptr;
  int least = 0;
  int most = 0x7fffffff;
};
// Every lane for itself: a barrier follows.
inline bool wait_by_warp(Awaited awaited) {
  for (;;) {
    const int value = awaited.flag != nullptr ? look(awaited.flag) : awaited.least;
    if (value > awaited.most) return false;
    if (value >= awaited.least) return true;
  }
}
inline void hint(int* word, int value) {
  std::atomic_ref(*word).store(value, std::memory_order_relaxed);
}
inline int see_hint(const int* word) {
  return std::atomic_ref(*const_cast<int*>(word)).load(std::memory_order_relaxed);
}
template <int kBarrier>
void sync_128() {
  static std::barrier<> barrier(128);
  barrier.arrive_and_wait();
}
inline int multiprocessor() { return 0; }

}  // namespace warpath::cuda
