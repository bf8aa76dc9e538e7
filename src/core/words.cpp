#include "core/words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace warpath {
namespace {

// Insertions, deletions and replacements that turn a into b.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row.back();
}

}  // namespace

std::string format_bytes(std::size_t bytes) {
  constexpr const char* kUnits[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  double value = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (value >= 1024 && unit + 1 < std::size(kUnits)) {
    value /= 1024;
    ++unit;
  }
  return unit == 0 ? fmt::format("{} bytes", bytes) : fmt::format("{:.1f} {}", value, kUnits[unit]);
}

std::string_view closest(std::string_view word, std::span<const std::string_view> known) {
  // Who types the first letters means the rest.
  const auto distance = [&](std::string_view candidate) {
    return word.size() > 2 && candidate.starts_with(word) ? 1 : edit_distance(word, candidate);
  };
  const auto found = std::min_element(known.begin(), known.end(),
                                      [&](auto a, auto b) { return distance(a) < distance(b); });
  const bool close = found != known.end() && distance(*found) <= 1 + word.size() / 3;
  return close ? *found : std::string_view();
}

std::string suggest(std::string_view word, std::span<const std::string_view> known) {
  const std::string_view meant = closest(word, known);
  const std::string question = meant.empty() ? "" : fmt::format("did you mean '{}'? ", meant);
  return question + fmt::format("known are: {}", fmt::join(known, ", "));
}

}  // namespace warpath
