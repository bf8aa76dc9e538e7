// Writing tables.
#pragma once

#include <string>
#include <string_view>

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

}  // namespace warpath::io
