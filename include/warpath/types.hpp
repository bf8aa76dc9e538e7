// The vocabulary types that every other header uses.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace warpath {

// Vertices, arcs, sizes and strides. 64 bits throughout: n*n passes 2^31 at n = 46,341.
using Index = std::int64_t;

// What one cell of a distance matrix holds. `boolean` is one byte per pair, for reachability.
enum class WeightType : std::uint8_t { float32, float64, int32, int16, boolean };

// What "best path" means; the algebra itself is in semiring.hpp.
enum class SemiringKind : std::uint8_t { shortest_path, widest_path, minimax_path, reachability };

// Where a kernel runs.
enum class Backend : std::uint8_t { cpu, cuda };

// What the work is done on: all pairs at once, or only what the arcs make necessary.
enum class Method : std::uint8_t { automatic, dense, sparse };

// What is done about a cycle whose weights sum to less than 0.
enum class OnNegativeCycle : std::uint8_t { refuse, mark };

// The spellings of the command line and of JSON records: "float32", "shortest-path", "cpu".
std::string_view to_string(WeightType type);
std::string_view to_string(SemiringKind kind);
std::string_view to_string(Backend backend);
std::string_view to_string(Method method);  // "auto", "dense", "sparse"

// The inverses; empty when the word is unknown.
std::optional<WeightType> parse_weight_type(std::string_view word);
std::optional<SemiringKind> parse_semiring(std::string_view word);
std::optional<Method> parse_method(std::string_view word);

// Bytes of one weight.
constexpr int size_of(WeightType type) {
  switch (type) {
    case WeightType::float64: return 8;
    case WeightType::float32:
    case WeightType::int32: return 4;
    case WeightType::int16: return 2;
    case WeightType::boolean: return 1;
  }
  return 0;
}

// The C++ type of a weight, as a WeightType. Only the five types below are weights.
template <class T>
inline constexpr WeightType weight_type_of = WeightType{255};
template <>
inline constexpr WeightType weight_type_of<float> = WeightType::float32;
template <>
inline constexpr WeightType weight_type_of<double> = WeightType::float64;
template <>
inline constexpr WeightType weight_type_of<std::int32_t> = WeightType::int32;
template <>
inline constexpr WeightType weight_type_of<std::int16_t> = WeightType::int16;
template <>
inline constexpr WeightType weight_type_of<std::uint8_t> = WeightType::boolean;

}  // namespace warpath
