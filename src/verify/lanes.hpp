// Many numbers at once, by the vectors that GCC and Clang have in the language: no intrinsics.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "warpath/types.hpp"

namespace warpath::verify {

template <class T, int Bytes>
struct VectorOf {
  typedef T type __attribute__((vector_size(Bytes)));  // NOLINT: `using` takes no such attribute
};
template <class T, int Bytes>
using Vector = typename VectorOf<T, Bytes>::type;

// Rows side by side: a panel has kLanes distances of each vertex.
inline constexpr Index kLanes = 16;

template <class V, class T>
[[gnu::always_inline]] inline void load(V& to, const T* from) {
  std::memcpy(&to, from, sizeof(V));
}

// From the least to the largest of some numbers that are not `none`.
template <class T>
struct Extent {
  T least = std::numeric_limits<T>::max();
  T largest = std::numeric_limits<T>::lowest();
  bool sound = true;  // no NaN

  bool any() const { return least <= largest; }
  void join(const Extent& other) {
    least = std::min(least, other.least);
    largest = std::max(largest, other.largest);
    sound = sound && other.sound;
  }
};

template <class T>
Extent<T> extent_of(const T* numbers, Index count, T none) {
  using V = Vector<T, 16>;
  constexpr Index width = 16 / sizeof(T);
  Extent<T> extent;
  V least = V{} + extent.least;
  V largest = V{} + extent.largest;
  auto odd = V{} != V{};
  for (Index i = 0; i < count; i += width) {
    V x = V{} + none;
    if (count - i >= width) {
      load(x, numbers + i);
    } else {
      std::memcpy(&x, numbers + i, static_cast<std::size_t>(count - i) * sizeof(T));
    }
    const auto is_none = x == (V{} + none);
    const V low = is_none ? least : x;
    const V high = is_none ? largest : x;
    least = low < least ? low : least;
    largest = high > largest ? high : largest;
    odd |= x != x;
  }
  for (Index l = 0; l < width; ++l) {
    extent.join({.least = least[l], .largest = largest[l], .sound = odd[l] == 0});
  }
  return extent;
}

// best[j] <- min(best[j], panel[tail(a)] + weight(a, j)) over `count` arcs, for `Heads` vertices j.
template <int Bytes, int Heads, class T, class Tail, class Weight>
[[gnu::always_inline]] inline void relax(const T* panel, Index count, const Tail& tail,
                                         const Weight& weight, T* best) {
  using V = Vector<T, Bytes>;
  constexpr int width = Bytes / static_cast<int>(sizeof(T));
  constexpr int parts = static_cast<int>(kLanes) / width;
  V sums[Heads][parts];
  for (int j = 0; j < Heads; ++j) {
    for (int p = 0; p < parts; ++p) load(sums[j][p], best + j * kLanes + p * width);
  }
  for (Index a = 0; a < count; ++a) {
    V d[parts];
    for (int p = 0; p < parts; ++p) load(d[p], panel + tail(a) * kLanes + p * width);
    for (int j = 0; j < Heads; ++j) {
      const T arc = weight(a, j);
      for (int p = 0; p < parts; ++p) {
        const V sum = d[p] + arc;
        sums[j][p] = sum < sums[j][p] ? sum : sums[j][p];
      }
    }
  }
  for (int j = 0; j < Heads; ++j) {
    for (int p = 0; p < parts; ++p) std::memcpy(best + j * kLanes + p * width, &sums[j][p], Bytes);
  }
}

// Whether in any lane a distance is not that by its best arc. Floats: is farther from it than
// `known` times itself; infinities must be equal. Integers: where `known` is not 0.
template <int Bytes, class T>
[[gnu::always_inline]] inline bool any_apart(const T* best, const T* d, const T* known) {
  using V = Vector<T, Bytes>;
  constexpr int width = Bytes / static_cast<int>(sizeof(T));
  auto found = V{} != V{};
  for (int l = 0; l < static_cast<int>(kLanes); l += width) {
    V b;
    V x;
    V ratio;
    load(b, best + l);
    load(x, d + l);
    load(ratio, known + l);
    if constexpr (std::is_floating_point_v<T>) {
      V apart = b - x;
      apart = apart < V{} ? -apart : apart;
      V size = x < V{} ? -x : x;
      size = x == (V{} + std::numeric_limits<T>::infinity()) ? V{} : size;
      found |= apart > ratio * size;
    } else {
      found |= (b != x) & (ratio != V{});
    }
  }
  std::uint64_t words[Bytes / 8];
  std::memcpy(words, &found, Bytes);
  std::uint64_t any = 0;
  for (const std::uint64_t word : words) any |= word;
  return any != 0;
}

}  // namespace warpath::verify
