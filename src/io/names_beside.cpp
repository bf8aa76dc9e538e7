#include "io/names_beside.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "io/bytes.hpp"

namespace warpath::io {
namespace {

std::vector<std::string> read_lines(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return {};
  const Opened file(path);
  std::vector<std::string> lines;
  std::string_view left = file.source().bytes;
  while (!left.empty()) {
    const std::size_t end = std::min(left.find('\n'), left.size());
    std::string_view line = left.substr(0, end);
    left.remove_prefix(std::min(end + 1, left.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.emplace_back(line);
  }
  return lines;
}

}  // namespace

std::string name_beside(std::string_view path, std::string_view what) {
  const std::string_view plain = unpacked_name(path);
  return fmt::format("{}.{}.txt", plain.substr(0, plain.size() - plain.ends_with(".npy") * 4),
                     what);
}

NamesBeside::NamesBeside(std::string path, std::span<const std::string> names, bool force)
    : path_(std::move(path)) {
  check_writable(path_, force);
  if (names.empty()) return;
  output_.emplace(path_, force);
  for (const std::string& name : names) output_->write(name + '\n');
  output_->close();
}

void NamesBeside::commit() {
  if (output_) return output_->commit();
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
}

SavedNames read_saved_names(const std::string& path) {
  return {read_lines(name_beside(path, kLabels)), read_lines(name_beside(path, kSources))};
}

}  // namespace warpath::io
