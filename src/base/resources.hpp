// What this process may use: the machine's cores and memory, or what its limits leave of them.
#pragma once

#include <cstddef>

namespace warpath {

struct HostMemory {
  std::size_t total;      // bytes; a container's limit when that is lower
  std::size_t available;  // bytes that can be taken now
};
HostMemory host_memory();
inline std::size_t available_memory() { return host_memory().available; }

// Affinity, quota and OMP_NUM_THREADS count.
int available_cores();

}  // namespace warpath
