#include "bench/paper_tables.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace warpath::cli {
namespace {

constexpr std::array<std::string_view, 5> kColumns = {"textbook", "harish-narayanan", "katz-kider",
                                                      "optimized-blocked", "staged-load"};

// The table as it was published.
struct Row {
  Index n;
  std::array<double, kColumns.size()> seconds;
};
constexpr Row kTable[] = {
    {1024, {2.405, 0.408, 0.108, 0.0428, 0.0274}},
    {2048, {18.38, 3.212, 0.65, 0.282, 0.14}},
    {3072, {62.04, 10.99, 2.01, 0.653, 0.401}},
    {4096, {145.2, 26.05, 4.62, 2.06, 0.934}},
    {5120, {0, 50.87, 8.84, 4.02, 1.76}},
    {6144, {0, 87.9, 15.09, 6.89, 2.98}},
    {7168, {0, 0, 23.82, 10.9, 4.65}},
    {8192, {0, 208.6, 35.37, 16.39, 6.88}},
    {9216, {0, 0, 50.24, 23.05, 9.71}},
    {10240, {0, 0, 68.67, 31.52, 13.22}},
    {11264, {0, 0, 91.08, 41.82, 17.48}},
    {12288, {0, 0, 0, 54.05, 22.67}},
    {13312, {0, 0, 0, 68.56, 28.63}},
    {14336, {0, 0, 0, 85.56, 36.7}},
    {15360, {0, 0, 0, 0, 43.74}},
    {16384, {0, 0, 277.8, 126.9, 53.02}},
    {17408, {0, 0, 0, 0, 63.4}},
};

constexpr auto kSizes = [] {
  std::array<Index, std::size(kTable)> sizes{};
  for (std::size_t i = 0; i < sizes.size(); ++i) sizes[i] = kTable[i].n;
  return sizes;
}();

// How many times as fast; 0 when one of them is missing.
double ratio(double slow, double fast) {
  return slow > 0 && fast > 0 ? slow / fast : 0;
}

std::string number(double value, std::string_view unit = "") {
  return value > 0 ? fmt::format("{:.4g}{}", value, unit) : "";
}

// Wide enough for the name above it and for "0.0001234".
std::size_t width(std::string_view name) {
  return std::max<std::size_t>(name.size(), 9);
}

void end_line(std::string& text) {
  text.erase(text.find_last_not_of(' ') + 1);
  text += '\n';
}

std::string table(std::string_view title, const Seconds& cell, std::string_view unit) {
  std::string text = fmt::format("\n{}\n\n{:>5}", title, "n");
  for (const std::string_view name : kColumns) text += fmt::format(" {:>{}}", name, width(name));
  end_line(text);
  for (const Index n : kSizes) {
    text += fmt::format("{:>5}", n);
    for (const std::string_view name : kColumns) {
      text += fmt::format(" {:>{}}", number(cell(name, n), unit), width(name));
    }
    end_line(text);
  }
  return text;
}

}  // namespace

std::span<const std::string_view> paper_columns() {
  return kColumns;
}

std::span<const Index> paper_sizes() {
  return kSizes;
}

double paper_seconds(std::string_view kernel, Index n) {
  const auto* column = std::find(kColumns.begin(), kColumns.end(), kernel);
  const auto* row = std::find(kSizes.begin(), kSizes.end(), n);
  if (column == kColumns.end() || row == kSizes.end()) return 0;
  return kTable[row - kSizes.begin()].seconds[static_cast<std::size_t>(column - kColumns.begin())];
}

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
  std::string text = fmt::format("\nEach column over the one before\n\n{:>5}", "n");
  for (std::size_t c = 1; c < kColumns.size(); ++c) text += fmt::format(" {:>17}", kColumns[c]);
  end_line(text);
  text += fmt::format("{:>5}", "");
  for (std::size_t c = 1; c < kColumns.size(); ++c)
    text += fmt::format(" {:>8} {:>8}", "paper", "here");
  end_line(text);
  for (const Index n : kSizes) {
    std::string line;
    for (std::size_t c = 1; c < kColumns.size(); ++c) {
      for (const Seconds& seconds : {Seconds(paper_seconds), ours}) {
        const double step = ratio(seconds(kColumns[c - 1], n), seconds(kColumns[c], n));
        line += fmt::format(" {:>8}", step > 0 ? fmt::format("{:.3g}x", step) : "");
      }
    }
    if (line.find('x') == std::string::npos) continue;  // a row with one column
    text += fmt::format("{:>5}{}", n, line);
    end_line(text);
  }
  return text;
}

}  // namespace warpath::cli
