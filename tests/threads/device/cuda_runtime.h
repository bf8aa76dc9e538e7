// Stands in for CUDA's header where device code is compiled for the host: a block is 256 threads of the host, or a warp
// 32 of them, and ThreadSanitizer sees what they do to shared memory.
#pragma once

#include <algorithm>
#include <atomic>
#include <barrier>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

#define __device__
#define __global__
#define __shared__
#define __grid_constant__
#define __launch_bounds__(...)
#define __noinline__
#define __constant__ static

using cudaStream_t = void*;

namespace on_host {

inline constexpr int kThreads = 256;
struct Index {
  unsigned x, y;
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

// Lanes that exchange values; without one, threads are no warp.
struct Warp {
  static constexpr int kLanes = 32;
  std::barrier<> all{kLanes};
  std::uint64_t values[kLanes] = {};
};
inline thread_local Warp* warp = nullptr;

}  // namespace on_host

struct alignas(16) uint4 {
  unsigned x, y, z, w;
};
inline thread_local on_host::Index threadIdx;
inline thread_local on_host::Index blockIdx;

inline void __syncthreads() {
  on_host::block.arrive_and_wait();
}
inline int __syncthreads_and(int yes) {
  return on_host::vote(on_host::all, yes == 0, threadIdx.x);
}
inline int __syncthreads_or(int yes) {
  return on_host::vote(on_host::any, yes != 0, threadIdx.x);
}
inline void __syncwarp() {
  if (on_host::warp != nullptr) on_host::warp->all.arrive_and_wait();
}
inline void __threadfence() {
  std::atomic_thread_fence(std::memory_order_seq_cst);
}
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
inline unsigned __viaddmin_s16x2(unsigned a, unsigned b, unsigned c) {
  const auto half = [&](int bits) {
    const auto of = [&](unsigned word) { return static_cast<std::int16_t>(word >> bits); };
    const auto sum = static_cast<std::int16_t>(of(a) + of(b));
    return unsigned{static_cast<std::uint16_t>(std::min(sum, of(c)))} << bits;
  };
  return half(0) | half(16);
}
inline unsigned __vimin3_s16x2(unsigned a, unsigned b, unsigned c) {
  return __viaddmin_s16x2(0, a, __viaddmin_s16x2(0, b, c));
}
// Not needed.
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

inline void atomicMax(long long* value, long long other) {
  long long now = std::atomic_ref(*value).load();
  while (now < other && !std::atomic_ref(*value).compare_exchange_weak(now, other)) {
  }
}
inline void atomicMin(long long* value, long long other) {
  long long now = std::atomic_ref(*value).load();
  while (now > other && !std::atomic_ref(*value).compare_exchange_weak(now, other)) {
  }
}

// Of a warp. All lanes take part.
namespace on_host {
template <class T, class Read>
auto exchange(T value, const Read& read) {
  static_assert(sizeof(T) <= sizeof(std::uint64_t));
  std::uint64_t& mine = warp->values[threadIdx.x % Warp::kLanes];
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
template <class T, class Merge>
T reduce(T value, const Merge& merge) {
  return exchange(value, [&](const auto& of) {
    T result = of(0);
    for (unsigned lane = 1; lane < Warp::kLanes; ++lane) result = merge(result, of(lane));
    return result;
  });
}
}  // namespace on_host

template <class T>
T __shfl_sync(unsigned, T value, int from) {
  return on_host::exchange(value,
                           [&](const auto& of) { return of(static_cast<unsigned>(from)); });
}
template <class T>
T __shfl_xor_sync(unsigned, T value, int bit) {
  return on_host::exchange(value, [&](const auto& of) {
    return of(threadIdx.x % on_host::Warp::kLanes ^ static_cast<unsigned>(bit));
  });
}
inline unsigned __ballot_sync(unsigned, bool yes) {
  const unsigned mine = yes ? 1u << threadIdx.x % on_host::Warp::kLanes : 0;
  return on_host::reduce(mine, [](unsigned a, unsigned b) { return a | b; });
}
inline bool __any_sync(unsigned all, bool yes) {
  return __ballot_sync(all, yes) != 0;
}
inline int __reduce_min_sync(unsigned, int value) {
  return on_host::reduce(value, [](int a, int b) { return std::min(a, b); });
}
inline int __reduce_max_sync(unsigned, int value) {
  return on_host::reduce(value, [](int a, int b) { return std::max(a, b); });
}
inline unsigned __reduce_add_sync(unsigned, unsigned value) {
  return on_host::reduce(value, [](unsigned a, unsigned b) { return a + b; });
}

inline int __ffs(int word) {
  return word == 0 ? 0 : std::countr_zero(static_cast<unsigned>(word)) + 1;
}
inline float __fdividef(float a, float b) {
  return a / b;
}
inline int __float2int_rd(float value) {
  return static_cast<int>(std::floor(value));
}
inline int __double2int_rd(double value) {
  return static_cast<int>(std::floor(value));
}
inline long long __double_as_longlong(double value) {
  return std::bit_cast<long long>(value);
}
template <class T>
T __ldcg(const T* value) {
  return *value;
}
template <class T>
void __stcs(T* to, T value) {
  *to = value;
}

namespace warpath::cuda::dense {
using std::max;
using std::min;
}  // namespace warpath::cuda::dense
namespace warpath::cuda::sparse {
using std::max;
using std::min;
}  // namespace warpath::cuda::sparse
