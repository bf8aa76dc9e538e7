#include "warpath/types.hpp"

#include <iterator>

#include "warpath/kernel.hpp"

namespace warpath {
namespace {

constexpr std::string_view kWeightTypes[] = {"float32", "float64", "int32", "int16", "boolean"};
constexpr std::string_view kMethods[] = {"auto", "dense", "sparse"};
constexpr std::string_view kSemirings[] = {"shortest-path", "widest-path", "minimax-path",
                                           "reachability"};

template <class Enum, std::size_t size>
std::optional<Enum> parse(const std::string_view (&words)[size], std::string_view word) {
  for (std::size_t i = 0; i < size; ++i) {
    if (words[i] == word) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

}  // namespace

std::string_view to_string(WeightType type) {
  return kWeightTypes[static_cast<int>(type)];
}
std::string_view to_string(SemiringKind kind) {
  return kSemirings[static_cast<int>(kind)];
}
std::string_view to_string(Backend backend) {
  return backend == Backend::cpu ? "cpu" : "cuda";
}
std::string_view to_string(Method method) {
  return kMethods[static_cast<int>(method)];
}
std::string_view to_string(KernelFamily family) {
  return family == KernelFamily::paper ? "paper" : "production";
}

std::optional<WeightType> parse_weight_type(std::string_view word) {
  return parse<WeightType>(kWeightTypes, word);
}

std::optional<SemiringKind> parse_semiring(std::string_view word) {
  return parse<SemiringKind>(kSemirings, word);
}

std::optional<Method> parse_method(std::string_view word) {
  return parse<Method>(kMethods, word);
}

}  // namespace warpath
