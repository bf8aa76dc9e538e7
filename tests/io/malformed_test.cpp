// Every file of tests/data/malformed is refused with exactly the line of its FILE.expected.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "warpath/error.hpp"
#include "warpath/io.hpp"

namespace {

using namespace warpath;

const std::filesystem::path kFolder = std::filesystem::path(WARPATH_TEST_DATA) / "malformed";

std::vector<std::filesystem::path> corpus() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
    if (entry.path().extension() != ".expected") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string expected_for(const std::filesystem::path& file) {
  std::ifstream expected(file.string() + ".expected");
  std::string line;
  std::getline(expected, line);
  return line;
}

// The first line of the complaint, with the bare name in place of the path.
std::string complaint_about(const std::filesystem::path& file) {
  try {
    io::read_graph(file.string());
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::bad_input) << file.filename() << ": " << error.what();
    std::string line = error.happened().substr(0, error.happened().find('\n'));
    const std::string path = file.string();
    if (line.starts_with(path)) line.replace(0, path.size(), file.filename().string());
    return line;
  }
  return "(nothing: it was read)";
}

TEST(Malformed, EveryFileIsRefusedInTheExpectedWords) {
  const auto files = corpus();
  ASSERT_GT(files.size(), 150U) << "the corpus is not in " << kFolder;
  for (const auto& file : files) {
    EXPECT_EQ(complaint_about(file), expected_for(file)) << file.filename();
  }
}

TEST(Malformed, NoExpectationIsWithoutItsFile) {
  for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
    if (entry.path().extension() != ".expected") continue;
    EXPECT_TRUE(std::filesystem::exists(std::filesystem::path(entry.path()).replace_extension()))
        << entry.path().filename();
  }
}

}  // namespace
