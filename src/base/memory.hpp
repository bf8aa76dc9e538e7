// How much memory there is: the machine's, or what a container's limit leaves of it.
#pragma once

#include <cstddef>

namespace warpath {

struct HostMemory {
  std::size_t total;      // bytes; a container's limit when that is lower
  std::size_t available;  // bytes that can be taken now
};
HostMemory host_memory();

}  // namespace warpath
