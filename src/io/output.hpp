// Files that are written.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "warpath/progress.hpp"

namespace warpath::io {

// A file that appears under its name only at commit(); without it, the destructor removes every
// trace. "-" is standard output, where that cannot be promised.
class Output {
 public:
  // `total` is the size that progress is told; 0 when unknown.
  Output(std::string path, bool force, Progress progress = {}, std::size_t total = 0);
  ~Output();
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  void write(const void* data, std::size_t size);
  void write(std::string_view text) { write(text.data(), text.size()); }
  void commit();

 private:
  void flush();
  void write_through(const char* data, std::size_t size);

  std::string path_;
  std::string temporary_;  // empty for streams
  bool force_;
  int fd_ = -1;
  std::vector<char> buffer_;
  Progress progress_;
  double written_ = 0;
  double total_ = 0;
};

}  // namespace warpath::io
