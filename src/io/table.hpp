// Writing tables.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "io/format.hpp"
#include "warpath/error.hpp"

namespace warpath::io {

// A name as a field of CSV or TSV that is read back as it was: quoted where it must be.
inline std::string csv_field(std::string_view text) {
  const bool plain = !text.empty() && text.find_first_of("\",;\t") == text.npos &&
                     text.front() != ' ' && text.back() != ' ' && text.front() != '#' &&
                     text.front() != '%';
  if (plain) return std::string(text);
  std::string result = "\"";
  for (const char c : text) {
    result += c;
    if (c == '"') result += c;
  }
  return result + '"';
}

// Vertices as they stand in a table.
inline std::vector<std::string> csv_fields(const Naming& naming, Index vertices) {
  std::vector<std::string> fields;
  for (Index v = 0; v < vertices; ++v) {
    fields.push_back(naming.labels.empty() ? fmt::format("{}", v + naming.first_vertex)
                                           : csv_field(naming.labels[static_cast<std::size_t>(v)]));
  }
  return fields;
}

// Error usage for a name that no line of text can hold. Files have none, but programs may.
inline void check_one_line(std::string_view name) {
  const bool control = std::any_of(name.begin(), name.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
  });
  if (!control) return;
  throw Error(ErrorCode::usage, fmt::format("the label {} has control characters", quoted(name)),
              "give the vertex another name");
}

}  // namespace warpath::io
