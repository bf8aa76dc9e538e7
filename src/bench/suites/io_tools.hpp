// What the suite "io" needs beside the library: a folder, the memory that it took, and readers to
// compare with.
#pragma once

#include <string>

#include "warpath/graph.hpp"

namespace warpath::bench {

// A folder for files that nobody wants to keep: made below TMPDIR, or /tmp; removed at the end with
// all that is in it.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder() { remove(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string file(const std::string& name) const { return path_ + "/" + name; }

  // Earlier, where space matters.
  static void remove(const std::string& path);

 private:
  std::string path_;
};

// The most bytes that this process has had at a time since the last reset. Resetting is false where
// the system does not know how.
bool reset_peak_memory();
double peak_memory();

// DIMACS files (.gr) as programs read them that have no library: by iostreams.
Graph read_words(const std::string& path);  // word by word
Graph read_lines(const std::string& path);  // line by line

}  // namespace warpath::bench
