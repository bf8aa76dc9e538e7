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

void* allocate_on_device(std::size_t bytes) {
  void* memory = nullptr;
  CUDA_CHECK(cudaMalloc(&memory, bytes));
  return memory;
}

void free_on_device(void* memory) noexcept {
  ignore(cudaFree(memory));
}

void copy_home(void* to, const void* from, std::size_t bytes) {
  CUDA_CHECK(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost));
}

}  // namespace warpath::cuda
