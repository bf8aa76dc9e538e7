// A semiring as data, for code that is not worth compiling for each: types are enough there.
#pragma once

#include <functional>

#include "base/semiring.hpp"

namespace warpath {

template <class T>
struct Rules {
  SemiringKind kind;
  T no_path;
  T empty_path;
  bool adds;           // weights are added along a path
  bool keeps_greater;  // of two paths

  bool is_better(T a, T b) const { return keeps_greater ? a > b : a < b; }

  // Calls use(is_better), for loops that are not to ask at each step.
  template <class Use>
  void with_order(const Use& use) const {
    if (keeps_greater) {
      use(std::greater<T>());
    } else {
      use(std::less<T>());
    }
  }
};

template <class S>
inline constexpr Rules<typename S::Weight> rules_of = {S::kind, S::no_path(), S::empty_path(),
                                                       S::adds, S::keeps == Better::greater};

}  // namespace warpath
