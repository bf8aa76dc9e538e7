// Memory for those who know nothing of CUDA. There in every build; without CUDA, taking any is an
// Error device_unavailable.
#pragma once

#include <cstddef>

namespace warpath::cuda {

// Host memory that a device copies from and to without a detour. Not initialised, aligned to
// pages. Error device_unavailable without a device, does_not_fit when the system refuses. Takes
// tenths of a second for a gigabyte.
class PinnedMemory {
 public:
  explicit PinnedMemory(std::size_t bytes);
  ~PinnedMemory();
  PinnedMemory(const PinnedMemory&) = delete;
  PinnedMemory& operator=(const PinnedMemory&) = delete;

  void* get() const { return memory_; }

 private:
  void* memory_;
};

// Memory of the first device. Not initialised. Errors as above.
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

}  // namespace warpath::cuda
