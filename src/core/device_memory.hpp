// Memory of a device, for those who know nothing of CUDA.
#pragma once

#include <cstddef>

namespace warpath {

// Owns it, on the first device. Not initialised. Error device_unavailable without one, does_not_fit.
class DeviceMemory {
 public:
  explicit DeviceMemory(std::size_t bytes);
  ~DeviceMemory();
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;

  void* get() const { return memory_; }

  // To host memory.
  void copy_home(void* to, std::size_t offset, std::size_t bytes) const;

 private:
  void* memory_;
};

}  // namespace warpath
