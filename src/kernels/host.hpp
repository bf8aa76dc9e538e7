// This machine, as far as planning needs it.
#pragma once

#include "warpath/machine.hpp"

namespace warpath {

// Detected once; without devices. memory_available is that of the first call: ask
// available_memory() when it matters.
const Machine& host_machine();

// Looks for devices, now: sets machine.devices, and machine.cuda where there are none. `only_first`
// for planning: others are not even opened.
void find_devices(Machine& machine, bool only_first);

}  // namespace warpath
