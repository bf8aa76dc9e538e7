#include "bench/paper/tables.hpp"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "bench/paper/published.hpp"

namespace warpath::bench {
namespace {

// A line of `head` and one per size, but for those that have nothing to say.
template <class Row>
std::string table(std::string_view title, std::string_view head, const Row& row) {
  std::string text = fmt::format("\n{}\n\n{:>5}{}\n", title, "n", head);
  for (const Index n : kPaperSizes) {
    std::string line = row(n);
    line.erase(line.find_last_not_of(' ') + 1);
    if (!line.empty()) text += fmt::format("{:>5}{}\n", n, line);
  }
  return text;
}

// How many times as fast; 0 when one of them is missing.
double ratio(double slow, double fast) { return slow > 0 && fast > 0 ? slow / fast : 0; }

}  // namespace

std::string times_table(std::string_view title, const Seconds& seconds, std::string_view unit) {
  // Each column is wide enough for the name above it and for "0.0001234".
  const auto width = [](const Published& column) {
    return std::max<std::size_t>(column.kernel.size(), 9);
  };
  std::string head;
  for (const Published& column : kPaperColumns) {
    head += fmt::format(" {:>{}}", column.kernel, width(column));
  }
  return table(title, head, [&](Index n) {
    std::string line;
    for (const Published& column : kPaperColumns) {
      const double value = seconds(column.kernel, n);
      line += fmt::format(" {:>{}}", value > 0 ? fmt::format("{:.4g}{}", value, unit) : "",
                          width(column));
    }
    return line;
  });
}

std::string over_paper_table(const Seconds& ours) {
  const auto speed_up = [&](std::string_view kernel, Index n) {
    return ratio(paper_seconds(kernel, n), ours(kernel, n));
  };
  return times_table("Here over the paper", speed_up, "x");
}

std::string steps_table(const Seconds& ours) {
  const std::span<const Published> columns(kPaperColumns);
  std::string names;
  std::string below = fmt::format("\n{:>5}", "");
  for (const Published& column : columns.subspan(1)) {
    names += fmt::format(" {:>17}", column.kernel);
    below += fmt::format(" {:>8} {:>8}", "paper", "here");
  }
  return table("Each column over the one before", names + below, [&](Index n) {
    std::string line;
    for (std::size_t c = 1; c < columns.size(); ++c) {
      for (const Seconds& seconds : {Seconds(paper_seconds), ours}) {
        const double step = ratio(seconds(columns[c - 1].kernel, n), seconds(columns[c].kernel, n));
        line += fmt::format(" {:>8}", step > 0 ? fmt::format("{:.3g}x", step) : "");
      }
    }
    return line;
  });
}

}  // namespace warpath::bench
