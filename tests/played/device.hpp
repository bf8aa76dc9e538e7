// The device that is played, as tests see it.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <functional>

namespace played {

constexpr std::size_t kMemory = std::size_t{8} << 30;

// Has so many bytes from here on. Those that are taken count.
void have_memory(std::size_t bytes);

// Says that so many are free, whatever is true, from here on; 0: what is true.
void say_free(std::size_t bytes);

// That are taken now, and the most that were since this was last asked for.
std::size_t taken();
std::size_t most_taken();

// In the stream's order, what the device does elsewhere.
void do_on_host(cudaStream_t stream, std::function<void()> work);

// Kernels that ran, for tests that must not be about nothing.
long launches();

}  // namespace played
