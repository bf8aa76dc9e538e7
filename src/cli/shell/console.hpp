// What all subcommands share: words, numbers for people, messages, the progress bar.
#pragma once

#include <chrono>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "warpath/error.hpp"
#include "warpath/progress.hpp"
#include "warpath/types.hpp"

namespace warpath::cli {

int exit_code(ErrorCode code);

// "warpath: what happened" and the remedy, on stderr.
void complain(std::string_view happened, std::string_view remedy = {});

// Flushes stdout; Error io when what was printed could not be written (a full disk).
void finish_output();

// Numbers for people.
std::string grouped(Index number);                                               // "16,777,216"
std::string counted(Index number, std::string_view one, std::string_view many);  // "1 arc"
std::string si(double number);                                                   // "61.2 G"
std::string seconds_text(double seconds);                                        // "3.42 ms"

std::string number_text(double number);  // "12300", "0.125", "1.23457e+12"

// "500M", "2G", "1.5GiB" (powers of 1024), "2GB" (of 1000) or plain bytes; Error usage.
std::size_t to_bytes(std::string_view word);

// Words of the command line; Error usage with the words there are and a suggestion.
WeightType to_weight_type(std::string_view word);
SemiringKind to_semiring(std::string_view word);
[[noreturn]] void unknown_word(std::string_view what, std::string_view word,
                               const std::vector<std::string_view>& known);

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
  bool drawn_ = false;
  std::chrono::steady_clock::time_point start_;
  std::chrono::steady_clock::time_point last_;
};

}  // namespace warpath::cli
