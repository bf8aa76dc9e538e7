#include "warpath/matrix.hpp"

#include <new>

#include "base/pages.hpp"

namespace warpath::detail {
namespace {

constexpr std::align_val_t kAlignment{64};
}  // namespace

void FreeCells::operator()(void* cells) const noexcept { ::operator delete(cells, kAlignment); }

std::unique_ptr<void, FreeCells> allocate_cells(std::size_t bytes) {
  if (bytes == 0) return nullptr;
  std::unique_ptr<void, FreeCells> cells(::operator new(bytes, kAlignment));
  // Large matrices are walked by columns too; with 4 KiB pages every row would cost a TLB miss.
  ask_for_huge_pages(cells.get(), bytes);
  return cells;
}

}  // namespace warpath::detail
