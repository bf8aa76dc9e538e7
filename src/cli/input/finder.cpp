#include "cli/input/finder.hpp"

namespace warpath::cli {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

Finder::Finder(const Names& names) : names_(names) {
  if (!names.has_labels()) return;
  for (Index v = 0; v < names.vertices(); ++v) {
    if (names.has_label(v)) found_.emplace(names.label(v), v);  // the first of a name stays
  }
}

Index Finder::find(std::string_view word) const {
  for (const std::string_view each : {word, trimmed(word)}) {
    if (const auto at = found_.find(each); at != found_.end()) return at->second;
  }
  return names_.find(trimmed(word));
}

}  // namespace warpath::cli
