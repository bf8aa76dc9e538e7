// One row of a matrix of any type and layout, in the type of a semiring.
#pragma once

#include <fmt/format.h>

#include <concepts>

#include "numerics/convert.hpp"
#include "warpath/matrix.hpp"
#include "warpath/semiring.hpp"

namespace warpath {

// The one spelling of a weight: no -0, no true but 1.
template <class S>
constexpr typename S::Weight tidied(typename S::Weight weight) {
  using T = typename S::Weight;
  if constexpr (S::kind == SemiringKind::reachability) return weight != 0 ? T{1} : T{0};
  if constexpr (std::floating_point<T>) return weight + T{0};
  return weight;
}

// Cells at From's no_path for S's kind become S's. Error bad_input for a weight that S's type cannot
// hold.
template <class S, class From>
void fill_row(typename S::Weight* to, MatrixView<const From> from, Index i) {
  using T = typename S::Weight;
  for (Index j = 0; j < from.columns(); ++j) {
    const From weight = from(i, j);
    if constexpr (std::same_as<From, T>) {
      to[j] = weight;
    } else if constexpr (S::kind == SemiringKind::reachability) {
      to[j] = weight != no_path<From>() ? S::empty_path() : S::no_path();
    } else if constexpr (std::same_as<From, std::uint8_t>) {
      to[j] = weight != 0 ? T{1} : S::no_path();
    } else {
      to[j] = weight == no_path<From>(S::kind) ? S::no_path() : to_weight<S>(weight, [&] {
        return fmt::format("the weight from {} to {}", i, j);
      });
    }
  }
}

}  // namespace warpath
