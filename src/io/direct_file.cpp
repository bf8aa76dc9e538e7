#include "io/direct_file.hpp"

#include <cerrno>
#include <cstdlib>
#include <new>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include <fmt/format.h>

namespace warpath::io {

void DirectFile::Free::operator()(char* bytes) const { std::free(bytes); }

DirectFile::DirectFile(int fd, Put put)
    : put_(std::move(put)),
      fd_(::open(fmt::format("/proc/self/fd/{}", fd).c_str(), O_WRONLY | O_DIRECT | O_CLOEXEC)) {
  if (fd_ < 0) return;
  try {
    free_.reserve(kBytes / kBufferBytes);  // writers could not say that there is no memory
    writers_.reserve(kWriters);
    for (int i = 0; i < kWriters; ++i) writers_.emplace_back([this] { write_queued(); });
  } catch (const std::exception&) {
    // Fewer will do.
  }
}

DirectFile::~DirectFile() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
    queue_.clear();
  }
  changed_.notify_all();
  writers_.clear();
  if (fd_ >= 0) ::close(fd_);
}

void DirectFile::write(std::size_t place, const Lines& lines) {
  const std::size_t end = place + lines.bytes();
  const std::size_t first = std::min((place + kPage - 1) / kPage * kPage, end);
  const std::size_t last = std::max(first, end / kPage * kPage);
  if (place < first) add_part(place, lines, 0, first - place);
  for (std::size_t at = first; at < last;) {
    const std::size_t size = std::min(last - at, kBufferBytes);
    Buffer buffer = free_buffer();
    lines.copy(at - place, at - place + size, buffer.get());
    queue({std::move(buffer), size, at});
    at += size;
  }
  if (last < end) add_part(place, lines, last - place, end - place);
}

// Bytes [begin, end) of the lines, all in one page.
void DirectFile::add_part(std::size_t place, const Lines& lines, std::size_t begin,
                          std::size_t end) {
  const std::size_t page = (place + begin) / kPage * kPage;
  std::unique_lock lock(mutex_);
  Part& part = parts_[page];
  if (!part.buffer) part.buffer = buffer_of(kPage);
  lines.copy(begin, end, part.buffer.get() + (place + begin - page));
  part.come.emplace_back(place + begin, place + end);
  part.bytes += end - begin;
  if (part.bytes < kPage) return;
  Buffer whole = std::move(part.buffer);
  parts_.erase(page);
  lock.unlock();
  queue({std::move(whole), kPage, page, false});
}

void DirectFile::queue(Pages pages) {
  {
    const std::lock_guard lock(mutex_);
    try {
      queue_.push_back(std::move(pages));
      ++under_way_;
    } catch (...) {
      thrown_ = std::current_exception();  // others may wait for this buffer
    }
  }
  changed_.notify_all();
}

void DirectFile::flush() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return thrown_ || under_way_ == 0; });
  if (thrown_) std::rethrow_exception(thrown_);
  for (const auto& [page, part] : parts_) {
    for (const auto& [from, to] : part.come)
      put_(part.buffer.get() + (from - page), to - from, from);
  }
  parts_.clear();
}

DirectFile::Buffer DirectFile::buffer_of(std::size_t bytes) {
  Buffer buffer(static_cast<char*>(std::aligned_alloc(kPage, bytes)));
  if (!buffer) throw std::bad_alloc();
  return buffer;
}

// Waits for one if there are many already.
DirectFile::Buffer DirectFile::free_buffer() {
  std::unique_lock lock(mutex_);
  if (free_.empty() && buffers_ < kBytes / kBufferBytes) {
    Buffer buffer = buffer_of(kBufferBytes);
    ++buffers_;
    return buffer;
  }
  changed_.wait(lock, [&] { return thrown_ || !free_.empty(); });
  if (thrown_) std::rethrow_exception(thrown_);
  Buffer buffer = std::move(free_.back());
  free_.pop_back();
  return buffer;
}

void DirectFile::write_queued() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return over_ || !queue_.empty(); });
    if (over_) return;
    Pages pages = std::move(queue_.front());
    queue_.pop_front();
    lock.unlock();
    std::exception_ptr thrown;
    try {
      write_pages(pages.buffer.get(), pages.size, pages.place);
    } catch (...) {
      thrown = std::current_exception();
    }
    lock.lock();
    if (thrown && !thrown_) thrown_ = thrown;
    if (pages.pooled) free_.push_back(std::move(pages.buffer));
    --under_way_;
    changed_.notify_all();
  }
}

// What is refused goes the ordinary way, which says why, or tries again.
void DirectFile::write_pages(const char* data, std::size_t size, std::size_t place) {
  std::size_t done = 0;
  while (done < size && done % kPage == 0) {
    const ssize_t some = ::pwrite(fd_, data + done, size - done, static_cast<off_t>(place + done));
    if (some < 0 && errno == EINTR) continue;
    if (some < 0 && errno != EINVAL) failed_ = true;
    if (some <= 0) break;
    done += static_cast<std::size_t>(some);
  }
  if (done < size) put_(data + done, size - done, place + done);
}

}  // namespace warpath::io
