// Memory with forbidden pages on both sides: one byte too far, read or written, ends the test.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <utility>

namespace support {

class Guarded {
 public:
  // `bytes` usable bytes that start at a page, or end at one.
  enum class At { start, end };

  Guarded(std::size_t bytes, At at) : bytes_(bytes) {
    page_ = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    inner_ = (bytes + page_ - 1) / page_ * page_;
    void* memory = mmap(nullptr, inner_ + 2 * page_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) std::abort();
    base_ = static_cast<char*>(memory);
    protect(PROT_READ | PROT_WRITE);
    data_ = base_ + page_ + (at == At::end ? inner_ - bytes : 0);
  }
  Guarded(const Guarded&) = delete;
  Guarded& operator=(const Guarded&) = delete;
  ~Guarded() { munmap(base_, inner_ + 2 * page_); }

  template <class T>
  T* as() const {
    return reinterpret_cast<T*>(data_);
  }

  void make_read_only() { protect(PROT_READ); }

 private:
  void protect(int rights) {
    if (inner_ > 0 && mprotect(base_ + page_, inner_, rights) != 0) std::abort();
  }

  std::size_t bytes_ = 0;
  std::size_t page_ = 0;
  std::size_t inner_ = 0;
  char* base_ = nullptr;
  char* data_ = nullptr;
};

}  // namespace support
