// Files that are written.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/resources.hpp"
#include "io/changes.hpp"
#include "io/direct_file.hpp"
#include "io/file_name.hpp"
#include "io/places.hpp"
#include "warpath/progress.hpp"

namespace warpath::io {

struct GzipDeflater;

// A file that appears under its name only when all is written; before that, the destructor removes
// every trace. "-" is standard output, where that cannot be promised. It is on the disk by then where
// it replaces another, or where a full disk might show up only there.
// Gzipped when its name ends in .gz; the same bytes always give the same file.
class Output {
 public:
  // `total` is the size that progress is told, before packing; 0 when unknown.
  Output(const std::string& path, bool force, Progress progress = {}, std::size_t total = 0);
  ~Output();
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  void write(const void* data, std::size_t size);
  void write(std::string_view text) { write(text.data(), text.size()); }

  // Bytes at their place in the file, from any thread, once everything before is flushed: plain
  // files only. Progress is told on the thread that made this.
  bool can_write_anywhere() const { return file_.has_value() && deflater_ == nullptr; }
  void flush();
  void write_at(std::size_t place, const Lines& lines);

  // That all `total` bytes will be written so.
  struct Coming {
    // At once: into the file's pages, which count as memory of the process. They are laid out meanwhile, where
    // `busy` threads leave a core for that, and else by those who write.
    bool at_once = true;
    int busy = 1;
    // Larger files go past the system's pages.
    std::size_t most_in_pages = available_memory() / 8;
  };
  void expect_all(const Coming& coming);

  // All is written. What gives the file its name joins the changes, which must be made while this
  // lives; streams have none.
  void finish(Changes& changes);

  // The same for a file on its own, which appears.
  void commit();

 private:
  void report();  // Error cancelled
  void lay_out_ahead(const std::stop_token& stop) const;
  bool lay_out(std::size_t begin, std::size_t end) const;
  void unmap();
  void write_through(const char* data, std::size_t size);
  void pack(const char* data, std::size_t size, bool last);
  void put(const char* data, std::size_t size, const std::size_t* place = nullptr);
  void sync();

  std::string path_;
  std::optional<NewFile> file_;  // empty for streams
  int fd_ = -1;
  std::vector<char> buffer_;
  std::unique_ptr<GzipDeflater> deflater_;  // null: bytes as they are
  std::vector<char> packed_;
  Progress progress_;
  std::atomic<std::size_t> written_ = 0;
  std::size_t total_ = 0;
  bool has_space_ = false;  // for all of it, on the disk
  char* map_ = nullptr;     // the whole file, where the system maps it
  std::jthread lays_out_;   // its pages
  std::optional<DirectFile> direct_;
  std::thread::id owner_ = std::this_thread::get_id();
};

// What Output would object to before the first byte: a file that exists (unless `force`), a folder that
// does not or cannot be written to, a disk with less than `bytes` left (unless gzipped). For asking
// before a long run.
void check_writable(const std::string& path, bool force, std::size_t bytes = 0);

}  // namespace warpath::io
