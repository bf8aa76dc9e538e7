// The table of inner steps, for the dense engine and the sparse one: what a combination of
// semiring, weight type and sign has of its own. The steps themselves are in dense/steps.cuh;
// cmake/WarpathCuda.cmake lists what both engines are compiled for, side by side.
#pragma once

#include <cstdint>
#include <type_traits>

#include "base/dispatch.hpp"
#include "warpath/plan.hpp"

namespace warpath::cuda {

// Weights >= 0 have a step of their own where fewer instructions do for them.
template <class S>
inline constexpr bool kNonnegativeStep = S::adds &&
                                         (std::is_same_v<typename S::Weight, float> ||
                                          std::is_same_v<typename S::Weight, std::int16_t>);

// Dense tiles of 128 x 128 cells, 8 x 8 for a thread. With cells of 8 bytes it would have no
// registers left.
template <class S>
inline constexpr bool kLargeTiles = S::adds && sizeof(typename S::Weight) <= 4;

// A row of the table.
template <class S, bool kNonnegative>
struct StepKey {};

// Calls visit(StepKey<S, kNonnegative>()) for a problem whose combination is compiled.
template <class Visitor>
void visit_step(const Problem& problem, Visitor&& visit) {
  visit_semiring(problem.semiring, problem.weight, [&]<class S>(S) {
    if constexpr (kNonnegativeStep<S>) {
      if (problem.nonnegative) return visit(StepKey<S, true>());
    }
    visit(StepKey<S, false>());
  });
}

}  // namespace warpath::cuda
