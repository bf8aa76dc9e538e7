#include "cli/shell/console.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>

#include <sys/ioctl.h>
#include <unistd.h>

#include "base/json.hpp"
#include <fmt/format.h>

#include "base/messages.hpp"
#include "cli/shell/interrupt.hpp"
#include "cli/shell/utf8.hpp"

namespace warpath::cli {
namespace {

[[noreturn]] void cannot_print() {
  throw Error(ErrorCode::io,
              fmt::format("cannot write to standard output: {}", std::strerror(errno)));
}

}  // namespace

std::vector<ExitStatus> exit_statuses() {
  return {{0, "ok", {}},
          {1, "internal error", {ErrorCode::internal}},
          {2, "usage", {ErrorCode::usage, ErrorCode::unsupported}},
          {3, "bad input or file", {ErrorCode::bad_input, ErrorCode::io}},
          {4, "negative cycle", {ErrorCode::negative_cycle}},
          {5, "does not fit", {ErrorCode::does_not_fit}},
          {6, "device unavailable", {ErrorCode::device_unavailable}},
          {7, "verification failed", {ErrorCode::verification_failed}},
          {130, "interrupted", {ErrorCode::cancelled}}};
}

int exit_code(ErrorCode code) {
  for (const auto& [status, meaning, codes] : exit_statuses()) {
    if (std::find(codes.begin(), codes.end(), code) != codes.end()) return status;
  }
  return 1;
}

void say(std::string_view text) {
  const BrokenPipesDoNotCount guard;
  (void)std::fwrite(text.data(), 1, text.size(), stderr);
}

void print(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) cannot_print();
}

void complain(std::string_view happened, std::string_view remedy) {
  constexpr std::size_t most = 4000;  // columns; whoever quotes, quotes less
  say(fmt::format("warpath: {}\n", fit(readable(happened), most)));
  if (!remedy.empty()) say(fmt::format("  {}\n", fit(readable(remedy), most)));
}

Json error_json(const Error& error, int status, const Json& cycle) {
  Json json;
  json["error"] = {{"code", to_string(error.code())},
                   {"exit", status},
                   {"message", readable(error.happened())},
                   {"remedy", error.remedy().empty() ? Json() : Json(readable(error.remedy()))},
                   {"cycle", cycle}};
  return json;
}

void refuse_if(bool wrong, std::string happened, std::string remedy) {
  if (wrong) throw Error(ErrorCode::usage, std::move(happened), std::move(remedy));
}

void print_json(const Json& json) { print(json.text(2) + '\n'); }

std::size_t line_columns() {
  constexpr std::size_t least = 40;  // below that nothing fits anyway
  if (::isatty(STDOUT_FILENO) == 0) return kNoLimit;
  winsize size{};
  const bool known = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? std::max<std::size_t>(least, size.ws_col) : 80;
}

void finish_output() {
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) cannot_print();
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
  double number = 0;
  const char* end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, number, std::chars_format::fixed);
  std::string unit;
  for (const char* c = stop; c != end; ++c) {
    if (*c != ' ') unit += static_cast<char>(std::tolower(static_cast<unsigned char>(*c)));
  }
  bool known = error == std::errc{} && number >= 0;
  if (!unit.empty() && unit != "b") {
    const std::size_t power = std::string_view("kmgt").find(unit[0]);
    const std::string rest = unit.substr(1);
    known = known && power != unit.npos && (rest.empty() || rest == "b" || rest == "ib");
    number *= std::pow(rest == "b" ? 1000.0 : 1024.0, static_cast<double>(power + 1));
  }
  if (!known || number >= 0x1p62) {
    throw Error(ErrorCode::usage, fmt::format("'{}' is not an amount of memory", brief(word)),
                "say it in bytes, or as 500M, 2G or 1.5GiB");
  }
  return static_cast<std::size_t>(number);
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> pieces;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(separator, start), text.size());
    pieces.emplace_back(text.substr(start, end - start));
    start = end + 1;
  }
  return pieces;
}

ProgressAnswer quiet_progress(const ProgressReport&) {
  return interrupted() ? ProgressAnswer::cancel : ProgressAnswer::go_on;
}

ProgressBar::ProgressBar(std::string label, std::string unit, bool wanted)
    : label_(std::move(label)),
      unit_(std::move(unit)),
      visible_(wanted && ::isatty(STDERR_FILENO) != 0) {}

ProgressBar::~ProgressBar() {
  if (drawn_ > 0) say("\r\x1b[K");
}

ProgressAnswer ProgressBar::show(const ProgressReport& report) {
  const double elapsed = clock_.seconds();
  // The first moments would only flicker.
  if (visible_ && report.total > 0 && elapsed > std::max(0.3, drawn_ + 0.1)) {
    constexpr int width = 24;
    const double share = std::clamp(report.done / report.total, 0.0, 1.0);
    const int filled = static_cast<int>(share * width);
    const double rate = report.done / elapsed;
    const std::string left =
        rate > 0 ? seconds_text((report.total - report.done) / rate) + " left" : "";
    say(fmt::format("\r\x1b[K{} [{:<{}}] {:3.0f}%  {}{}/s  {}", label_,
                    std::string(static_cast<std::size_t>(filled), '#'), width, 100 * share,
                    si(rate), unit_, left));
    drawn_ = elapsed;
  }
  return quiet_progress(report);
}

}  // namespace warpath::cli
