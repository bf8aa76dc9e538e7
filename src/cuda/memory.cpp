#include "cuda/memory.hpp"

#include "cuda/device/owned.hpp"

namespace warpath::cuda {

PinnedMemory::PinnedMemory(std::size_t bytes) : memory_(nullptr) {
  CUDA_CHECK(cudaMallocHost(&memory_, bytes));
}

PinnedMemory::~PinnedMemory() { ignore(cudaFreeHost(memory_)); }

DeviceMemory::DeviceMemory(std::size_t bytes) : memory_(nullptr) {
  CUDA_CHECK(cudaMalloc(&memory_, bytes));
}

DeviceMemory::~DeviceMemory() { ignore(cudaFree(memory_)); }

void DeviceMemory::copy_home(void* to, std::size_t offset, std::size_t bytes) const {
  CUDA_CHECK(
      cudaMemcpy(to, static_cast<const char*>(memory_) + offset, bytes, cudaMemcpyDeviceToHost));
}

}  // namespace warpath::cuda
