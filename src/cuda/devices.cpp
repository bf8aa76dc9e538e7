#include "cuda/devices.hpp"

#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <map>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <utility>

#include "cuda/device/check.hpp"

namespace warpath::cuda {
namespace {

// Of a call that failed. Machines without a device are no failure.
std::string reason_of(cudaError_t status, const char* call) {
  const char* text = cudaGetErrorString(status);
  if (status == cudaErrorNoDevice || status == cudaErrorInsufficientDriver) return text;
  const std::string which = fmt::format("{} ({}) in {}", text, cudaGetErrorName(status), call);
  if (!is_lasting(status)) return which;
  return fmt::format("lost to this process since the device failed: {}; start it again", which);
}

// The runtime keeps its last error until it is read: leave none behind for later, unrelated calls.
// The first reason is kept.
bool ok(cudaError_t status, const char* call, std::string& reason) {
  if (status == cudaSuccess) return true;
  (void)cudaGetLastError();
  if (reason.empty()) reason = reason_of(status, call);
  return false;
}

// They never change, and asking for them takes longer than a small solve. Null when there are none.
const cudaDeviceProp* properties_of(int index, std::string& reason) {
  static std::mutex mutex;
  static std::map<int, cudaDeviceProp> known;
  const std::scoped_lock lock(mutex);
  const auto found = known.find(index);
  if (found != known.end()) return &found->second;
  cudaDeviceProp properties{};
  if (!ok(cudaGetDeviceProperties(&properties, index), "cudaGetDeviceProperties", reason))
    return nullptr;
  return &known.emplace(index, properties).first->second;
}

// None when the device cannot be opened (compute mode prohibited, or held by another process).
std::optional<Device> describe(int index, std::string& reason) {
  const cudaDeviceProp* properties = properties_of(index, reason);
  std::size_t free_bytes = 0;
  std::size_t total_bytes = 0;
  if (properties == nullptr || !ok(cudaSetDevice(index), "cudaSetDevice", reason) ||
      !ok(cudaMemGetInfo(&free_bytes, &total_bytes), "cudaMemGetInfo", reason)) {
    return {};
  }
  return Device{.ordinal = index,
                .name = properties->name,
                .memory_total = total_bytes,
                .memory_free = free_bytes,
                .compute_major = properties->major,
                .compute_minor = properties->minor,
                .multiprocessors = properties->multiProcessorCount};
}

std::string built_in(const std::string& reason) { return "built in, but " + reason; }

}  // namespace

std::vector<Device> devices(std::string& reason, bool only_first) noexcept try {
  reason.clear();
  std::vector<Device> found;
  int count = 0;
  int current = 0;
  std::string ignored;
  if (!ok(cudaGetDeviceCount(&count), "cudaGetDeviceCount", reason)) {
    // The runtime calls a driver that is not there "insufficient".
    int driver = 0;
    if (ok(cudaDriverGetVersion(&driver), "cudaDriverGetVersion", ignored) && driver == 0)
      reason = "there is no driver";
    reason = built_in(reason);
    return found;
  }
  const bool restore = ok(cudaGetDevice(&current), "cudaGetDevice", ignored);
  for (int index = 0; index < count; ++index) {
    if (auto device = describe(index, reason)) found.push_back(*std::move(device));
    if (only_first && !found.empty()) break;
  }
  if (restore) (void)ok(cudaSetDevice(current), "cudaSetDevice", ignored);
  if (reason.empty()) reason = "the driver shows no device";
  reason = found.empty() ? built_in(reason) : "";
  return found;
} catch (const std::bad_alloc&) {
  return {};
}

}  // namespace warpath::cuda
