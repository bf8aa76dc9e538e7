// Several rows side by side, by the vectors of the compiler: on any machine, without intrinsics.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "base/semiring.hpp"

namespace warpath::routes {

// Rows that are looked at together: a cache line of 4-byte weights.
inline constexpr int kLanes = 16;

// Weights as they stand in lanes: as wide as the number of a vertex at least, so that both are
// blended by one mask.
template <class T>
using Wide = std::conditional_t<std::is_floating_point_v<T> || sizeof(T) == 8, T, std::int32_t>;

// kBytes of them, and what the semiring does to these, lane by lane.
template <class S, int kBytes>
struct Lanes {
  using W = Wide<typename S::Weight>;
  typedef W V __attribute__((vector_size(kBytes)));
  using Number = std::conditional_t<sizeof(W) == 8, std::int64_t, std::int32_t>;
  typedef Number Mask __attribute__((vector_size(kBytes)));  // all bits of a lane, or none
  static constexpr int kCount = kBytes / static_cast<int>(sizeof(W));

  [[gnu::always_inline]] static V load(const W* from) {
    V lanes;
    std::memcpy(&lanes, from, sizeof lanes);
    return lanes;
  }
  // Of weights, which may be narrower.
  [[gnu::always_inline]] static V load_wide(const typename S::Weight* from) {
    typedef typename S::Weight Stored
        __attribute__((vector_size(kCount * sizeof(typename S::Weight))));
    Stored lanes;
    std::memcpy(&lanes, from, sizeof lanes);
    return __builtin_convertvector(lanes, V);
  }
  [[gnu::always_inline]] static void store(W* to, const V& lanes) {
    std::memcpy(to, &lanes, sizeof lanes);
  }
  [[gnu::always_inline]] static V fill(W value) { return V{} + value; }
  [[gnu::always_inline]] static bool any(const Mask& mask) {
    std::uint64_t words[kBytes / 8];
    std::memcpy(words, &mask, sizeof mask);
    std::uint64_t all = 0;
    for (const std::uint64_t word : words) all |= word;
    return all != 0;
  }

  // Numbers of vertices, to and from lanes.
  typedef std::int32_t Narrow __attribute__((vector_size(kCount * 4)));
  [[gnu::always_inline]] static Mask numbers(const std::int32_t* from) {
    Narrow lanes;
    std::memcpy(&lanes, from, sizeof lanes);
    return __builtin_convertvector(lanes, Mask);
  }
  [[gnu::always_inline]] static void store_numbers(std::int32_t* to, const Mask& lanes) {
    const Narrow narrow = __builtin_convertvector(lanes, Narrow);
    std::memcpy(to, &narrow, sizeof narrow);
  }

  // One instruction each.
  [[gnu::always_inline]] static V larger(const V& a, const V& b) { return a > b ? a : b; }
  [[gnu::always_inline]] static V smaller(const V& a, const V& b) { return a < b ? a : b; }

  static constexpr bool kLarger = S::keeps == Better::greater;
  [[gnu::always_inline]] static Mask is_better(const V& a, const V& b) {
    return kLarger ? a > b : a < b;
  }
  [[gnu::always_inline]] static V better(const V& a, const V& b) {
    return kLarger ? larger(a, b) : smaller(a, b);
  }
  [[gnu::always_inline]] static V worse(const V& a, const V& b) {
    return kLarger ? smaller(a, b) : larger(a, b);
  }
  [[gnu::always_inline]] static V extend(const V& a, const V& b) {
    if constexpr (S::adds) {
      return a + b;
    } else if constexpr (S::extends_by == Extend::max) {
      return larger(a, b);
    } else {  // of 0 and 1 the smaller says whether both hold
      static_assert(S::extends_by == Extend::min || S::extends_by == Extend::both);
      return smaller(a, b);
    }
  }
};

}  // namespace warpath::routes
