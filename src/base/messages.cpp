#include "base/messages.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

namespace warpath {
namespace {

// As it was written: whole numbers in full, and floats as the shortest that reads back as the same float.
std::string spell_weight(double weight, bool as_float) {
  if (weight == std::trunc(weight) && std::abs(weight) < 0x1p53) {
    return fmt::format("{}", static_cast<std::int64_t>(weight));
  }
  return as_float ? fmt::format("{}", static_cast<float>(weight)) : fmt::format("{}", weight);
}

}  // namespace

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

std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t most) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    std::size_t smallest = row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
      smallest = std::min(smallest, row[j]);
    }
    if (smallest > most) return most + 1;
  }
  return row.back();
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

std::string spell_cycle(const Cycle& cycle, const std::function<std::string(Index)>& name) {
  constexpr std::size_t most = 12;
  constexpr std::size_t ends = 5;
  const std::size_t size = cycle.vertices.size();
  const bool as_floats = std::all_of(cycle.weights.begin(), cycle.weights.end(), [](double weight) {
    return static_cast<double>(static_cast<float>(weight)) == weight;
  });
  std::string text;
  for (std::size_t i = 0; i < size; ++i) {
    if (i > 0) text += ", ";
    if (size > most && i == ends) {
      const std::size_t left_out = size - 2 * ends;
      text += fmt::format("... {} more arcs ..., ", left_out);
      i += left_out;
    }
    text +=
        fmt::format("{} -> {} ({})", name(cycle.vertices[i]), name(cycle.vertices[(i + 1) % size]),
                    spell_weight(cycle.weights[i], as_floats));
  }
  return text + fmt::format("; its sum is {}", spell_weight(cycle.sum, as_floats));
}

}  // namespace warpath
