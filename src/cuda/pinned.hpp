// Keeps host memory where it is: the runtime's part of core/pinned.hpp.
#pragma once

#include <cstddef>

namespace warpath::cuda {

// Error as for every call of the runtime.
void pin(void* memory, std::size_t bytes);

// What pin() was given.
void unpin(void* memory) noexcept;

}  // namespace warpath::cuda
