#include "warpath/matrix.hpp"

#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace warpath::detail {
namespace {

constexpr std::align_val_t kAlignment{64};
constexpr std::size_t kHugePage = std::size_t{2} << 20;

// Large matrices are walked by columns too; with 4 KiB pages every row would cost a TLB miss.
void ask_for_huge_pages([[maybe_unused]] void* cells, [[maybe_unused]] std::size_t bytes) {
#ifdef __linux__
  if (bytes < 2 * kHugePage) return;
  const auto address = reinterpret_cast<std::uintptr_t>(cells);
  const std::uintptr_t begin = (address + kHugePage - 1) / kHugePage * kHugePage;
  const std::uintptr_t end = (address + bytes) / kHugePage * kHugePage;
  // Only a hint: a refusal changes nothing but speed.
  if (begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#endif
}

}  // namespace

void FreeCells::operator()(void* cells) const noexcept {
  ::operator delete(cells, kAlignment);
}

std::unique_ptr<void, FreeCells> allocate_cells(std::size_t bytes) {
  if (bytes == 0) return nullptr;
  std::unique_ptr<void, FreeCells> cells(::operator new(bytes, kAlignment));
  ask_for_huge_pages(cells.get(), bytes);
  return cells;
}

}  // namespace warpath::detail
