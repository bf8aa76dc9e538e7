// Stands in for src/cuda/device/launch.cuh where a device is played.
#pragma once

#include <cuda_runtime.h>

#include <functional>
#include <tuple>

namespace on_host {

// Has the stream run a kernel, all threads of all blocks.
void launch(const void* kernel, dim3 grid, unsigned threads, std::size_t shared_bytes,
            cudaStream_t stream, std::function<void()> thread);

}  // namespace on_host

namespace warpath::cuda {

inline constexpr long long kBusyBlocks = 2;  // few, so that blocks have more than one thing to do

struct KernelLaunch {
  dim3 grid;
  unsigned threads = 0;
  std::size_t shared_bytes = 0;
  cudaStream_t stream = nullptr;
};

template <class... Parameters, class... Arguments>
void launch_kernel(void (*kernel)(Parameters...), const KernelLaunch& how,
                   const Arguments&... arguments) {
  on_host::launch(reinterpret_cast<const void*>(kernel), how.grid, how.threads, how.shared_bytes,
                  how.stream,
                  [kernel, all = std::tuple<std::decay_t<Parameters>...>(arguments...)] {
                    std::apply(kernel, all);
                  });
}

}  // namespace warpath::cuda
