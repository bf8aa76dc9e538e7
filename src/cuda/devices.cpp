#include "cuda/devices.hpp"

#include <cuda_runtime_api.h>

#include <map>
#include <mutex>
#include <new>
#include <string>
#include <utility>

namespace warpath::cuda {
namespace {

// The runtime keeps its last error until it is read: leave none behind for later, unrelated calls.
// The first reason is kept.
bool ok(cudaError_t status, std::string& reason) {
  if (status == cudaSuccess) return true;
  (void)cudaGetLastError();
  if (reason.empty()) reason = cudaGetErrorString(status);
  return false;
}

// They never change, and asking for them takes longer than a small solve.
bool properties_of(int index, cudaDeviceProp& properties, std::string& reason) {
  static std::mutex mutex;
  static std::map<int, cudaDeviceProp> known;
  const std::scoped_lock lock(mutex);
  const auto found = known.find(index);
  if (found != known.end()) {
    properties = found->second;
    return true;
  }
  if (!ok(cudaGetDeviceProperties(&properties, index), reason)) return false;
  known.emplace(index, properties);
  return true;
}

// False when the device cannot be opened (compute mode prohibited, or held by another process).
bool describe(int index, Device& device, std::string& reason) {
  cudaDeviceProp properties{};
  if (!properties_of(index, properties, reason)) return false;
  if (!ok(cudaSetDevice(index), reason)) return false;
  std::size_t free_bytes = 0;
  std::size_t total_bytes = 0;
  if (!ok(cudaMemGetInfo(&free_bytes, &total_bytes), reason)) return false;
  device.ordinal = index;
  device.name = properties.name;
  device.memory_total = total_bytes;
  device.memory_free = free_bytes;
  device.compute_major = properties.major;
  device.compute_minor = properties.minor;
  device.multiprocessors = properties.multiProcessorCount;
  device.threads_per_multiprocessor = properties.maxThreadsPerMultiProcessor;
  device.blocks_per_multiprocessor = properties.maxBlocksPerMultiProcessor;
  device.registers_per_multiprocessor = properties.regsPerMultiprocessor;
  device.shared_bytes_per_multiprocessor = properties.sharedMemPerMultiprocessor;
  device.reserved_shared_bytes_per_block = properties.reservedSharedMemPerBlock;
  return true;
}

std::string built_in(const std::string& reason) { return "built in, but " + reason; }

}  // namespace

std::vector<Device> devices(std::string& reason, bool only_first) noexcept try {
  reason.clear();
  std::vector<Device> found;
  int count = 0;
  int current = 0;
  std::string ignored;
  if (!ok(cudaGetDeviceCount(&count), reason)) {
    // The runtime calls a driver that is not there "insufficient".
    int driver = 0;
    if (ok(cudaDriverGetVersion(&driver), ignored) && driver == 0) reason = "there is no driver";
    reason = built_in(reason);
    return found;
  }
  const bool restore = ok(cudaGetDevice(&current), ignored);
  for (int index = 0; index < count; ++index) {
    Device device;
    if (describe(index, device, reason)) found.push_back(std::move(device));
    if (only_first && !found.empty()) break;
  }
  if (restore) (void)ok(cudaSetDevice(current), ignored);
  if (!found.empty()) {
    reason.clear();
  } else {
    reason = built_in(reason.empty() ? "the driver shows no device" : reason);
  }
  return found;
} catch (const std::bad_alloc&) {
  return {};
}

}  // namespace warpath::cuda
