// Memory for those who know nothing of CUDA. There in every build; without CUDA, taking any is an
// Error device_unavailable.
#pragma once

#include <cstddef>
#include <memory>

namespace warpath::cuda {

// Host memory that a device copies from and to without a detour. Not initialised, aligned to
// pages. Error device_unavailable without a device, does_not_fit when the system refuses. Takes
// tenths of a second for a gigabyte.
std::shared_ptr<void> pinned_memory(std::size_t bytes);

// Memory of the first device. Not initialised. Errors as above.
std::shared_ptr<void> device_memory(std::size_t bytes);

// From a device's memory to the host's.
void copy_home(void* to, const void* from, std::size_t bytes);

}  // namespace warpath::cuda
