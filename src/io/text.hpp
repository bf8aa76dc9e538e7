// Reading text by hand: a cursor over bytes in memory, whose complaints name line and column.
#pragma once

#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>

#include <fast_float/fast_float.h>
#include <fmt/format.h>

#include "io/format.hpp"
#include "warpath/error.hpp"

namespace warpath::io {

// A word of a line, with its place in the input.
struct Word {
  const char* begin = nullptr;
  const char* end = nullptr;
  std::string_view text() const { return {begin, static_cast<std::size_t>(end - begin)}; }
  bool empty() const { return begin == end; }
};

// A number, and what its spelling says about the type that holds it.
struct Number {
  double value = 0;
  bool whole = false;  // written without point and exponent
  int digits = 0;      // significant ones
};

class Cursor {
 public:
  explicit Cursor(const Source& source)
      : source_(source), at_(source.bytes.data()), end_(at_ + source.bytes.size()) {}

  bool at_end() const { return at_ == end_; }

  // The next word of this line; empty, at the line's end, when there is none.
  Word word() {
    while (at_ != end_ && is_blank(*at_)) ++at_;
    const char* begin = at_;
    while (at_ != end_ && !is_blank(*at_) && *at_ != '\n') ++at_;
    return {begin, at_};
  }

  void skip_line() {
    while (at_ != end_ && *at_ != '\n') ++at_;
    if (at_ != end_) ++at_;
  }

  // A whole number between lo and hi; `what` describes it in a complaint.
  std::int64_t whole(std::string_view what, std::int64_t lo, std::int64_t hi) {
    const Word here = word();
    std::int64_t value = 0;
    const auto [stop, error] = std::from_chars(here.begin, here.end, value);
    if (here.empty() || error != std::errc{} || stop != here.end || value < lo || value > hi) {
      fail(here, fmt::format("{} from {} to {}", what, lo, hi));
    }
    return value;
  }

  // A finite number, with an optional + in front.
  Number number(std::string_view what, Word& here) {
    here = word();
    const char* begin = here.begin;
    if (begin != here.end && *begin == '+') ++begin;
    Number result;
    const auto [stop, error] = fast_float::from_chars(begin, here.end, result.value);
    // Some versions report numbers too large by an error, others by infinity.
    if (here.empty() || error != std::errc{} || stop != here.end || !std::isfinite(result.value)) {
      fail(here, fmt::format("{}, a finite number", what));
    }
    spell(begin, here.end, result);
    return result;
  }

  // Error bad_input: file:line:column, what is there, what should be.
  [[noreturn]] void fail(const Word& here, std::string_view expected) const {
    const std::string_view before(source_.bytes.data(),
                                  static_cast<std::size_t>(here.begin - source_.bytes.data()));
    std::size_t line = 1;
    for (const char c : before) line += c == '\n';
    const std::size_t column = before.size() - (before.rfind('\n') + 1) + 1;
    std::string found = quoted(here.text());
    if (here.empty()) found = here.begin == end_ ? "the end of the file" : "the end of the line";
    throw Error(ErrorCode::bad_input, fmt::format("{}:{}:{}: found {}, expected {}", source_.name,
                                                  line, column, found, expected));
  }

 private:
  // A carriage return counts, so that files from Windows are read.
  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

  static void spell(const char* at, const char* end, Number& number) {
    number.whole = true;
    for (; at != end && *at != 'e' && *at != 'E'; ++at) {
      if (*at == '.') number.whole = false;
      if (*at >= '0' && *at <= '9' && (number.digits > 0 || *at != '0')) ++number.digits;
    }
    if (at != end) number.whole = false;
  }

  Source source_;
  const char* at_;
  const char* end_;
};

}  // namespace warpath::io
