#include "cuda/pinned.hpp"

#include "cuda/device/owned.hpp"

namespace warpath::cuda {

void* allocate_pinned(std::size_t bytes) {
  void* memory = nullptr;
  CUDA_CHECK(cudaMallocHost(&memory, bytes));
  return memory;
}

void free_pinned(void* memory) noexcept {
  ignore(cudaFreeHost(memory));
}

}  // namespace warpath::cuda
