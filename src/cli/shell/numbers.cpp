#include "cli/shell/numbers.hpp"

#include <cmath>
#include <cstdint>
#include <cstdlib>

#include <fmt/format.h>

#include "cli/shell/console.hpp"

namespace warpath::cli {

std::string spell(double value, WeightType type) {
  if (!std::isfinite(value)) return value > 0 ? "inf" : "-inf";
  switch (type) {
    case WeightType::float32: return fmt::format("{}", static_cast<float>(value));
    case WeightType::float64: return fmt::format("{}", value);
    default: return fmt::format("{}", static_cast<std::int64_t>(value));
  }
}

std::string distance_text(double value, WeightType type) {
  const bool is_float = type == WeightType::float32 || type == WeightType::float64;
  return is_float ? number_text(value) : spell(value, type);
}

long double as_spelled(double value, WeightType type) {
  return std::strtold(spell(value, type).c_str(), nullptr);
}

Json number_json(double value, WeightType type) {
  if (!std::isfinite(value)) return spell(value, type);
  if (type == WeightType::float64) return value;
  if (type == WeightType::float32) return static_cast<double>(as_spelled(value, type));
  // A sum of integers may be beyond them.
  if (!(std::abs(value) < 0x1p63)) return value;
  return static_cast<std::int64_t>(value);
}

}  // namespace warpath::cli
