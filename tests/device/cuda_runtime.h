// Stands in for CUDA's header where device code is compiled for the host: the words of the language, and what a thread can do
// by itself or with its warp. How threads are run is up to on_host.hpp: by threads of the host (tests/threads/device), so that
// ThreadSanitizer sees what they do to shared memory, or one after the other (tests/played/device), which is fast.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "on_host.hpp"

#define __device__
#define __global__
#define __shared__
#define __grid_constant__
#define __launch_bounds__(...)
#define __noinline__
#define __constant__ static

struct alignas(8) uint2 {
  unsigned x, y;
};
struct alignas(16) uint4 {
  unsigned x, y, z, w;
};

inline void __threadfence() {
  std::atomic_thread_fence(std::memory_order_seq_cst);
}

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

// Two int16 in a word.
namespace on_host {
template <class Of>
unsigned of_halves(const Of& of) {
  const auto half = [&](int bits) {
    const auto value = of([&](unsigned word) { return static_cast<std::int16_t>(word >> bits); });
    return unsigned{static_cast<std::uint16_t>(value)} << bits;
  };
  return half(0) | half(16);
}
}  // namespace on_host
inline unsigned __viaddmin_s16x2(unsigned a, unsigned b, unsigned c) {
  return on_host::of_halves([&](const auto& half) {
    return std::min(static_cast<std::int16_t>(half(a) + half(b)), half(c));
  });
}
inline unsigned __vimin3_s16x2(unsigned a, unsigned b, unsigned c) {
  return on_host::of_halves(
      [&](const auto& half) { return std::min({half(a), half(b), half(c)}); });
}
inline unsigned __vimax3_s16x2(unsigned a, unsigned b, unsigned c) {
  return on_host::of_halves(
      [&](const auto& half) { return std::max({half(a), half(b), half(c)}); });
}
inline unsigned __vmins2(unsigned a, unsigned b) {
  return __vimin3_s16x2(a, a, b);
}
inline unsigned __vmaxs2(unsigned a, unsigned b) {
  return __vimax3_s16x2(a, a, b);
}

template <class T>
T __ldg(const T* value) {
  return *value;
}
template <class T>
T __ldcg(const T* value) {
  return *value;
}
template <class T>
void __stcs(T* to, T value) {
  *to = value;
}
template <class T>
T atomicAdd(T* value, T more) {
  return std::atomic_ref(*value).fetch_add(more);
}
template <class T>
void atomicMax(T* value, T other) {
  T now = std::atomic_ref(*value).load();
  while (now < other && !std::atomic_ref(*value).compare_exchange_weak(now, other)) {
  }
}
template <class T>
void atomicMin(T* value, T other) {
  T now = std::atomic_ref(*value).load();
  while (now > other && !std::atomic_ref(*value).compare_exchange_weak(now, other)) {
  }
}

// Of a warp. All lanes take part.
namespace on_host {
template <class T, class Merge>
T reduce(T value, const Merge& merge) {
  return exchange(value, [&](const auto& of) {
    T result = of(0);
    for (unsigned lane = 1; lane < kLanes; ++lane) result = merge(result, of(lane));
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
    return of(threadIdx.x % on_host::kLanes ^ static_cast<unsigned>(bit));
  });
}
inline unsigned __ballot_sync(unsigned, bool yes) {
  const unsigned mine = yes ? 1u << threadIdx.x % on_host::kLanes : 0;
  return on_host::reduce(mine, [](unsigned a, unsigned b) { return a | b; });
}
inline int __popc(unsigned bits) {
  return std::popcount(bits);
}
inline bool __all_sync(unsigned all, bool yes) {
  return __ballot_sync(all, !yes) == 0;
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

inline float __fdividef(float a, float b) {
  return a / b;
}
// What has no place in an int becomes the nearest that has.
inline int __double2int_rd(double value) {
  constexpr double least = std::numeric_limits<int>::min();
  constexpr double most = std::numeric_limits<int>::max();
  return static_cast<int>(std::clamp(std::floor(value), least, most));
}
inline int __float2int_rd(float value) {
  return __double2int_rd(static_cast<double>(value));
}
inline long long __double_as_longlong(double value) {
  return std::bit_cast<long long>(value);
}

namespace warpath::cuda::dense {
using std::max;
using std::min;
}  // namespace warpath::cuda::dense
namespace warpath::cuda::sparse {
using std::max;
using std::min;
}  // namespace warpath::cuda::sparse
