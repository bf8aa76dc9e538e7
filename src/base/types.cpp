#include "warpath/types.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iterator>
#include <span>

#include "base/dispatch.hpp"
#include "warpath/error.hpp"
#include "warpath/kernel.hpp"

namespace warpath {
namespace {

#define WARPATH_WORD(T, name) #name,
constexpr std::string_view kWeightWords[] = {WARPATH_EACH_WEIGHT(WARPATH_WORD)};
#undef WARPATH_WORD
constexpr std::string_view kMethods[] = {"auto", "dense", "sparse", "search"};
#define WARPATH_WORD(S, name, word, extend, better) word,
constexpr std::string_view kSemirings[] = {WARPATH_EACH_SEMIRING_KIND(WARPATH_WORD)};
#undef WARPATH_WORD

template <class Enum, std::size_t size>
std::optional<Enum> find(const std::string_view (&words)[size], std::string_view word) {
  for (std::size_t i = 0; i < size; ++i) {
    if (words[i] == word) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

}  // namespace

void detail::refuse_weight_type(WeightType there, WeightType asked) {
  throw Error(
      ErrorCode::usage,
      fmt::format("{} was asked for where the weights are {}", to_string(asked), to_string(there)),
      "ask weight_type() first");
}

void refuse_weight(WeightType type) {
  throw Error(
      ErrorCode::usage, fmt::format("the weights of a graph are numbers, not {}", to_string(type)),
      fmt::format("leave out the type of the weights, or take one of {}",
                  fmt::join(std::span(kWeightWords).first(std::size(kArcWeightTypes)), ", ")));
}

std::string_view to_string(WeightType type) {
  const auto at = static_cast<std::size_t>(type);
  return at < std::size(kWeightWords) ? kWeightWords[at] : "unknown";
}
std::string_view to_string(SemiringKind kind) { return kSemirings[static_cast<int>(kind)]; }
std::string_view to_string(Backend backend) { return backend == Backend::cpu ? "cpu" : "cuda"; }
std::string_view to_string(Method method) { return kMethods[static_cast<int>(method)]; }
std::string_view to_string(KernelFamily family) {
  return family == KernelFamily::paper ? "paper" : "production";
}

template <>
std::optional<WeightType> parse(std::string_view word) {
  return find<WeightType>(kWeightWords, word);
}
template <>
std::optional<SemiringKind> parse(std::string_view word) {
  return find<SemiringKind>(kSemirings, word);
}
template <>
std::optional<Method> parse(std::string_view word) {
  return find<Method>(kMethods, word);
}

}  // namespace warpath
