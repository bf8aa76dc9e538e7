// Stands in for src/cuda/device/bulk_copy.cuh on the device that is played. Copies come at once, or as late as they may,
// when somebody waits for them.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>
#include <cstring>
#include <map>
#include <vector>

namespace warpath::cuda {

struct Barrier {
  int arrivals;
  int missing;  // in this round
  long long bytes;
  unsigned rounds;  // that have ended

  void announce(int count) {
    arrivals = missing = count;
    bytes = 0;
    rounds = 0;
  }
  void arrive() {
    if (missing-- == 0) on_host::fail("more arrive at a barrier than were announced");
    look();
  }
  void look() {
    if (missing > 0 || bytes > 0) return;
    if (bytes < 0) on_host::fail("more is copied than was expected");
    missing = arrivals;
    ++rounds;
  }
  void wait(std::uint32_t parity) const;
};

inline constexpr int kCopyArrivals = 1;

struct LateCopy {
  void* to;
  const void* from;
  std::uint32_t bytes;

  void come(Barrier& barrier) const {
    std::memcpy(to, from, bytes);
    barrier.bytes -= bytes;
    barrier.look();
  }
};
inline std::map<const Barrier*, std::vector<LateCopy>> late_copies;

inline void Barrier::wait(std::uint32_t parity) const {
  on_host::wait_until([&] {
    for (const LateCopy& copy : std::exchange(late_copies[this], {})) {
      copy.come(const_cast<Barrier&>(*this));
    }
    return rounds % 2 != parity;
  });
}

inline void expect(Barrier& barrier, std::uint32_t bytes) {
  if (threadIdx.x % on_host::kLanes == 0) {
    barrier.bytes += bytes;
    barrier.arrive();
  }
  __syncwarp();
}

inline void copy_by_thread(void* shared, const void* global, std::uint32_t bytes,
                           Barrier& barrier) {
  const auto place =
      reinterpret_cast<std::uintptr_t>(shared) | reinterpret_cast<std::uintptr_t>(global) | bytes;
  if (bytes == 0 || place % 16 != 0) on_host::fail("copies what cannot be copied");
  const LateCopy copy{shared, global, bytes};
  if (on_host::fetches_come_at_once()) {
    copy.come(barrier);
  } else {
    late_copies[&barrier].push_back(copy);
  }
}

}  // namespace warpath::cuda

#include "bulk_copies.hpp"
