// Several rows side by side, by the vectors of the compiler: on any machine, without intrinsics.
#pragma once

#include <bit>
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

// kBytes of them.
template <class W, int kBytes>
struct Vectors {
  typedef W V __attribute__((vector_size(kBytes)));
  using Number = std::conditional_t<sizeof(W) == 8, std::int64_t, std::int32_t>;
  typedef Number Mask __attribute__((vector_size(kBytes)));  // all bits of a lane, or none
  static constexpr int kCount = kBytes / static_cast<int>(sizeof(W));

  [[gnu::always_inline]] static V load(const W* from) {
    V lanes;
    std::memcpy(&lanes, from, sizeof lanes);
    return lanes;
  }
  [[gnu::always_inline]] static V fill(W value) { return V{} + value; }
  // The same number in every lane, as bits of floats: a broadcast of integers takes compilers four
  // instructions.
  using Float = std::conditional_t<sizeof(W) == 8, double, float>;
  typedef Float Bits __attribute__((vector_size(kBytes)));
  [[gnu::always_inline]] static Bits number(Number value) {
    const auto v = std::bit_cast<Float>(value);
    if constexpr (kCount == 8) {
      return Bits{v, v, v, v, v, v, v, v};
    } else if constexpr (kCount == 4) {
      return Bits{v, v, v, v};
    } else {
      return Bits{v, v};
    }
  }
  // Numbers of vertices, to and from lanes.
  [[gnu::always_inline]] static Mask numbers(const std::int32_t* from) {
    Mask lanes;
    if constexpr (sizeof(W) == sizeof(std::int32_t)) {
      std::memcpy(&lanes, from, sizeof lanes);
    } else {
      for (int l = 0; l < kCount; ++l) lanes[l] = from[l];
    }
    return lanes;
  }
  [[gnu::always_inline]] static void store_numbers(std::int32_t* to, const Bits& bits) {
    if constexpr (sizeof(W) == sizeof(std::int32_t)) {
      std::memcpy(to, &bits, sizeof bits);
    } else {
      Mask lanes;
      std::memcpy(&lanes, &bits, sizeof bits);
      for (int l = 0; l < kCount; ++l) to[l] = static_cast<std::int32_t>(lanes[l]);
    }
  }
  [[gnu::always_inline]] static bool any(const Mask& mask) {
    std::uint64_t words[kBytes / 8];
    std::memcpy(words, &mask, sizeof mask);
    std::uint64_t all = 0;
    for (const std::uint64_t word : words) all |= word;
    return all != 0;
  }
};

// The algebra of a semiring, lane by lane.
template <class S, class Vector>
struct Algebra {
  using V = typename Vector::V;
  using Mask = typename Vector::Mask;

  [[gnu::always_inline]] static V extend(const V& a, const V& b) {
    if constexpr (S::adds) {
      return a + b;
    } else if constexpr (S::extends_by == Extend::max) {
      return a > b ? a : b;
    } else {  // of 0 and 1 the smaller says whether both hold
      return a < b ? a : b;
    }
  }
  static constexpr bool kLarger = S::keeps == Better::greater;
  [[gnu::always_inline]] static Mask is_better(const V& a, const V& b) {
    if constexpr (kLarger) {
      return a > b;
    } else {
      return a < b;
    }
  }
  // One instruction each.
  [[gnu::always_inline]] static V better(const V& a, const V& b) {
    if constexpr (kLarger) {
      return a > b ? a : b;
    } else {
      return a < b ? a : b;
    }
  }
  [[gnu::always_inline]] static V worse(const V& a, const V& b) {
    if constexpr (kLarger) {
      return a < b ? a : b;
    } else {
      return a > b ? a : b;
    }
  }
};

}  // namespace warpath::routes
