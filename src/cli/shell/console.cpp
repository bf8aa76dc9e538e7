#include "cli/shell/console.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>

#include <unistd.h>

#include <fmt/format.h>

#include "base/messages.hpp"
#include "cli/shell/interrupt.hpp"
#include "cli/shell/vocabulary.hpp"

namespace warpath::cli {

int exit_code(ErrorCode code) {
  switch (code) {
    case ErrorCode::internal: return 1;
    case ErrorCode::usage:
    case ErrorCode::unsupported: return 2;
    case ErrorCode::bad_input:
    case ErrorCode::io: return 3;
    case ErrorCode::negative_cycle: return 4;
    case ErrorCode::does_not_fit: return 5;
    case ErrorCode::device_unavailable: return 6;
    case ErrorCode::verification_failed: return 7;
    case ErrorCode::cancelled: return 130;
  }
  return 1;
}

void complain(std::string_view happened, std::string_view remedy) {
  fmt::print(stderr, "warpath: {}\n", happened);
  if (!remedy.empty()) fmt::print(stderr, "  {}\n", remedy);
}

void finish_output() {
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    throw Error(ErrorCode::io,
                fmt::format("cannot write to standard output: {}", std::strerror(errno)));
  }
}

std::string grouped(Index number) {
  const std::string digits = fmt::format("{}", number);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    const std::size_t left = digits.size() - i;
    if (left % 3 == 0 && i > 0 && digits[i - 1] != '-') text += ',';
    text += digits[i];
  }
  return text;
}

std::string counted(Index number, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", grouped(number), number == 1 ? one : many);
}

std::string si(double number) {
  constexpr std::array prefixes{"", "k", "M", "G", "T", "P"};
  std::size_t step = 0;
  for (; number >= 999.5 && step + 1 < prefixes.size(); ++step) number /= 1000;
  return fmt::format("{:.3g} {}", number, prefixes[step]);
}

std::string seconds_text(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.3g} us", seconds * 1e6);
  if (seconds < 1) return fmt::format("{:.3g} ms", seconds * 1e3);
  if (seconds < 100) return fmt::format("{:.3g} s", seconds);
  const auto whole = static_cast<Index>(std::lround(seconds));
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

std::string number_text(double number) {
  // Whole numbers in full; six digits tell enough of the others.
  if (number == std::trunc(number) && std::abs(number) < 1e9) return fmt::format("{:.0f}", number);
  return fmt::format("{:.6g}", number);
}

std::size_t to_bytes(std::string_view word) {
  constexpr std::string_view letters = "kmgt";
  double number = 0;
  const auto [stop, error] =
      std::from_chars(word.data(), word.data() + word.size(), number, std::chars_format::fixed);
  std::string unit;
  for (const char* c = stop; c != word.data() + word.size(); ++c) {
    if (*c != ' ') unit += static_cast<char>(std::tolower(static_cast<unsigned char>(*c)));
  }
  const std::size_t power = unit.empty() ? letters.npos : letters.find(unit[0]);
  bool known = error == std::errc{} && number >= 0;
  if (power != letters.npos) {
    known = known && (unit.size() == 1 || unit.substr(1) == "b" || unit.substr(1) == "ib");
    number *= std::pow(unit.size() == 2 ? 1000.0 : 1024.0, static_cast<double>(power + 1));
  } else {
    known = known && (unit.empty() || unit == "b");
  }
  if (!known || number >= 0x1p62) {
    throw Error(ErrorCode::usage, fmt::format("'{}' is not an amount of memory", word),
                "say it in bytes, or as 500M, 2G or 1.5GiB");
  }
  return static_cast<std::size_t>(number);
}

void unknown_word(std::string_view what, std::string_view word,
                  const std::vector<std::string_view>& known) {
  throw Error(ErrorCode::usage, fmt::format("there is no {} '{}'", what, word),
              suggest(word, known));
}

WeightType to_weight_type(std::string_view word) {
  if (const auto type = parse<WeightType>(word)) return *type;
  const auto known = weight_words();
  unknown_word("weight type", word, {known.begin(), known.end()});
}

SemiringKind to_semiring(std::string_view word) {
  if (const auto kind = parse<SemiringKind>(word)) return *kind;
  const auto known = semiring_words();
  unknown_word("semiring", word, {known.begin(), known.end()});
}

ProgressBar::ProgressBar(std::string label, std::string unit, bool wanted)
    : label_(std::move(label)),
      unit_(std::move(unit)),
      visible_(wanted && ::isatty(STDERR_FILENO) != 0),
      start_(std::chrono::steady_clock::now()),
      last_(start_) {}

ProgressBar::~ProgressBar() {
  if (drawn_) fmt::print(stderr, "\r\x1b[K");
}

ProgressAnswer ProgressBar::show(const ProgressReport& report) {
  using std::chrono::duration;
  const auto now = std::chrono::steady_clock::now();
  // The first moments would only flicker.
  const double elapsed = duration<double>(now - start_).count();
  if (visible_ && report.total > 0 && elapsed > 0.3 &&
      duration<double>(now - last_).count() > 0.1) {
    constexpr int width = 24;
    const double share = std::clamp(report.done / report.total, 0.0, 1.0);
    const int filled = static_cast<int>(share * width);
    const double rate = report.done / elapsed;
    const std::string left =
        rate > 0 ? seconds_text((report.total - report.done) / rate) + " left" : "";
    fmt::print(stderr, "\r\x1b[K{} [{:<{}}] {:3.0f}%  {}{}/s  {}", label_,
               std::string(static_cast<std::size_t>(filled), '#'), width, 100 * share, si(rate),
               unit_, left);
    std::fflush(stderr);
    drawn_ = true;
    last_ = now;
  }
  return interrupted() ? ProgressAnswer::cancel : ProgressAnswer::go_on;
}

}  // namespace warpath::cli
