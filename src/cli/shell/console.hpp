// What all subcommands share: words, numbers for people, messages, the progress bar.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"

#include "base/stopwatch.hpp"
#include "warpath/error.hpp"
#include "warpath/progress.hpp"
#include "warpath/types.hpp"

namespace warpath::cli {

// What the program ends with, and why.
struct ExitStatus {
  int status;
  std::string_view meaning;
  std::vector<ErrorCode> codes;
};
std::vector<ExitStatus> exit_statuses();
int exit_code(ErrorCode code);

// Text on stderr, as far as that can be written to: no work fails because nobody can read about it.
void say(std::string_view text);

// Text on stdout; Error io.
void print(std::string_view text);

// "warpath: what happened" and the remedy, on stderr, readable whatever they quote.
void complain(std::string_view happened, std::string_view remedy = {});

// The same for a script; `cycle` is the negative one, or null.
Json error_json(const Error& error, int status, const Json& cycle);

// Error usage, if so.
void refuse_if(bool wrong, std::string happened, std::string remedy = {});

// How many columns a line on stdout has.
inline constexpr std::size_t kNoLimit = static_cast<std::size_t>(-1);  // it is no terminal
std::size_t line_columns();

// Flushes stdout; Error io as by print().
void finish_output();

void print_json(const Json& json);

// Numbers for people.
std::string counted(Index number, std::string_view one, std::string_view many);  // "1 arc"
std::string si(double number);                                                   // "61.2 G"
std::string seconds_text(double seconds);                                        // "3.42 ms"

std::string number_text(double number);  // "12300", "0.125", "1.23457e+12"

// "500M", "2G", "1.5GiB" (powers of 1024), "2GB" (of 1000) or plain bytes; Error usage.
std::size_t to_bytes(std::string_view word);

// The pieces of a text; one, where it has no separator.
std::vector<std::string> split(std::string_view text, char separator);

// No bar, but answers `cancel` after Ctrl-C.
ProgressAnswer quiet_progress(const ProgressReport& report);

// Shows progress on stderr when that is a terminal, and answers `cancel` after Ctrl-C. `unit` is
// what is counted, for the rate.
class ProgressBar {
 public:
  ProgressBar(std::string label, std::string unit, bool wanted);
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  ProgressAnswer show(const ProgressReport& report);
  Progress callback() {
    return [this](const ProgressReport& report) { return show(report); };
  }

 private:
  std::string label_;
  std::string unit_;
  bool visible_;
  double drawn_ = 0;  // when it was last, in seconds; 0: never
  Stopwatch clock_;
};

}  // namespace warpath::cli
