#include "cuda/memory.hpp"

#include "cuda/device/owned.hpp"

namespace warpath::cuda {

std::shared_ptr<void> pinned_memory(std::size_t bytes) {
  const auto memory = std::make_shared<PinnedArray<char>>(bytes);
  return {memory, memory->get()};
}

std::shared_ptr<void> device_memory(std::size_t bytes) {
  const auto memory = std::make_shared<DeviceArray<char>>(bytes);
  return {memory, memory->get()};
}

void copy_home(void* to, const void* from, std::size_t bytes) {
  CUDA_CHECK(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost));
}

}  // namespace warpath::cuda
