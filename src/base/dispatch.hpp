// The one place where enums become template arguments: the list of compiled combinations.
#pragma once

#include <type_traits>

#include "base/semiring.hpp"

// DO(S) for the semiring type S of each of them: every semiring of paths over every weight of arcs.
#define WARPATH_EACH_SEMIRING(DO)                      \
  WARPATH_EACH_PATH_SEMIRING(WARPATH_OVER_WEIGHTS, DO) \
  DO(Reachability)
#define WARPATH_OVER_WEIGHTS(S, name, word, extend, better, DO) \
  WARPATH_EACH_ARC_WEIGHT(WARPATH_OVER_WEIGHT, S, DO)
#define WARPATH_OVER_WEIGHT(T, name, S, DO) DO(S<T>)

namespace warpath {

#define WARPATH_ENUMERATOR(T, name) WeightType::name,
inline constexpr WeightType kWeightTypes[] = {WARPATH_EACH_WEIGHT(WARPATH_ENUMERATOR)};
inline constexpr WeightType kArcWeightTypes[] = {WARPATH_EACH_ARC_WEIGHT(WARPATH_ENUMERATOR)};
#undef WARPATH_ENUMERATOR
#define WARPATH_ENUMERATOR(S, name, word, extend, better) SemiringKind::name,
inline constexpr SemiringKind kSemiringKinds[] = {WARPATH_EACH_SEMIRING_KIND(WARPATH_ENUMERATOR)};
#undef WARPATH_ENUMERATOR

// Throws the Error usage of weights that are none, or that arcs cannot have.
[[noreturn]] void refuse_weight(WeightType type);

// Calls visit(std::type_identity<T>()) with the C++ type T of a weight; returns what it returns.
template <class Visitor>
constexpr decltype(auto) visit_weight(WeightType type, Visitor&& visit) {
  switch (type) {
#define WARPATH_CASE(T, name) \
  case WeightType::name: return visit(std::type_identity<T>());
    WARPATH_EACH_WEIGHT(WARPATH_CASE)
  }
  refuse_weight(type);
}

// The same for the types that arcs can have: Error usage for boolean.
template <class Visitor>
constexpr decltype(auto) visit_arc_weight(WeightType type, Visitor&& visit) {
  switch (type) {
    WARPATH_EACH_ARC_WEIGHT(WARPATH_CASE)
#undef WARPATH_CASE
    case WeightType::boolean: break;
  }
  refuse_weight(type);
}

constexpr bool is_floating(WeightType type) {
  return visit_weight(type,
                      []<class T>(std::type_identity<T>) { return std::is_floating_point_v<T>; });
}

// Calls visit(S()) for the semiring type S of a combination and returns true; returns false for a
// combination that is not compiled.
template <class Visitor>
bool visit_semiring(SemiringKind kind, WeightType weight, Visitor&& visit) {
  const auto matches = [&]<class S>(S semiring) {
    if (kind != S::kind || weight != weight_type_of<typename S::Weight>) return false;
    visit(semiring);
    return true;
  };
#define WARPATH_MATCHES(S) || matches(S())
  return false WARPATH_EACH_SEMIRING(WARPATH_MATCHES);
#undef WARPATH_MATCHES
}

inline bool is_compiled(SemiringKind kind, WeightType weight) {
  return visit_semiring(kind, weight, [](auto) {});
}

}  // namespace warpath
