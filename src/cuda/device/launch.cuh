// How kernels are launched that are run on the host, too, by tests: these have a header of this name of their own
// (tests/played/device), and all else as it is.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

namespace warpath::cuda {

// Of 256 threads: so many keep a large device busy.
inline constexpr long long kBusyBlocks = 4096;

struct KernelLaunch {
  dim3 grid;  // blocks
  unsigned threads = 0;
  std::size_t shared_bytes = 0;  // that the kernel does not have by itself
  cudaStream_t stream = nullptr;
};

// CUDA_CHECK_LAUNCH belongs behind it.
template <class... Parameters, class... Arguments>
void launch_kernel(void (*kernel)(Parameters...), const KernelLaunch& how,
                   const Arguments&... arguments) {
  kernel<<<how.grid, how.threads, how.shared_bytes, how.stream>>>(arguments...);
}

}  // namespace warpath::cuda
