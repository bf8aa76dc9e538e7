// Host memory that a device copies from and to without a detour.
#pragma once

#include <cstddef>

namespace warpath {

// Owns it. Not initialised, aligned to pages. Error device_unavailable without a CUDA device,
// does_not_fit when the system refuses. Takes tenths of a second for a gigabyte.
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

}  // namespace warpath
