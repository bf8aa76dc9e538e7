// This machine, as far as planning for the CPU needs it.
#pragma once

#include "warpath/machine.hpp"

namespace warpath {

// Detected once; without devices. memory_available is that of the first call: ask
// available_memory() when it matters.
const Machine& host_machine();

}  // namespace warpath
