// Lines of tables: CSV, TSV, or words between blanks.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/text.hpp"

namespace warpath::io {

// A cell of a line. Quoted ones may contain anything but the end of the line; a quote is doubled. The
// third may be a dictionary (attributes.hpp), which reaches to the end of the line.
struct Field {
  Word word;  // without blanks around it, without quotes
  bool doubled = false;
  bool quoted = false;

  bool is_nothing() const { return word.empty() && !quoted; }

  // What it says. `buffer` is used where quotes were doubled, and must live as long as the answer.
  std::string_view text(std::string& buffer) const;
};

class Fields {
 public:
  // Of a line with more fields, only `most` are kept: nobody looks at more, but the count is right.
  static constexpr std::size_t kMost = 64;
  explicit Fields(std::size_t most = kMost) : most_(most) {}

  // The next line of a table; false at its end. Empty lines are passed over, and comments, which
  // begin with # or %, and a first line that tells the delimiter ("sep=;"). The cursor then stands
  // at the beginning of the line after it. Error bad_input for a quote that is never closed, or
  // closed too early.
  bool next(Cursor& cursor);

  const Word& line() const { return line_; }
  char delimiter() const { return delimiter_; }  // ' ' stands for any number of blanks
  std::size_t size() const { return size_; }
  const Field& operator[](std::size_t i) const { return fields_[i]; }
  std::span<const Field> kept() const { return {fields_.data(), std::min(size_, most_)}; }

 private:
  void split(const Cursor& cursor);
  const char* quoted_field(const Cursor& cursor, const char* at, Field& field);

  char delimiter_ = '\0';  // until the first line tells
  Word line_;
  std::size_t most_;
  std::size_t size_ = 0;
  std::vector<Field> fields_;  // as many as the longest line had, up to most_
};

// The weight in a cell. Between semicolons, decimals may have a comma.
Number weight_in(const Cursor& cursor, const Word& cell, char delimiter);

// A whole number spelled the one usual way: no plus, no leading zeros, no -0.
bool is_plain_number(std::string_view text, std::int64_t& number);

// Words that must be fit to stand in a line of text. Error bad_input for control characters and for
// bytes that are not UTF-8.
void check_label(const Cursor& cursor, const Word& word);

}  // namespace warpath::io
