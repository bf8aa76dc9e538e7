// Host memory that a device copies from and to without a detour.
#pragma once

#include <cstddef>

namespace warpath {

// Memory of the caller's that stays where it is as long as this lives. Error device_unavailable
// without a CUDA device, does_not_fit when the system refuses. Takes tenths of a second for a
// gigabyte.
class Pinned {
 public:
  Pinned(void* memory, std::size_t bytes);
  ~Pinned();
  Pinned(const Pinned&) = delete;
  Pinned& operator=(const Pinned&) = delete;

 private:
  void* memory_;
};

}  // namespace warpath
