// The algebra of each semiring, as a type that kernels are compiled for. Its operations are data, from
// the list in warpath/types.hpp; warpath/semiring.hpp has the table.
//
// Laws that every kernel relies on, tested on hostile values: extend is associative and monotone,
// empty_path is its identity, no_path absorbs (extending it is never better than no_path itself),
// choosing the better is associative, commutative and idempotent, and no cycle improves on
// empty_path (for shortest paths that is the absence of negative cycles).
#pragma once

#include <cstdint>

#include "warpath/semiring.hpp"

namespace warpath {

using detail::Better;
using detail::Extend;

template <class T, SemiringKind semiring>
struct Semiring {
  using Weight = T;
  static constexpr SemiringKind kind = semiring;
  static constexpr Extend extends_by = detail::operations_of(kind).extend;
  static constexpr Better keeps = detail::operations_of(kind).better;
  static constexpr bool adds = extends_by == Extend::add;

  static constexpr T no_path() { return warpath::no_path<T>(kind); }
  static constexpr T empty_path() {
    if constexpr (adds) return T{0};
    if constexpr (extends_by == Extend::both) return T{1};
    return extends_by == Extend::min ? detail::highest<T>() : detail::lowest<T>();
  }
  static constexpr T extend(T a, T b) {
    if constexpr (adds) return static_cast<T>(a + b);
    if constexpr (extends_by == Extend::min) return b < a ? b : a;
    if constexpr (extends_by == Extend::max) return a < b ? b : a;
    if constexpr (extends_by == Extend::both) return static_cast<T>(a & b);
  }
  static constexpr bool is_better(T a, T b) { return keeps == Better::less ? a < b : a > b; }
};

#define WARPATH_SEMIRING(S, name, word, extend, better) \
  template <class T>                                    \
  struct S : Semiring<T, SemiringKind::name> {};
WARPATH_EACH_PATH_SEMIRING(WARPATH_SEMIRING)
#undef WARPATH_SEMIRING

struct Reachability : Semiring<std::uint8_t, SemiringKind::reachability> {};

}  // namespace warpath
