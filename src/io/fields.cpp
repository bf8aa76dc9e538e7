#include "io/fields.hpp"

#include "io/attributes.hpp"
#include "io/utf8.hpp"

namespace warpath::io {
namespace {

// The delimiter of a table, told from one of its lines: a tab, else a semicolon, else a comma, wherever
// it stands outside quotes and dictionaries; else blanks.
char delimiter_of(std::string_view line) {
  bool comma = false;
  bool semicolon = false;
  bool quoted = false;
  bool inside = false;  // a word
  for (const char& c : line) {
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    if (c == '{' && !inside && begins_dictionary(&c, line.data() + line.size())) break;
    inside = !is_blank(c) && c != ',' && c != ';';
    if (c == '\t') return '\t';
    if (c == ';') semicolon = true;
    if (c == ',') comma = true;
  }
  return semicolon ? ';' : comma ? ',' : ' ';
}

// The delimiter that a first line "sep=;" tells, as Excel understands it; '\0' for any other line.
char told_delimiter(std::string_view line) {
  if (line.size() == 7 && line.front() == '"' && line.back() == '"') line = line.substr(1, 5);
  if (line.size() != 5 || lower(line.substr(0, 4)) != "sep=") return '\0';
  return std::string_view(",;\t| ").find(line[4]) == std::string_view::npos ? '\0' : line[4];
}

// Steps over lines without data, to the beginning of one that has some, or to the end.
void skip_comments(Cursor& cursor) {
  for (; !cursor.at_end(); cursor.next_line()) {
    const char c = cursor.peek();
    if (c != '#' && c != '%' && c != '\n' && !is_blank(c)) return;
    Cursor ahead = cursor;
    const Word first = ahead.word();
    if (!first.empty() && *first.begin != '#' && *first.begin != '%') return;
  }
}

}  // namespace

std::string_view Field::text(std::string& buffer) const {
  if (!doubled) return word.text();
  buffer.clear();
  for (const char* at = word.begin; at != word.end; ++at) {
    buffer += *at;
    if (*at == '"') ++at;
  }
  return buffer;
}

const char* Fields::quoted_field(const Cursor& cursor, const char* at, Field& field) {
  const Word& line = line_;
  const Word open{at, line.end};
  field.quoted = true;
  field.word.begin = ++at;
  for (;; ++at) {
    if (at == line.end) cursor.fail(open, "a quote that is closed on the same line");
    if (*at != '"') continue;
    if (at + 1 == line.end || at[1] != '"') break;
    field.doubled = true;
    ++at;
  }
  field.word.end = at++;
  const char* const after = at;
  while (at != line.end && is_blank(*at) && *at != delimiter_) ++at;
  const bool ends = at == line.end || *at == delimiter_ || (delimiter_ == ' ' && at != after);
  if (!ends) cursor.fail({after, line.end}, "the end of the field after the closing quote");
  return at;
}

bool Fields::next(Cursor& cursor) {
  skip_comments(cursor);
  if (cursor.at_end()) return false;
  line_ = cursor.rest_of_line();
  if (delimiter_ == '\0') {
    delimiter_ = told_delimiter(line_.text());
    if (delimiter_ != '\0') {
      cursor.next_line();
      return next(cursor);
    }
    delimiter_ = delimiter_of(line_.text());
  }
  split(cursor);
  cursor.next_line();
  return true;
}

void Fields::split(const Cursor& cursor) {
  const char delimiter = delimiter_;
  const bool blanks = delimiter == ' ';
  const char* const end = line_.end;
  const char* at = line_.begin;
  size_ = 0;
  for (;;) {
    while (at != end && is_blank(*at) && (blanks || *at != delimiter)) ++at;
    if (blanks && at == end) return;
    Field field;
    if (size_ == 2 && at != end && *at == '{' && begins_dictionary(at, end)) {
      field.word = {at, end};
      at = end;
    } else if (at != end && *at == '"') {
      at = quoted_field(cursor, at, field);
    } else {
      field.word.begin = at;
      if (blanks) {
        while (at != end && !is_blank(*at)) ++at;
      } else {
        while (at != end && *at != delimiter) ++at;
      }
      field.word.end = at;
      while (field.word.end != field.word.begin && is_blank(field.word.end[-1])) --field.word.end;
    }
    if (size_ < most_) {
      if (size_ == fields_.size()) fields_.emplace_back();
      fields_[size_] = field;
    }
    ++size_;
    if (at == end) return;
    ++at;  // the delimiter
  }
}

Number weight_in(const Cursor& cursor, const Word& cell, char delimiter) {
  const std::size_t at = cell.text().find(',');
  if (delimiter == ';' && at != std::string_view::npos) {
    std::string with_point(cell.text());
    with_point[at] = '.';
    Number number;
    if (Cursor::parse_number(with_point, number)) return number;
  }
  return cursor.to_number(kAWeight, cell);
}

bool is_plain_number(std::string_view text, std::int64_t& number) {
  constexpr std::size_t surely_fits = 18;
  if (!text.empty() && text.size() <= surely_fits && text[0] >= '1' && text[0] <= '9') {
    number = 0;
    for (const char c : text) {
      if (c < '0' || c > '9') return false;
      number = 10 * number + (c - '0');
    }
    return true;
  }
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || stop != text.data() + text.size()) return false;
  const std::size_t first = text[0] == '-' ? 1 : 0;
  return text[first] != '0' || text.size() == 1;
}

void check_label(const Cursor& cursor, const Word& word) {
  const std::string_view text = word.text();
  if (has_controls(text)) cursor.fail(word, "a name without control characters");
  if (!is_utf8(text)) cursor.fail(word, "text in UTF-8", "save the file as UTF-8");
}

}  // namespace warpath::io
