// This machine, as far as planning for the CPU needs it.
#pragma once

#include <cstddef>

#include "warpath/machine.hpp"

namespace warpath {

// Detected once; without devices. memory_available is that of the first call: ask
// available_memory() when it matters.
const Machine& host_machine();

struct HostMemory {
  std::size_t total;      // bytes; a container's limit when that is lower
  std::size_t available;  // bytes that can be taken now
};
HostMemory host_memory();

}  // namespace warpath
