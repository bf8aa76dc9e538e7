#include "failing_new.hpp"

#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <limits>
#include <new>

namespace faults {
namespace {

constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();
std::atomic<std::int64_t> until_failure{kNever};
std::atomic<bool> keep_failing{false};
std::atomic<bool> failed{false};
std::atomic<std::int64_t> live_blocks{0};
std::atomic<std::int64_t> all_blocks{0};
std::atomic<std::int64_t> bytes_now{0};
std::atomic<std::int64_t> bytes_most{0};

bool must_fail() {
  if (until_failure.load() == kNever) return false;
  const std::int64_t left = until_failure.fetch_sub(1);
  if (left > 0 || (left < 0 && !keep_failing)) return false;
  failed = true;
  return true;
}

void* allocate(std::size_t bytes, std::size_t alignment) noexcept {
  if (must_fail()) return nullptr;
  if (bytes == 0) bytes = 1;
  void* memory =
      alignment <= __STDCPP_DEFAULT_NEW_ALIGNMENT__
          ? std::malloc(bytes)
          : std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
  if (memory != nullptr) {
    ++live_blocks;
    ++all_blocks;
    const auto size = static_cast<std::int64_t>(malloc_usable_size(memory));
    const std::int64_t now = bytes_now.fetch_add(size) + size;
    std::int64_t most = bytes_most;
    while (most < now && !bytes_most.compare_exchange_weak(most, now)) continue;
  }
  return memory;
}

void* allocate_or_throw(std::size_t bytes, std::size_t alignment) {
  void* memory = allocate(bytes, alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void release(void* memory) noexcept {
  if (memory == nullptr) return;
  --live_blocks;
  bytes_now -= static_cast<std::int64_t>(malloc_usable_size(memory));
  std::free(memory);
}

constexpr std::size_t kUsual = __STDCPP_DEFAULT_NEW_ALIGNMENT__;

}  // namespace

void arm(std::int64_t index, Mode mode) {
  failed = false;
  keep_failing = mode == Mode::after;
  until_failure = index;
}

bool disarm() {
  until_failure = kNever;
  return failed;
}

std::int64_t live() { return live_blocks; }

std::int64_t count() { return all_blocks; }

std::int64_t live_bytes() { return bytes_now; }

std::int64_t peak_bytes() { return bytes_most; }

void reset_peak() { bytes_most = bytes_now.load(); }

}  // namespace faults

using faults::allocate;
using faults::allocate_or_throw;
using faults::kUsual;
using faults::release;
using std::align_val_t;
using std::nothrow_t;
using std::size_t;

void* operator new(size_t n) { return allocate_or_throw(n, kUsual); }
void* operator new[](size_t n) { return allocate_or_throw(n, kUsual); }
void* operator new(size_t n, align_val_t a) { return allocate_or_throw(n, static_cast<size_t>(a)); }
void* operator new[](size_t n, align_val_t a) {
  return allocate_or_throw(n, static_cast<size_t>(a));
}
void* operator new(size_t n, const nothrow_t&) noexcept { return allocate(n, kUsual); }
void* operator new[](size_t n, const nothrow_t&) noexcept { return allocate(n, kUsual); }
void* operator new(size_t n, align_val_t a, const nothrow_t&) noexcept {
  return allocate(n, static_cast<size_t>(a));
}
void* operator new[](size_t n, align_val_t a, const nothrow_t&) noexcept {
  return allocate(n, static_cast<size_t>(a));
}

void operator delete(void* p) noexcept { release(p); }
void operator delete[](void* p) noexcept { release(p); }
void operator delete(void* p, size_t) noexcept { release(p); }
void operator delete[](void* p, size_t) noexcept { release(p); }
void operator delete(void* p, align_val_t) noexcept { release(p); }
void operator delete[](void* p, align_val_t) noexcept { release(p); }
void operator delete(void* p, size_t, align_val_t) noexcept { release(p); }
void operator delete[](void* p, size_t, align_val_t) noexcept { release(p); }
void operator delete(void* p, const nothrow_t&) noexcept { release(p); }
void operator delete[](void* p, const nothrow_t&) noexcept { release(p); }
void operator delete(void* p, align_val_t, const nothrow_t&) noexcept { release(p); }
void operator delete[](void* p, align_val_t, const nothrow_t&) noexcept { release(p); }
