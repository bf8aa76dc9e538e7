#include "cuda/devices.hpp"

#include <cuda_runtime_api.h>

#include <new>
#include <utility>

namespace warpath::cuda {
namespace {

// The runtime keeps its last error until it is read: leave none behind for later, unrelated calls.
bool ok(cudaError_t status) {
  if (status == cudaSuccess) return true;
  (void)cudaGetLastError();
  return false;
}

// False when the device cannot be opened (compute mode prohibited, or held by another process).
bool describe(int index, Device& device) {
  cudaDeviceProp properties{};
  if (!ok(cudaGetDeviceProperties(&properties, index))) return false;
  if (!ok(cudaSetDevice(index))) return false;
  std::size_t free_bytes = 0;
  std::size_t total_bytes = 0;
  if (!ok(cudaMemGetInfo(&free_bytes, &total_bytes))) return false;
  device.name = properties.name;
  device.memory_total = total_bytes;
  device.memory_free = free_bytes;
  device.compute_major = properties.major;
  device.compute_minor = properties.minor;
  device.multiprocessors = properties.multiProcessorCount;
  return true;
}

}  // namespace

std::vector<Device> devices() noexcept try {
  std::vector<Device> found;
  int count = 0;
  int current = 0;
  if (!ok(cudaGetDeviceCount(&count)) || count == 0) return found;
  const bool restore = ok(cudaGetDevice(&current));
  for (int index = 0; index < count; ++index) {
    Device device;
    if (describe(index, device)) found.push_back(std::move(device));
  }
  if (restore) (void)ok(cudaSetDevice(current));
  return found;
} catch (const std::bad_alloc&) {
  return {};
}

}  // namespace warpath::cuda
