// Pinned host memory and device memory: the runtime's part of core/pinned.hpp and core/device_memory.hpp.
#pragma once

#include <cstddef>

namespace warpath::cuda {

// Error as for every call of the runtime.
void* allocate_pinned(std::size_t bytes);

void free_pinned(void* memory) noexcept;

void* allocate_on_device(std::size_t bytes);
void free_on_device(void* memory) noexcept;
void copy_home(void* to, const void* from, std::size_t bytes);

}  // namespace warpath::cuda
