// The CUDA devices of this machine.
#pragma once

#include <string>
#include <vector>

#include "warpath/machine.hpp"

namespace warpath::cuda {

// The devices this process can use, in the runtime's order (CUDA_VISIBLE_DEVICES counts). Empty
// without a driver or a device, and then `reason` is what the runtime says about it; one that
// cannot be opened is left out. Never throws.
//
// Cost: asking for free memory opens a context on every device, some 0.1 s each on the first call.
// The calling thread's current device is the same afterwards. A device's memory can only be asked
// for in a context: with `only_first` just the first that can be used is opened, so that a solve
// leaves the others of a large machine alone.
std::vector<Device> devices(std::string& reason, bool only_first) noexcept;

}  // namespace warpath::cuda
