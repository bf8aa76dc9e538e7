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

// Touches fresh memory by all threads, each in blocks of its own. The system clears a page when it is first touched, and two
// threads that touch the same huge page both clear it.
template <class Crew>
void touch_pages(void* memory, std::size_t bytes, Crew& crew) {
  constexpr std::size_t block = std::size_t{2} << 20;
  constexpr std::size_t page = 4096;
  crew.run(static_cast<std::int64_t>(bytes / block), [&](std::int64_t i) {
    char* const begin = static_cast<char*>(memory) + static_cast<std::size_t>(i) * block;
    for (std::size_t at = 0; at < block; at += page) {
      static_cast<volatile char*>(begin)[at] = 0;
    }
  });
}

}  // namespace warpath::detail
