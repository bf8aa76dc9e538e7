// The one place where enums become template arguments: the list of compiled combinations.
#pragma once

#include <cstdint>

#include "warpath/semiring.hpp"

// DO(S) for the semiring type S of each of them.
#define WARPATH_EACH_SEMIRING(DO) \
  DO(ShortestPath<float>)         \
  DO(ShortestPath<double>)        \
  DO(ShortestPath<std::int32_t>)  \
  DO(ShortestPath<std::int16_t>)  \
  DO(WidestPath<float>)           \
  DO(WidestPath<std::int32_t>)    \
  DO(MinimaxPath<float>)          \
  DO(MinimaxPath<std::int32_t>)   \
  DO(Reachability)

namespace warpath {

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
