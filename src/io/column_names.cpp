#include "io/column_names.hpp"

#include <algorithm>
#include <cctype>

namespace warpath::io {

bool among(std::string_view word, Words words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool has_word(std::string_view name, Words words) {
  const auto is_letter = [](unsigned char c) { return std::isalnum(c) != 0; };
  for (auto begin = name.begin(); begin != name.end();) {
    const auto end = std::find_if_not(begin, name.end(), is_letter);
    if (among({begin, end}, words)) return true;
    begin = std::find_if(end, name.end(), is_letter);
  }
  return false;
}

bool never_weighs(std::string_view name) {
  return name == "id" || name == "index" || name == "type" || name.ends_with("_id") ||
         name.ends_with(" id") || name.starts_with("unnamed:");
}

ColumnNames::ColumnNames(const Cursor& cursor, const Fields& fields)
    : cursor_(cursor), fields_(fields) {
  std::string buffer;
  for (const Field& field : fields.kept()) {
    const bool is_name = !field.word.is_too_long();
    names_.push_back(is_name ? lower(field.text(buffer)) : std::string());
  }
}

bool ColumnNames::any(Words words) const {
  return std::any_of(names_.begin(), names_.end(),
                     [&](const std::string& name) { return has_word(name, words); });
}

std::size_t ColumnNames::find(Words words, std::string_view what) const {
  for (const bool exactly : {true, false}) {
    std::size_t found = kNoColumn;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (!(exactly ? among(names_[i], words) : has_word(names_[i], words))) continue;
      if (words.data() == kWeight && never_weighs(names_[i])) continue;
      if (found != kNoColumn) {
        cursor_.fail(fields_[i].word,
                     fmt::format("one column for the {} only; {} could be it, too", what,
                                 io::quoted(fields_[found].word.text())),
                     kNameThem);
      }
      found = i;
    }
    if (found != kNoColumn) return found;
  }
  return kNoColumn;
}

std::size_t ColumnNames::count() const {
  return names_.size() - static_cast<std::size_t>(std::ranges::count(names_, ""));
}

std::size_t ColumnNames::exactly(std::string_view name) const {
  const auto found = std::find(names_.begin(), names_.end(), name);
  return found == names_.end() ? kNoColumn : static_cast<std::size_t>(found - names_.begin());
}

std::size_t ColumnNames::called(std::string_view name) const {
  const std::size_t found = exactly(lower(name));
  if (found != kNoColumn) return found;
  constexpr std::size_t most = 16;
  std::string all;
  for (const Field& field : fields_.kept().first(std::min(most, names_.size()))) {
    all += fmt::format("{}{}", all.empty() ? "" : ", ", io::quoted(field.word.text()));
  }
  if (names_.size() > most) all += " and more";
  cursor_.fail(fields_.line(), fmt::format("a header with a column called {}", io::quoted(name)),
               fmt::format("the first line has {}", all));
}

std::size_t ColumnNames::either(Words usual, Words others, std::string_view what) const {
  const std::size_t found = find(usual, what);
  return found != kNoColumn ? found : find(others, what);
}

}  // namespace warpath::io
