// A folder for files that nobody wants to keep.
#pragma once

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <system_error>

#include <fmt/format.h>

#include "warpath/error.hpp"

namespace warpath::bench {

// Made below TMPDIR, or /tmp; removed at the end with all that is in it.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    const char* given = std::getenv("TMPDIR");
    const std::string parent = given != nullptr && *given != '\0' ? given : "/tmp";
    path_ = parent + "/warpath-bench-XXXXXX";
    if (::mkdtemp(path_.data()) == nullptr) {
      throw Error(ErrorCode::io,
                  fmt::format("cannot make a folder in {}: {}", parent, std::strerror(errno)),
                  "set TMPDIR to a folder with 250 MB of space");
    }
  }
  ~TemporaryFolder() { remove(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string file(const std::string& name) const { return path_ + "/" + name; }

  // Earlier, where space matters.
  static void remove(const std::string& path) {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }

 private:
  std::string path_;
};

}  // namespace warpath::bench
