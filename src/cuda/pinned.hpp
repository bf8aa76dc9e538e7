// Pinned host memory: the runtime's part of core/pinned.hpp.
#pragma once

#include <cstddef>

namespace warpath::cuda {

// Error as for every call of the runtime.
void* allocate_pinned(std::size_t bytes);

void free_pinned(void* memory) noexcept;

}  // namespace warpath::cuda
