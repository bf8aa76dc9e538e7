// The names of a matrix, in files beside it: "dist.labels.txt" for the columns of "dist.npy" and
// "dist.sources.txt" for its rows, one per line.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/output.hpp"

namespace warpath::io {

inline constexpr std::string_view kLabels = "labels";
inline constexpr std::string_view kSources = "sources";

// "dist.labels.txt" for "dist.npy" and "labels".
std::string name_beside(std::string_view path, std::string_view what);

// Writes names, if there are any, but under another name until commit(). A file that belongs to another
// matrix must not stay: without `force` it is an Error usage, else it is replaced or removed.
class NamesBeside {
 public:
  NamesBeside(std::string path, std::span<const std::string> names, bool force);
  void commit();

 private:
  std::string path_;
  std::optional<Output> output_;
};

// Empty where there is no such file.
struct SavedNames {
  std::vector<std::string> labels = {};
  std::vector<std::string> sources = {};
};
SavedNames read_saved_names(const std::string& path);

}  // namespace warpath::io
