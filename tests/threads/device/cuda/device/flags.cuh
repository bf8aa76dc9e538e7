// Stands in for src/cuda/device/flags.cuh on the host. Flags order all that was done before, so fences do nothing.
#pragma once

#include <cuda_runtime.h>

#include <thread>

namespace warpath::cuda {

inline void release() {}
inline void release_to_host() {}
inline void acquire() {}
inline void raise(int* flag, int value) {
  std::atomic_ref(*flag).store(value);
}
inline void add_one(int* counter) {
  std::atomic_ref(*counter).fetch_add(1);
}
inline int look(const int* flag) {
  std::this_thread::yield();  // who looks waits, and others have something to do
  return std::atomic_ref(*const_cast<int*>(flag)).load();
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
inline int multiprocessor() {
  return 0;
}

}  // namespace warpath::cuda
