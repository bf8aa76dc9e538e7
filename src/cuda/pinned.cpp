#include "cuda/pinned.hpp"

#include "cuda/device/owned.hpp"

namespace warpath::cuda {

void pin(void* memory, std::size_t bytes) {
  CUDA_CHECK(cudaHostRegister(memory, bytes, cudaHostRegisterPortable));
}

void unpin(void* memory) noexcept {
  ignore(cudaHostUnregister(memory));
}

}  // namespace warpath::cuda
