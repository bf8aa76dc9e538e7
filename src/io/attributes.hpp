// What arcs have besides their ends, in formats where it goes by name, and which of it is the weight.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "io/text.hpp"

namespace warpath::io {

// The names that the arcs of a file use, met in a first pass over it.
class ArcAttributes {
 public:
  void add(std::string_view name, std::string_view value);

  // The one that is the weight: `column` where it is not empty, else "weight", else the only one with
  // a name that is usual for weights. Empty: arcs weigh 1, and the source's hint names numbers that
  // were not used. Error bad_input when no arc has the column, or several names are as usual.
  std::string weight(const Source& source, const std::string& column) const;

 private:
  std::string listed() const;
  void tell_unused(const Source& source) const;

  std::map<std::string, bool, std::less<>> names_;  // whether all its values are numbers
};

// Where an arc lacks the weight that others have. Error bad_input.
[[noreturn]] void fail_without_weight(const Cursor& cursor, const Word& arc, std::string_view name);

// "{'weight': 3, 'name': "A1"}", as Python prints a dictionary and NetworkX writes it behind the two
// ends of an arc. Whether one begins there and ends where the line does.
bool begins_dictionary(const char* at, const char* line_end);

// The entries of a dictionary, one after the other. Keys are taken as they are spelled, values without
// quotes around them, and NumPy's numbers without their type: np.float64(1.5).
class DictionaryReader {
 public:
  DictionaryReader(const Cursor& cursor, const Word& dictionary)
      : cursor_(cursor), at_(dictionary.begin), end_(dictionary.end) {}

  // False at the end. Error bad_input for anything that is no dictionary.
  bool next();
  std::string_view key() const { return key_.text(); }
  const Word& value() const { return value_; }

 private:
  void skip_blanks();
  bool take(char c);
  Word quoted();
  Word plain();

  const Cursor& cursor_;
  const char* at_;
  const char* end_;
  Word key_;
  Word value_;
};

}  // namespace warpath::io
