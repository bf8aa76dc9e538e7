// An input, ready to be read: unpacked, and reporting progress.
#pragma once

#include <string>
#include <string_view>

#include "io/bytes.hpp"
#include "io/format.hpp"

namespace warpath::io {

// Holds what source() looks at. Bytes that were read are given back on the way.
class Opened {
 public:
  // A file; "-" is standard input. `progress` may be empty; its cancel becomes an Error cancelled.
  Opened(const std::string& path, Progress progress);
  // Bytes in memory, which must live as long; `name` stands for the file.
  Opened(std::string_view bytes, std::string name, Progress progress);
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;

  const Source& source() const { return source_; }

 private:
  void open(std::string_view bytes);
  void passed(const Bytes& held, std::string_view all, const char* at) const;

  std::string name_;
  Progress progress_;
  Bytes file_;
  Bytes unpacked_;
  Source source_;
};

}  // namespace warpath::io
