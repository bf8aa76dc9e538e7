// How cuda_runtime.h (tests/device) has device code run: a block is 256 threads of the host, or as many as a test says.
#pragma once

#include <atomic>
#include <barrier>
#include <cstdint>
#include <cstring>

using cudaStream_t = void*;

namespace on_host {

inline constexpr int kThreads = 256;
inline constexpr unsigned kLanes = 32;
struct Index {
  unsigned x, y;
};
inline std::barrier<> of_all(kThreads);
inline std::barrier<>* block = &of_all;  // that threads of a block wait at
inline std::atomic<int> all{1}, any{0};

// Values that threads vote on between barriers; the first of them clears up.
inline int vote(std::atomic<int>& ballot, bool change, unsigned thread) {
  const int before = &ballot == &all ? 1 : 0;
  if (change) ballot = 1 - before;
  block->arrive_and_wait();
  const int result = ballot;
  block->arrive_and_wait();
  if (thread == 0) ballot = before;
  block->arrive_and_wait();
  return result;
}

// Lanes that exchange values; without one, threads are no warp.
struct Warp {
  std::barrier<> all{kLanes};
  std::uint64_t values[kLanes] = {};
};
inline thread_local Warp* warp = nullptr;

}  // namespace on_host

inline thread_local on_host::Index threadIdx;
inline thread_local on_host::Index blockIdx;

inline void __syncthreads() { on_host::block->arrive_and_wait(); }
inline int __syncthreads_and(int yes) { return on_host::vote(on_host::all, yes == 0, threadIdx.x); }
inline int __syncthreads_or(int yes) { return on_host::vote(on_host::any, yes != 0, threadIdx.x); }
inline void __syncwarp() {
  if (on_host::warp != nullptr) on_host::warp->all.arrive_and_wait();
}
inline void __nanosleep(unsigned) {}

namespace on_host {

// Of all lanes of a warp: what read() makes of a function from lanes to their values.
template <class T, class Read>
auto exchange(T value, const Read& read) {
  static_assert(sizeof(T) <= sizeof(std::uint64_t));
  std::uint64_t& mine = warp->values[threadIdx.x % kLanes];
  mine = 0;
  std::memcpy(&mine, &value, sizeof(T));
  warp->all.arrive_and_wait();
  const auto result = read([](unsigned lane) {
    T other;
    std::memcpy(&other, &warp->values[lane], sizeof(T));
    return other;
  });
  warp->all.arrive_and_wait();
  return result;
}

}  // namespace on_host
