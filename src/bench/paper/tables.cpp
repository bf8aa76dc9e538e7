#include "bench/paper/tables.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "bench/paper/published.hpp"

namespace warpath::bench {
namespace {

// How many times as fast; 0 when one of them is missing.
double ratio(double slow, double fast) { return slow > 0 && fast > 0 ? slow / fast : 0; }

std::string number(double value, std::string_view unit = "") {
  return value > 0 ? fmt::format("{:.4g}{}", value, unit) : "";
}

// Wide enough for the name above it and for "0.0001234".
std::size_t width(std::string_view name) { return std::max<std::size_t>(name.size(), 9); }

void end_line(std::string& text) {
  text.erase(text.find_last_not_of(' ') + 1);
  text += '\n';
}

std::string table(std::string_view title, const Seconds& cell, std::string_view unit) {
  std::string text = fmt::format("\n{}\n\n{:>5}", title, "n");
  for (const std::string_view name : paper_columns())
    text += fmt::format(" {:>{}}", name, width(name));
  end_line(text);
  for (const Index n : kPaperSizes) {
    text += fmt::format("{:>5}", n);
    for (const std::string_view name : paper_columns()) {
      text += fmt::format(" {:>{}}", number(cell(name, n), unit), width(name));
    }
    end_line(text);
  }
  return text;
}

}  // namespace

std::string times_table(std::string_view title, const Seconds& seconds) {
  return table(title, seconds, "");
}

std::string over_paper_table(const Seconds& ours) {
  return table(
      "Here over the paper",
      [&](std::string_view kernel, Index n) {
        return ratio(paper_seconds(kernel, n), ours(kernel, n));
      },
      "x");
}

std::string steps_table(const Seconds& ours) {
  const auto columns = paper_columns();
  std::string text = fmt::format("\nEach column over the one before\n\n{:>5}", "n");
  for (std::size_t c = 1; c < columns.size(); ++c) text += fmt::format(" {:>17}", columns[c]);
  end_line(text);
  text += fmt::format("{:>5}", "");
  for (std::size_t c = 1; c < columns.size(); ++c)
    text += fmt::format(" {:>8} {:>8}", "paper", "here");
  end_line(text);
  for (const Index n : kPaperSizes) {
    std::string line;
    for (std::size_t c = 1; c < columns.size(); ++c) {
      for (const Seconds& seconds : {Seconds(paper_seconds), ours}) {
        const double step = ratio(seconds(columns[c - 1], n), seconds(columns[c], n));
        line += fmt::format(" {:>8}", step > 0 ? fmt::format("{:.3g}x", step) : "");
      }
    }
    if (line.find('x') == std::string::npos) continue;  // a row with one column
    text += fmt::format("{:>5}{}", n, line);
    end_line(text);
  }
  return text;
}

}  // namespace warpath::bench
