// The weight that says "no arc" and "no path", where the semiring is known only at run time.
#pragma once

#include <cstdint>
#include <type_traits>

#include "warpath/semiring.hpp"

namespace warpath::cli {

template <class T>
T no_path_of(SemiringKind semiring) {
  if constexpr (std::is_same_v<T, std::uint8_t>) {
    return Reachability::no_path();
  } else {
    switch (semiring) {
      case SemiringKind::widest_path: return WidestPath<T>::no_path();
      case SemiringKind::minimax_path: return MinimaxPath<T>::no_path();
      default: return ShortestPath<T>::no_path();
    }
  }
}

}  // namespace warpath::cli
