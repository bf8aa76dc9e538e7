// Stands in for CUDA's header where device code is compiled for the host: a block is 256 threads of the host, and
// ThreadSanitizer sees what they do to shared memory.
#pragma once

#include <algorithm>
#include <atomic>
#include <barrier>
#include <bit>
#include <cstdint>

#define __device__
#define __global__
#define __noinline__
#define __constant__ static

using cudaStream_t = void*;

namespace on_host {

inline constexpr int kThreads = 256;
struct Index {
  unsigned x;
};
inline std::barrier<> block(kThreads);
inline std::atomic<int> all{1}, any{0};

// Values that threads vote on between barriers; the first of them clears up.
inline int vote(std::atomic<int>& ballot, bool change, unsigned thread) {
  const int before = &ballot == &all ? 1 : 0;
  if (change) ballot = 1 - before;
  block.arrive_and_wait();
  const int result = ballot;
  block.arrive_and_wait();
  if (thread == 0) ballot = before;
  block.arrive_and_wait();
  return result;
}

}  // namespace on_host

inline thread_local on_host::Index threadIdx;

inline void __syncthreads() {
  on_host::block.arrive_and_wait();
}
inline int __syncthreads_and(int yes) {
  return on_host::vote(on_host::all, yes == 0, threadIdx.x);
}
inline int __syncthreads_or(int yes) {
  return on_host::vote(on_host::any, yes != 0, threadIdx.x);
}
inline void __syncwarp() {}
inline void __nanosleep(unsigned) {}

inline int __float_as_int(float value) {
  return std::bit_cast<int>(value);
}
inline float __int_as_float(int bits) {
  return std::bit_cast<float>(bits);
}
inline int __vimin3_s32(int a, int b, int c) {
  return std::min({a, b, c});
}
inline int __viaddmin_s32(int a, int b, int c) {
  return std::min(a + b, c);
}
// Not needed: words of several pivots are left to the GPU.
unsigned __viaddmin_s16x2(unsigned a, unsigned b, unsigned c);
unsigned __vimin3_s16x2(unsigned a, unsigned b, unsigned c);
unsigned __vimax3_s16x2(unsigned a, unsigned b, unsigned c);
unsigned __vmins2(unsigned a, unsigned b);
unsigned __vmaxs2(unsigned a, unsigned b);

template <class T>
T __ldg(const T* value) {
  return *value;
}
template <class T>
T atomicAdd(T* value, T more) {
  return std::atomic_ref(*value).fetch_add(more);
}
inline void atomicMax(int* value, int other) {
  int now = std::atomic_ref(*value).load();
  while (now < other && !std::atomic_ref(*value).compare_exchange_weak(now, other)) {
  }
}

namespace warpath::cuda::dense {
using std::max;
using std::min;
}  // namespace warpath::cuda::dense
