// A device that is not there: the host's memory is its own, everything is done at once, and kernels do
// nothing. Named as the calls of the CUDA runtime are.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdlib>
#include <cstring>
#include <map>

namespace failing::played {

inline std::map<const void*, size_t>& device_memory() {
  static std::map<const void*, size_t> blocks;
  return blocks;
}

// Anything that can be given back, so that sanitizers see who does not.
template <class T>
cudaError_t take(T* handle, size_t bytes = 1) {
  *handle = static_cast<T>(std::calloc(bytes, 1));
  return *handle != nullptr ? cudaSuccess : cudaErrorMemoryAllocation;
}
inline cudaError_t give(void* handle) {
  std::free(handle);
  return cudaSuccess;
}

inline cudaError_t malloc(void** memory, size_t bytes) {
  const cudaError_t status = take(memory, bytes);
  if (status == cudaSuccess) device_memory()[*memory] = bytes;
  return status;
}
inline cudaError_t free(void* memory) {
  device_memory().erase(memory);
  return give(memory);
}

inline cudaError_t copy(void* to, size_t to_pitch, const void* from, size_t from_pitch,
                        size_t width, size_t rows) {
  for (size_t row = 0; row < rows; ++row) {
    std::memcpy(static_cast<char*>(to) + row * to_pitch,
                static_cast<const char*>(from) + row * from_pitch, width);
  }
  return cudaSuccess;
}
inline cudaError_t fill(void* memory, int byte, size_t bytes) {
  std::memset(memory, byte, bytes);
  return cudaSuccess;
}

// Not at once, so that hosts that look again and again do so.
inline cudaError_t query() {
  static int queries = 0;
  return ++queries % 3 == 0 ? cudaSuccess : cudaErrorNotReady;
}

inline cudaError_t pointer_attributes(cudaPointerAttributes* attributes, const void* pointer) {
  const auto above = device_memory().upper_bound(pointer);
  const auto block = above == device_memory().begin() ? device_memory().end() : std::prev(above);
  *attributes = {};
  if (block != device_memory().end() &&
      pointer < static_cast<const char*>(block->first) + block->second) {
    attributes->type = cudaMemoryTypeDevice;
  }
  return cudaSuccess;
}

constexpr int kMultiprocessors = 4;
constexpr int kSharedMemory = 227 << 10;
constexpr size_t kMemory = size_t{8} << 30;

inline cudaError_t properties(cudaDeviceProp* properties) {
  *properties = {};
  std::strcpy(properties->name, "a device that is played");
  properties->major = 9;
  properties->multiProcessorCount = kMultiprocessors;
  return cudaSuccess;
}
inline cudaError_t memory(size_t* free, size_t* total) {
  *free = *total = kMemory;
  return cudaSuccess;
}
inline cudaError_t device_attribute(int* value, cudaDeviceAttr attribute) {
  *value = attribute == cudaDevAttrMultiProcessorCount ? kMultiprocessors : kSharedMemory;
  return cudaSuccess;
}
inline cudaError_t function_attributes(cudaFuncAttributes* attributes) {
  *attributes = {};
  return cudaSuccess;
}

inline cudaError_t set_device(int device) {
  return device == 0 ? cudaSuccess : cudaErrorInvalidDevice;
}
template <class T>
cudaError_t answer(T* place, T value) {
  *place = value;
  return cudaSuccess;
}

}  // namespace failing::played
