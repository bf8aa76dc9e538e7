// How cuda_runtime.h (tests/device) has device code run on the device that is played: threads of a block take turns
// (tests/played/threads_of_a_block.cpp), from one place where they wait for each other to the next.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <cstring>

// Of the thread that runs.
inline dim3 threadIdx, blockIdx, blockDim, gridDim;

namespace on_host {

inline constexpr unsigned kLanes = 32;

// All that wait for each other must do so at the same line.
void wait_for_block(int line);
void wait_for_warp(int line);

// The values of all lanes of the warp, which are there until the next exchange.
const std::uint64_t* exchanged(std::uint64_t value);

[[noreturn]] void fail(const char* what);

// Whether what this block fetches comes at once, or as late as it may.
bool fetches_come_at_once();

// Of all lanes of a warp: what read() makes of a function from lanes to their values.
template <class T, class Read>
auto exchange(T value, const Read& read) {
  static_assert(sizeof(T) <= sizeof(std::uint64_t));
  std::uint64_t mine = 0;
  std::memcpy(&mine, &value, sizeof(T));
  const std::uint64_t* values = exchanged(mine);
  return read([&](unsigned lane) {
    T other;
    std::memcpy(&other, &values[lane], sizeof(T));
    return other;
  });
}

// All of a warp: until all of them say so. Others go on meanwhile.
template <class Ready>
void wait_until(const Ready& ready) {
  for (int turns = 0; turns < 100'000; ++turns) {
    if (exchange(ready(), [](const auto& of) {
          bool all = true;
          for (unsigned lane = 0; lane < kLanes; ++lane) all = all && of(lane);
          return all;
        })) {
      return;
    }
  }
  fail("a warp waits for what does not come");
}

}  // namespace on_host

inline void __syncthreads(int line = __builtin_LINE()) { on_host::wait_for_block(line); }
inline void __syncwarp(int line = __builtin_LINE()) { on_host::wait_for_warp(line); }
