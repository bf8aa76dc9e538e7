// Every call of the CUDA runtime goes through CUDA_CHECK: a failure becomes an Error that carries
// the call and its place.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <string>

#include "warpath/types.hpp"

namespace warpath::cuda {

// does_not_fit for lack of memory, internal for what a correct program never does, unsupported for
// a device that the build has no code for, device_unavailable for everything else.
// Where no later call can work, the remedy says so.
[[noreturn]] void fail(cudaError_t status, const char* call, const char* file, int line);

// "call of 1.5 GiB": what was asked for, in errors.
std::string with_bytes(const char* call, std::size_t bytes);

// Whether every later call of CUDA in this process fails, too: a kernel has faulted, for example.
bool is_lasting(cudaError_t status);

inline void check(cudaError_t status, const char* call, const char* file, int line) {
  if (status != cudaSuccess) fail(status, call, file, line);
}

// Of a block, where nothing speaks for another number.
inline constexpr int kThreads = 256;

constexpr unsigned blocks_for(Index count, Index per_block) {
  return static_cast<unsigned>((count + per_block - 1) / per_block);
}

}  // namespace warpath::cuda

#define CUDA_CHECK(call) ::warpath::cuda::check((call), #call, __FILE__, __LINE__)

// After every <<<...>>>: the launch itself. What goes wrong while the kernel runs is found by the
// next call that waits for it.
#define CUDA_CHECK_LAUNCH(kernel) \
  ::warpath::cuda::check(cudaGetLastError(), "launch of " #kernel, __FILE__, __LINE__)
