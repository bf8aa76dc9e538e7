// The vocabulary types that every other header uses.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

// The list of weight types: DO(T, name, ...) for the C++ type and the name of each, and whatever
// else is handed in. The enum, the words for people, the variants and all explicit instantiations
// come from here. Arcs have a weight of the first list; a distance may also be a boolean.
#define WARPATH_EACH_ARC_WEIGHT(DO, ...)             \
  DO(float, float32 __VA_OPT__(, ) __VA_ARGS__)      \
  DO(double, float64 __VA_OPT__(, ) __VA_ARGS__)     \
  DO(std::int64_t, int64 __VA_OPT__(, ) __VA_ARGS__) \
  DO(std::int32_t, int32 __VA_OPT__(, ) __VA_ARGS__) \
  DO(std::int16_t, int16 __VA_OPT__(, ) __VA_ARGS__)
#define WARPATH_EACH_WEIGHT(DO, ...)                     \
  WARPATH_EACH_ARC_WEIGHT(DO __VA_OPT__(, ) __VA_ARGS__) \
  DO(std::uint8_t, boolean __VA_OPT__(, ) __VA_ARGS__)

// The list of semirings, which say what "best path" means: a path extends its weight arc by arc, and
// of several paths the better is kept. DO(S, name, word, extend, better, ...): the C++ type (those of
// the first list are templates of an arc's weight), the enumerator, the word for people, and the two
// operations (semiring.hpp).
#define WARPATH_EACH_PATH_SEMIRING(DO, ...)                                              \
  DO(ShortestPath, shortest_path, "shortest-path", add, less __VA_OPT__(, ) __VA_ARGS__) \
  DO(WidestPath, widest_path, "widest-path", min, greater __VA_OPT__(, ) __VA_ARGS__)    \
  DO(MinimaxPath, minimax_path, "minimax-path", max, less __VA_OPT__(, ) __VA_ARGS__)
#define WARPATH_EACH_SEMIRING_KIND(DO) \
  WARPATH_EACH_PATH_SEMIRING(DO)       \
  DO(Reachability, reachability, "reachability", both, greater)

namespace warpath {

// Vertices, arcs, sizes and strides. 64 bits throughout: n*n passes 2^31 at n = 46,341.
using Index = std::int64_t;

// What one cell of a distance matrix holds. `boolean` is one byte per pair, for reachability.
enum class WeightType : std::uint8_t {
#define WARPATH_NAME(T, name) name,
  WARPATH_EACH_WEIGHT(WARPATH_NAME)
#undef WARPATH_NAME
};

// What "best path" means; the algebra itself is in semiring.hpp.
enum class SemiringKind : std::uint8_t {
#define WARPATH_NAME(S, name, word, extend, better) name,
  WARPATH_EACH_SEMIRING_KIND(WARPATH_NAME)
#undef WARPATH_NAME
};

// Where a kernel runs.
enum class Backend : std::uint8_t { cpu, cuda };

// How distances are found: all pairs at once; by eliminating vertices one after the other, which
// pays where arcs are few; or by a search from every source.
enum class Method : std::uint8_t { automatic, dense, sparse, search };

// What is done about a cycle whose weights sum to less than 0.
enum class OnNegativeCycle : std::uint8_t { refuse, mark };

// The spellings of the command line and of JSON records: "float32", "shortest-path", "cpu".
std::string_view to_string(WeightType type);
std::string_view to_string(SemiringKind kind);
std::string_view to_string(Backend backend);
std::string_view to_string(Method method);  // "auto", "dense", "sparse", "search"

// The inverse; empty when the word is unknown. Also of a GraphKind (generate.hpp).
template <class Enum>
std::optional<Enum> parse(std::string_view word);
template <>
std::optional<WeightType> parse(std::string_view word);
template <>
std::optional<SemiringKind> parse(std::string_view word);
template <>
std::optional<Method> parse(std::string_view word);

// The C++ type of a weight, as a WeightType. Only the types of the list are weights.
template <class T>
inline constexpr WeightType weight_type_of = WeightType{255};
#define WARPATH_TYPE_OF(T, name) \
  template <>                    \
  inline constexpr WeightType weight_type_of<T> = WeightType::name;
WARPATH_EACH_WEIGHT(WARPATH_TYPE_OF)
#undef WARPATH_TYPE_OF

namespace detail {
template <class T>
concept IsWeight = weight_type_of<T>
!= WeightType{255};
}  // namespace detail

// Bytes of one weight.
constexpr int size_of(WeightType type) {
  switch (type) {
#define WARPATH_SIZE(T, name) \
  case WeightType::name: return sizeof(T);
    WARPATH_EACH_WEIGHT(WARPATH_SIZE)
#undef WARPATH_SIZE
  }
  return 0;
}

namespace detail {
template <class, class... T>
struct Types {
  template <template <class...> class Holder>
  using OneOf = std::variant<Holder<T>...>;
};
#define WARPATH_AND(T, name) , T
using ArcWeights = Types<void WARPATH_EACH_ARC_WEIGHT(WARPATH_AND)>;
using Weights = Types<void WARPATH_EACH_WEIGHT(WARPATH_AND)>;
#undef WARPATH_AND

// Something of every weight type: OneOfWeights<Matrix> is a Matrix<float> or a Matrix<double> or ...
template <template <class...> class Holder>
using OneOfWeights = Weights::OneOf<Holder>;

// Throws the Error usage of whoever asks for cells of another type than there are.
[[noreturn]] void refuse_weight_type(WeightType there, WeightType asked);
}  // namespace detail

}  // namespace warpath
