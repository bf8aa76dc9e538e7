// Reading text by hand: a cursor over bytes in memory, whose complaints name line and column.
#pragma once

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <fast_float/fast_float.h>
#include <fmt/format.h>

#include "io/format.hpp"
#include "io/weight.hpp"
#include "warpath/error.hpp"

namespace warpath::io {

// No name and no number is longer. What is, was made to fill memory, or is no such text at all.
inline constexpr std::ptrdiff_t kLongestWord = std::ptrdiff_t{64} << 10;
inline constexpr std::ptrdiff_t kLongestLine = std::ptrdiff_t{64}
                                               << 20;  // of a table, or a comment

// A word of a line, with its place in the input.
struct Word {
  const char* begin = nullptr;
  const char* end = nullptr;
  std::string_view text() const { return {begin, static_cast<std::size_t>(end - begin)}; }
  bool empty() const { return begin == end; }
  bool is_too_long() const { return end - begin > kLongestWord; }
};

// How complaints call what Cursor::number() looks for.
inline constexpr std::string_view kAWeight = "a weight";

// Blanks within a line. A carriage return counts, so that files from Windows are read.
inline bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

// In small letters, as far as ASCII has them.
inline std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
  }
  return result;
}

// Eight characters at a time, as one word. Where lengths vary, branches are mostly guessed wrong.
struct ShortRun {
  int digits = 0;  // at most 7
  std::uint32_t value = 0;
};

inline std::uint64_t load_word(const char* at) {
  std::uint64_t word = 0;
  std::memcpy(&word, at, sizeof word);
  return word;
}

// The high bit of every byte that is no digit; of digits, too, behind one that is not ASCII.
inline std::uint64_t non_digits(std::uint64_t word) {
  word ^= 0x3030303030303030U;  // digits become 0 .. 9
  return (word | (word + 0x7676767676767676U)) & 0x8080808080808080U;
}

// The number that begins a word: `digits` of them, 1 to 8.
inline std::uint32_t leading_number(std::uint64_t word, unsigned digits) {
  word = (word ^ 0x3030303030303030U) << (64 - 8 * digits);  // as if padded by zeros in front
  word = word * 10 + (word >> 8);
  return static_cast<std::uint32_t>(((word & 0x000000FF000000FFU) * 0x000F424000000064U +
                                     ((word >> 16) & 0x000000FF000000FFU) * 0x0000271000000001U) >>
                                    32);
}

// A run of up to seven digits at `at`, followed by something else, as a number; 0 digits when there
// is no such run. Eight bytes are read.
inline ShortRun short_run(const char* at) {
  if constexpr (std::endian::native != std::endian::little) return {};
  const std::uint64_t word = load_word(at);
  const int digits = std::countr_zero(non_digits(word)) / 8;
  if (digits == 0 || digits == 8) return {};
  return {digits, leading_number(word, static_cast<unsigned>(digits))};
}

// The same flags as bits, the first character's lowest.
inline std::uint32_t non_digit_bits(const char* at) {
  return static_cast<std::uint32_t>(((non_digits(load_word(at)) >> 7) * 0x0102040810204080U) >> 56);
}

// "a 12 345 67"
struct PlainLine {
  std::uint32_t first = 0;
  std::uint32_t second = 0;
  std::uint32_t third = 0;
  int third_digits = 0;
};

class Cursor {
 public:
  explicit Cursor(const Source& source)
      : source_(source),
        at_(source.bytes.data()),
        end_(at_ + source.bytes.size()),
        report_below_(source.passed ? end_ - at_ : -1) {}

  bool at_end() const { return at_ == end_; }
  char peek() const { return at_end() ? '\n' : *at_; }

  // The next word of this line; empty, at the line's end, when there is none. Error bad_input for one
  // that is too long to be meant.
  Word word() {
    skip_blanks();
    const char* begin = at_;
    const char* const stop = end_ - at_ > kLongestWord ? at_ + kLongestWord : end_;
    while (at_ != stop && !is_blank(*at_) && *at_ != '\n') ++at_;
    if (at_ == stop && stop != end_) fail_too_long({begin, stop});
    return {begin, at_};
  }

  // Error bad_input unless it may be a name or a number.
  void check_length(const Word& here) const {
    if (here.is_too_long()) fail_too_long(here);
  }

  // The character that the next word of this line begins with; a newline when there is no word.
  char ahead() {
    skip_blanks();
    return at_ != end_ ? *at_ : '\n';
  }

  void expect_line_end() {
    if (const Word more = word(); !more.empty()) fail(more, "the end of the line");
  }

  // All that is left of this line, without its end ("\n" or "\r\n"). Error bad_input where that is far.
  Word rest_of_line() {
    const char* begin = at_;
    const auto looked_at = static_cast<std::size_t>(std::min(end_ - at_, kLongestLine));
    const void* newline = std::memchr(at_, '\n', looked_at);
    if (newline == nullptr && end_ - at_ > kLongestLine) {
      fail({begin, begin + kLongestLine}, fmt::format("a line of at most {} bytes", kLongestLine));
    }
    at_ = newline != nullptr ? static_cast<const char*>(newline) : end_;
    const char* end = at_ != begin && at_[-1] == '\r' ? at_ - 1 : at_;
    return {begin, end};
  }

  void next_line() {
    if (at_ != end_ && *at_ != '\n') rest_of_line();
    if (at_ != end_) ++at_;
    if (end_ - at_ <= report_below_) report();
  }

  // The commonest line of all, read at a stroke: a letter and three short numbers, one blank
  // before each, and nothing else. Its end, for accept_line(); null, and nothing is read, for any
  // other line.
  const char* plain_line(char letter, PlainLine& line) const {
    if constexpr (std::endian::native != std::endian::little) return nullptr;
    constexpr std::ptrdiff_t looked_at = 2 + 27 + 8;
    if (end_ - at_ < looked_at || at_[0] != letter || at_[1] != ' ') return nullptr;
    const char* const start = at_ + 2;
    // One bit for each of 24 characters that is no digit, and one behind them: three steps find
    // all three ends. Conditions are joined where they are nearly always met.
    const std::uint32_t ends = non_digit_bits(start) | non_digit_bits(start + 8) << 8 |
                               non_digit_bits(start + 16) << 16 | 1U << 24;
    const std::uint32_t later = ends & (ends - 1);
    const std::uint32_t last = later & (later - 1);
    const auto first_end = static_cast<unsigned>(std::countr_zero(ends));
    const auto second_end = static_cast<unsigned>(std::countr_zero(later | 1U << 25));
    const auto third_end = static_cast<unsigned>(std::countr_zero(last | 1U << 26));
    const unsigned digits_1 = first_end;
    const unsigned digits_2 = second_end - first_end - 1;
    const unsigned digits_3 = third_end - second_end - 1;
    const bool short_numbers = ((digits_1 - 1) | (digits_2 - 1) | (digits_3 - 1)) < 8;
    const int odd =
        (start[first_end] ^ ' ') | (start[second_end] ^ ' ') | (start[third_end] ^ '\n');
    if (!short_numbers || odd != 0 || digits_3 == 8) return nullptr;
    line.first = leading_number(load_word(start), digits_1);
    line.second = leading_number(load_word(start + first_end + 1), digits_2);
    line.third = leading_number(load_word(start + second_end + 1), digits_3);
    line.third_digits = static_cast<int>(digits_3);
    return start + third_end;
  }
  void accept_line(const char* line_end) {
    at_ = line_end;
    next_line();
  }

  // A whole number between lo and hi; `what` describes it in a complaint.
  std::int64_t whole(std::string_view what, std::int64_t lo, std::int64_t hi) {
    skip_blanks();
    if (end_ - at_ > 8) {
      const ShortRun run = short_run(at_);
      if (run.digits > 0 && ends_word(at_[run.digits]) && run.value >= lo && run.value <= hi) {
        at_ += run.digits;
        return run.value;
      }
    }
    const Word here = word();
    std::int64_t value = 0;
    const auto [stop, error] = std::from_chars(here.begin, here.end, value);
    if (here.empty() || error != std::errc{} || stop != here.end || value < lo || value > hi) {
      fail(here, fmt::format("{} from {} to {}", what, lo, hi));
    }
    return value;
  }

  // A finite number, with an optional + in front. `here` becomes its place.
  Number number(std::string_view what, Word& here) {
    skip_blanks();
    Number result;
    const char* const end = short_number(at_, result);
    const bool quick = end != nullptr && ends_word(*end);
    here = quick ? Word{at_, end} : word();
    at_ = here.end;
    return quick ? result : to_number(what, here);
  }

  Number to_number(std::string_view what, const Word& here) const {
    Number result;
    if (short_number(here.begin, result) == here.end && !here.empty()) return result;
    if (!parse_number(here.text(), result)) {
      const bool comma = here.text().find(',') != std::string_view::npos;
      const std::string small = lower(here.text());
      const bool none = what == kAWeight && (small == "nan" || small == "na" || small == "inf");
      fail(here, fmt::format("{}, a finite number", what),
           comma  ? "decimals have a point, and thousands nothing between them"
           : none ? "leave out arcs that are not there"
                  : "");
    }
    return result;
  }

  // False when the text is no finite number.
  static bool parse_number(std::string_view text, Number& result) {
    result = {};
    const char* begin = text.data();
    const char* const end = begin + text.size();
    if (begin != end && *begin == '+' && !text.starts_with("+-")) ++begin;
    const auto [stop, error] = fast_float::from_chars(begin, end, result.value);
    // Some versions report numbers too large by an error, others by infinity; the same for those too
    // small, which are 0: what is made of them, the spelling tells.
    const bool vanished = error == std::errc::result_out_of_range && result.value == 0;
    if (begin == end || (error != std::errc{} && !vanished) || stop != end ||
        !std::isfinite(result.value)) {
      return false;
    }
    spell(begin, end, result);
    const double size = std::abs(result.value);
    if (result.whole && size >= 0x1p53 && size < 0x1p63) {
      std::int64_t exact = 0;
      std::from_chars(begin, end, exact);
      result.rest = rest_of(exact, result.value);
    }
    return true;
  }

  // Error bad_input: file:line:column, what is there, what should be.
  [[noreturn]] void fail(const Word& here, std::string_view expected,
                         std::string remedy = {}) const {
    const std::string_view before(source_.bytes.data(),
                                  static_cast<std::size_t>(here.begin - source_.bytes.data()));
    std::size_t line = 1;
    for (const char c : before) line += c == '\n';
    // Characters, not bytes, as editors count: what continues one in UTF-8 is no other.
    const std::string_view in_line = before.substr(before.rfind('\n') + 1);
    const auto column = 1 + std::count_if(in_line.begin(), in_line.end(), [](char c) {
                          return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
                        });
    const bool line_end = here.begin != end_ && (*here.begin == '\n' || *here.begin == '\r');
    const std::string found = !here.empty()        ? quoted(here.text())
                              : here.begin == end_ ? "the end of the file"
                              : line_end           ? "the end of the line"
                                                   : "nothing";
    throw Error(
        ErrorCode::bad_input,
        fmt::format("{}:{}:{}: found {}, expected {}", source_.name, line, column, found, expected),
        std::move(remedy));
  }

 private:
  [[noreturn]] void fail_too_long(const Word& here) const {
    fail(here, fmt::format("names and numbers of at most {} bytes", kLongestWord));
  }

  // Reads up to seven digits at `at`, and a minus before them. Where they end; null, and nothing is
  // read, for anything else, and near the end of the text.
  const char* short_number(const char* at, Number& number) const {
    if (end_ - at <= 9) return nullptr;
    const bool minus = *at == '-';
    const char* const first = at + (minus ? 1 : 0);
    const ShortRun run = short_run(first);
    if (run.digits == 0) return nullptr;
    const double value = run.value;
    number = {
        .value = minus ? -value : value, .whole = true, .digits = run.value == 0 ? 0 : run.digits};
    return first + run.digits;
  }

  static bool ends_word(char c) { return is_blank(c) || c == '\n'; }

  void skip_blanks() {
    while (at_ != end_ && is_blank(*at_)) ++at_;
  }

  void report() {
    constexpr std::ptrdiff_t step = 4 << 20;
    source_.passed(at_);
    report_below_ = at_end() ? -1 : std::max<std::ptrdiff_t>(0, end_ - at_ - step);
  }

  static void spell(const char* at, const char* end, Number& number) {
    number.whole = true;
    for (; at != end && *at != 'e' && *at != 'E'; ++at) {
      if (*at == '.') number.whole = false;
      if (*at >= '0' && *at <= '9' && (number.digits > 0 || *at != '0')) ++number.digits;
    }
    if (at != end) number.whole = false;
  }

  const Source& source_;
  const char* at_;
  const char* end_;
  std::ptrdiff_t report_below_;  // bytes left when Source::passed is told next
};

}  // namespace warpath::io
