// What names of files say: the format, and whether it is gzipped. City.CSV is a table, too.
#pragma once

#include <algorithm>
#include <string_view>

namespace warpath::io {

// Whether a name ends so, in letters of either case. `end` is in small ones.
inline bool ends_in(std::string_view name, std::string_view end) {
  const auto small = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return name.size() >= end.size() &&
         std::ranges::equal(name.substr(name.size() - end.size()), end, {}, small);
}

// Whether a file of this name is written gzipped.
inline bool is_packed(std::string_view path) { return ends_in(path, ".gz"); }

// Its name without .gz.
inline std::string_view unpacked_name(std::string_view path) {
  return path.substr(0, path.size() - (is_packed(path) ? 3 : 0));
}

// Whether this is its extension, gzipped or not.
inline bool has_extension(std::string_view path, std::string_view extension) {
  return ends_in(unpacked_name(path), extension);
}

}  // namespace warpath::io
