#include "io/places.hpp"

#include <filesystem>
#include <optional>
#include <system_error>

#include <sys/stat.h>
#include <unistd.h>

#include "warpath/error.hpp"

namespace warpath::io {
namespace {

using Status = struct stat;

// Empty where there is nothing.
std::optional<Status> status_of(const std::string& path, int standard) {
  Status status{};
  const int done = path == "-" ? ::fstat(standard, &status) : ::stat(path.c_str(), &status);
  return done == 0 ? std::optional(status) : std::nullopt;
}

bool same_node(const Status& a, const Status& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

}  // namespace

bool is_stream(const std::string& path) {
  Status status{};
  return path == "-" || (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode));
}

std::string through_links(const std::string& path) {
  if (is_stream(path)) return path;
  std::error_code error;
  std::filesystem::path at(path);
  for (int links = 0; links < 40 && std::filesystem::is_symlink(at, error); ++links) {
    at = at.parent_path() / std::filesystem::read_symlink(at, error);
    if (error) return path;
  }
  return at.string();
}

std::string folder_of(const std::string& path) {
  const auto folder = std::filesystem::path(path).parent_path();
  return folder.empty() ? "." : folder.string();
}

bool same_output(const std::string& a, const std::string& b) {
  const auto one = status_of(a, STDOUT_FILENO);
  const auto other = status_of(b, STDOUT_FILENO);
  if (one && other) return same_node(*one, *other) && !S_ISCHR(one->st_mode);
  if (one || other) return false;
  const std::filesystem::path here(through_links(a));
  const std::filesystem::path there(through_links(b));
  const auto its_folder = status_of(folder_of(here), -1);
  const auto other_folder = status_of(folder_of(there), -1);
  return here.filename() == there.filename() && its_folder && other_folder &&
         same_node(*its_folder, *other_folder);
}

bool same_as_input(const std::string& output, const std::string& input) {
  const auto written = status_of(output, STDOUT_FILENO);
  const auto read = status_of(input, STDIN_FILENO);
  return output != "-" && written && read && S_ISREG(read->st_mode) && same_node(*written, *read);
}

void refuse_existing(const std::string& path) {
  throw Error(ErrorCode::usage, path + " exists already",
              "allow replacing it (--force), or name another file");
}

}  // namespace warpath::io
