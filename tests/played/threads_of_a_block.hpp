// A block of threads on the device that is played.
#pragma once

#include <cuda_runtime.h>

#include <functional>

namespace on_host {

constexpr unsigned kMostThreads = 1024;
constexpr std::size_t kSharedBytes = std::size_t{227} << 10;
constexpr int kGarbage = 0xa5;  // every byte of memory that nobody has written

// Calls thread() on all threads of a block, with threadIdx set, and with so much shared memory. `backwards`: the last thread
// is the first that runs.
void run_block(unsigned threads, std::size_t shared_bytes, bool backwards,
               const std::function<void()>& thread);

}  // namespace on_host
