// The one place where enums become template arguments: the list of compiled combinations.
#pragma once

#include <cstdint>

#include "warpath/semiring.hpp"

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
  return matches(ShortestPath<float>()) || matches(ShortestPath<double>()) ||
         matches(ShortestPath<std::int32_t>()) || matches(ShortestPath<std::int16_t>()) ||
         matches(WidestPath<float>()) || matches(WidestPath<std::int32_t>()) ||
         matches(MinimaxPath<float>()) || matches(MinimaxPath<std::int32_t>()) ||
         matches(Reachability());
}

inline bool is_compiled(SemiringKind kind, WeightType weight) {
  return visit_semiring(kind, weight, [](auto) {});
}

}  // namespace warpath
