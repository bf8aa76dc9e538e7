#include "io/attributes.hpp"

#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "io/column_names.hpp"
#include "io/edge_layout.hpp"
#include "warpath/error.hpp"

namespace warpath::io {
namespace {

// More than that are in no file that means them, and would be memory for nothing.
constexpr std::size_t kMostNames = 256;

bool is_quote(char c) { return c == '\'' || c == '"'; }

// "1.5" of "np.float64(1.5)", as Python prints numbers of NumPy 2; other words as they are.
Word without_type(Word word) {
  const std::string_view text = word.text();
  const std::size_t open = text.find('(');
  const bool numpy = text.starts_with("np.") || text.starts_with("numpy.");
  if (!numpy || open == std::string_view::npos || !text.ends_with(')')) return word;
  return {word.begin + open + 1, word.end - 1};
}

}  // namespace

void ArcAttributes::add(std::string_view name, std::string_view value) {
  auto found = names_.find(name);
  if (found == names_.end()) {
    if (names_.size() == kMostNames) return;
    found = names_.emplace(name, true).first;
  }
  Number ignored;
  if (found->second && name != "weight") found->second = Cursor::parse_number(value, ignored);
}

void ArcAttributes::tell_unused(const Source& source) const {
  const std::string* number = nullptr;
  for (const auto& [name, numeric] : names_) {
    if (!numeric || never_weighs(lower(name))) continue;
    if (number != nullptr) return;  // of several, none is more likely meant
    number = &name;
  }
  if (number == nullptr || !source.hint) return;
  source.hint(fmt::format("edges have {}, which was not used; --column {}", io::quoted(*number),
                          harmless(*number)));
}

std::string ArcAttributes::listed() const {
  constexpr std::size_t most = 12;
  std::vector<std::string> names;
  for (const auto& [name, numeric] : names_) {
    if (names.size() == most) return fmt::format("{} and more", fmt::join(names, ", "));
    names.push_back(io::quoted(name));
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string ArcAttributes::weight(const Source& source, const std::string& column) const {
  if (!column.empty()) {
    if (names_.contains(column)) return column;
    for (const auto& [name, numeric] : names_) {
      if (lower(name) == lower(column)) return name;
    }
    throw Error(ErrorCode::bad_input,
                fmt::format("{}: no arc has {}", source.name, io::quoted(column)),
                names_.empty() ? "they have nothing but their ends" : "they have " + listed());
  }
  std::vector<std::string> usual;
  for (const auto& [name, numeric] : names_) {
    if (lower(name) == "weight") return name;
    if (is_usual_for_weights(lower(name))) usual.push_back(name);
  }
  if (usual.empty()) tell_unused(source);
  if (usual.size() <= 1) return usual.empty() ? "" : usual.front();
  throw Error(ErrorCode::bad_input,
              fmt::format("{}: the arcs have {} and {}, and either may be the weight", source.name,
                          io::quoted(usual[0]), io::quoted(usual[1])),
              "say which one is (--column)");
}

void fail_without_weight(const Cursor& cursor, const Word& arc, std::string_view name) {
  cursor.fail(arc, fmt::format("an arc with {}, as others have it", io::quoted(name)));
}

bool begins_dictionary(const char* at, const char* line_end) {
  if (at == line_end || *at != '{') return false;
  while (line_end != at && is_blank(line_end[-1])) --line_end;
  if (line_end[-1] != '}') return false;
  for (++at; is_blank(*at);) ++at;
  return is_quote(*at) || (*at == '}' && at + 1 == line_end);
}

bool DictionaryReader::next() {
  skip_blanks();
  if (key_.begin == nullptr && !take('{')) cursor_.fail({at_, end_}, "'{'");
  if (take('}')) {
    skip_blanks();
    if (at_ != end_) cursor_.fail({at_, end_}, "the end of the line");
    return false;
  }
  if (value_.begin != nullptr && !take(',')) cursor_.fail({at_, end_}, "',' or '}'");
  skip_blanks();
  if (value_.begin != nullptr && at_ != end_ && *at_ == '}') return next();  // after a last comma
  if (at_ == end_ || !is_quote(*at_)) cursor_.fail({at_, end_}, "a name in quotes");
  key_ = quoted();
  if (!take(':')) cursor_.fail({at_, end_}, "':'");
  skip_blanks();
  const bool text = at_ != end_ && is_quote(*at_);
  value_ = text ? quoted() : without_type(plain());
  return true;
}

void DictionaryReader::skip_blanks() {
  while (at_ != end_ && is_blank(*at_)) ++at_;
}

bool DictionaryReader::take(char c) {
  skip_blanks();
  if (at_ == end_ || *at_ != c) return false;
  ++at_;
  return true;
}

Word DictionaryReader::quoted() {
  const Word open{at_, end_};
  const char quote = *at_++;
  const char* const begin = at_;
  for (; at_ != end_ && *at_ != quote; ++at_) {
    if (*at_ == '\\' && at_ + 1 != end_) ++at_;
  }
  if (at_ == end_) cursor_.fail(open, "a quote that is closed");
  return {begin, at_++};
}

// A number, or anything in brackets.
Word DictionaryReader::plain() {
  const char* const begin = at_;
  for (int depth = 0; at_ != end_;) {
    if (is_quote(*at_)) {
      quoted();
      continue;
    }
    const bool opens = *at_ == '(' || *at_ == '[' || *at_ == '{';
    const bool closes = *at_ == ')' || *at_ == ']' || *at_ == '}';
    if (depth == 0 && (closes || *at_ == ',')) break;
    depth += opens ? 1 : closes ? -1 : 0;
    ++at_;
  }
  const char* end = at_;
  while (end != begin && is_blank(end[-1])) --end;
  if (begin == end) cursor_.fail({begin, end}, "a value");
  return {begin, end};
}

}  // namespace warpath::io
