// A file that is written past the system's pages. Where much is written, these take most of the time, and memory that
// others would rather have.
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstring>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace warpath::io {

// Bytes that follow each other in a file, and lie in lines of the same size in memory.
struct Lines {
  const char* first = nullptr;
  std::size_t size = 0;    // of a line
  std::size_t stride = 0;  // from one to the next
  std::size_t count = 1;

  std::size_t bytes() const { return size * count; }

  // Bytes [begin, end) of them all.
  void copy(std::size_t begin, std::size_t end, char* to) const {
    while (begin < end) {
      const std::size_t some = std::min(end - begin, size - begin % size);
      std::memcpy(to, first + begin / size * stride + begin % size, some);
      begin += some;
      to += some;
    }
  }
};

// Whole pages go to the disk from buffers, by threads of their own: a disk wants several writes at a time, and whoever
// has something to write has better things to do than wait for it. Pages that have come in part wait for the rest: to
// write them the ordinary way would hold up all others.
class DirectFile {
 public:
  // The ordinary way, for what is left or refused. From any thread; what it throws reaches who writes next.
  using Put = std::function<void(const char* data, std::size_t size, std::size_t place)>;

  // Opens the file that `fd` has open once more.
  DirectFile(int fd, Put put);
  ~DirectFile();  // drops what was not written yet
  DirectFile(const DirectFile&) = delete;
  DirectFile& operator=(const DirectFile&) = delete;

  // Whether the file system writes past pages, and there are threads to wait for it.
  explicit operator bool() const { return fd_ >= 0 && !writers_.empty(); }

  // From any thread, each byte once. Returns when all is copied.
  void write(std::size_t place, const Lines& lines);

  // Until all is written.
  void flush();

  // Whether the disk failed once: what went the ordinary way instead is not there before it is synced.
  bool failed() const { return failed_; }

  static constexpr std::size_t kBytes = std::size_t{8} << 20;  // that it takes: of all buffers

 private:
  static constexpr std::size_t kPage = 4096;
  static constexpr std::size_t kBufferBytes = std::size_t{1} << 20;
  static constexpr int kWriters = 4;

  struct Free {
    void operator()(char* bytes) const;
  };
  using Buffer = std::unique_ptr<char, Free>;
  struct Pages {
    Buffer buffer;
    std::size_t size = 0;
    std::size_t place = 0;
    bool pooled = true;  // the buffer is used again
  };

  // A page that has not come as a whole yet.
  struct Part {
    Buffer buffer;
    std::vector<std::pair<std::size_t, std::size_t>> come = {};  // from, to: places in the file
    std::size_t bytes = 0;
  };

  static Buffer buffer_of(std::size_t bytes);
  Buffer free_buffer();
  void queue(Pages pages);
  void add_part(std::size_t place, const Lines& lines, std::size_t begin, std::size_t end);
  void write_queued();
  void write_pages(const char* data, std::size_t size, std::size_t place);

  const Put put_;
  int fd_ = -1;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Pages> queue_;
  std::size_t under_way_ = 0;          // in the queue, or taken from it
  std::map<std::size_t, Part> parts_;  // by their place
  std::vector<Buffer> free_;
  std::size_t buffers_ = 0;  // in all
  std::atomic<bool> failed_ = false;
  bool over_ = false;
  std::exception_ptr thrown_;
  std::vector<std::jthread> writers_;  // last: they use all of the above
};

}  // namespace warpath::io
