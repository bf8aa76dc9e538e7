// Pages of memory.
#pragma once

#include <cstddef>
#include <cstdint>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace warpath::detail {

// Has fresh memory laid out in huge pages where it covers them. Only a hint: a refusal changes
// nothing but speed.
inline void ask_for_huge_pages([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#ifdef __linux__
  constexpr std::size_t huge = std::size_t{2} << 20;
  if (bytes < huge) return;
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  const std::uintptr_t begin = (address + huge - 1) / huge * huge;
  const std::uintptr_t end = (address + bytes) / huge * huge;
  if (begin < end) (void)::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#endif
}

}  // namespace warpath::detail
