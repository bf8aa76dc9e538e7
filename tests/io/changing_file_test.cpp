// A file that another program changes while it is read.

#include <gtest/gtest.h>

#include <fcntl.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include <fmt/format.h>

#include "warpath/warpath.hpp"

namespace {

using namespace warpath;

// Large enough to be read in several steps, and out of order, so that it is read more than once.
std::string large_graph() {
  std::string text = "p sp 0400000 400000\n";
  for (int i = 400000; i > 0; --i) text += fmt::format("a {:07} 0000001 1\n", i);
  return text;
}

// Reads the file and overwrites it at `offset` when the reader is through for the `pass`-th time.
std::string said_when(int pass, long offset, const std::string& change) {
  const std::string path =
      (std::filesystem::temp_directory_path() / fmt::format("warpath_changing_{}.gr", ::getpid()))
          .string();
  std::ofstream(path, std::ios::binary) << large_graph();
  int passes = 0;
  io::ReadOptions options;
  options.progress = [&](const ProgressReport& report) {
    if (report.done == report.total && ++passes == pass) {
      const int fd = ::open(path.c_str(), O_WRONLY);
      EXPECT_EQ(::pwrite(fd, change.data(), change.size(), offset),
                static_cast<ssize_t>(change.size()));
      ::close(fd);
    }
    return ProgressAnswer::go_on;
  };
  std::string said = "(nothing: it was read)";
  try {
    io::read_graph(path, options);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::bad_input);
    said = error.what();
  }
  std::filesystem::remove(path);
  return said;
}

TEST(ChangingFile, IsRefusedAndNeverWrittenBeyondTheGraph) {
  // The first pass, in order of the sources, ends at the second arc and reports no end.
  EXPECT_NE(said_when(1, 5, "9900000").find("had 400000 vertices and now has 9900000"),
            std::string::npos);
  EXPECT_NE(said_when(1, 5, "0000001").find("now has 1"), std::string::npos);
  EXPECT_EQ(said_when(9, 5, "9900000"), "(nothing: it was read)") << "no change, no complaint";
}

}  // namespace
