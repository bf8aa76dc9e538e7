#include "bench/suites/io_tools.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "warpath/error.hpp"

namespace warpath::bench {
namespace {

// The graph of a file, whose "p" and "a" are followed by what they announce.
struct Arcs {
  Index vertices = 0;
  std::vector<Arc<std::int32_t>> arcs;

  void read(std::istream& from, std::string& word) {
    if (word == "p") {
      Index promised = 0;
      from >> word >> vertices >> promised;
    } else if (word == "a") {
      Arc<std::int32_t> arc;
      from >> arc.from >> arc.to >> arc.weight;
      --arc.from, --arc.to;
      arcs.push_back(arc);
    }
  }
  Graph graph() const { return Graph::from_arcs<std::int32_t>(vertices, arcs); }
};

}  // namespace

TemporaryFolder::TemporaryFolder() {
  const char* given = std::getenv("TMPDIR");
  const std::string parent = given != nullptr && *given != '\0' ? given : "/tmp";
  path_ = parent + "/warpath-bench-XXXXXX";
  if (::mkdtemp(path_.data()) == nullptr) {
    throw Error(ErrorCode::io,
                fmt::format("cannot make a folder in {}: {}", parent, std::strerror(errno)),
                "set TMPDIR to a folder with 250 MB of space");
  }
}

void TemporaryFolder::remove(const std::string& path) {
  std::error_code ignored;
  std::filesystem::remove_all(path, ignored);
}

bool reset_peak_memory() {
  std::ofstream file("/proc/self/clear_refs");
  return static_cast<bool>(file << '5' << std::flush);
}

double peak_memory() {
  std::ifstream file("/proc/self/status");
  long kibibytes = 0;
  for (std::string line; std::getline(file, line);) {
    if (std::sscanf(line.c_str(), "VmHWM: %ld", &kibibytes) == 1) break;
  }
  return 1024.0 * static_cast<double>(kibibytes);
}

Graph read_words(const std::string& path) {
  std::ifstream file(path);
  Arcs arcs;
  for (std::string word; file >> word;) {
    if (word == "c") std::getline(file, word);  // a comment, which begins with a space from here on
    arcs.read(file, word);
  }
  return arcs.graph();
}

Graph read_lines(const std::string& path) {
  std::ifstream file(path);
  Arcs arcs;
  std::string word;
  for (std::string text; std::getline(file, text);) {
    std::istringstream line(text);
    if (line >> word) arcs.read(line, word);
  }
  return arcs.graph();
}

}  // namespace warpath::bench
