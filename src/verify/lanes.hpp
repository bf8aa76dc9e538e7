// Many numbers at once, by the vectors that GCC and Clang have in the language: no intrinsics.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>

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

// From the least to the largest of some weights that are not `none`.
template <class T>
struct Extent {
  T least = std::numeric_limits<T>::max();
  T largest = std::numeric_limits<T>::lowest();
  Index count = 0;    // that are not none
  bool sound = true;  // no NaN

  void join(const Extent& other) {
    least = std::min(least, other.least);
    largest = std::max(largest, other.largest);
    count += other.count;
    sound = sound && other.sound;
  }
};

template <class T>
Extent<T> extent_of(const T* weights, Index count, T none) {
  using V = Vector<T, 16>;
  using Mask = decltype(V{} == V{});
  constexpr Index width = 16 / sizeof(T);
  constexpr Index many = 127 * width;  // so that counts of bytes do not run over
  Extent<T> extent;
  Index i = 0;
  while (count - i >= width) {
    V least = V{} + extent.least;
    V largest = V{} + extent.largest;
    Mask none_count{};
    Mask odd{};
    const Index begin = i;
    for (const Index end = std::min(i + many, count - width + 1); i < end; i += width) {
      V x;
      load(x, weights + i);
      const Mask is_none = x == (V{} + none);
      const V low = is_none ? least : x;
      const V high = is_none ? largest : x;
      least = low < least ? low : least;
      largest = high > largest ? high : largest;
      none_count -= is_none;
      odd |= x != x;
    }
    extent.count += i - begin;
    for (Index l = 0; l < width; ++l) {
      extent.least = std::min<T>(extent.least, least[l]);
      extent.largest = std::max<T>(extent.largest, largest[l]);
      extent.count -= static_cast<Index>(none_count[l]);
      extent.sound = extent.sound && odd[l] == 0;
    }
  }
  for (; i < count; ++i) {
    const T x = weights[i];
    extent.sound = extent.sound && x == x;
    if (x == none) continue;
    ++extent.count;
    extent.least = std::min(extent.least, x);
    extent.largest = std::max(extent.largest, x);
  }
  return extent;
}

// best[j] <- min(best[j], panel[u] + tile[u][j]) over all u, for `Heads` vertices j: what arcs of a dense graph make of a panel.
template <int Bytes, int Heads, class T>
[[gnu::always_inline]] inline void relax_tile(const T* panel, const T* tile, Index n, T* best) {
  using V = Vector<T, Bytes>;
  constexpr int width = Bytes / static_cast<int>(sizeof(T));
  constexpr int parts = static_cast<int>(kLanes) / width;
  V sums[Heads][parts];
  for (int j = 0; j < Heads; ++j) {
    for (int p = 0; p < parts; ++p) load(sums[j][p], best + j * kLanes + p * width);
  }
  for (Index u = 0; u < n; ++u) {
    V d[parts];
    for (int p = 0; p < parts; ++p) load(d[p], panel + u * kLanes + p * width);
    for (int j = 0; j < Heads; ++j) {
      const T weight = tile[u * kLanes + j];
      for (int p = 0; p < parts; ++p) {
        const V sum = d[p] + weight;
        sums[j][p] = sum < sums[j][p] ? sum : sums[j][p];
      }
    }
  }
  for (int j = 0; j < Heads; ++j) {
    for (int p = 0; p < parts; ++p) std::memcpy(best + j * kLanes + p * width, &sums[j][p], Bytes);
  }
}

// best <- min(best, panel[u] + weight) over the arcs of a list.
template <int Bytes, class T, class Vertex>
[[gnu::always_inline]] inline void relax_list(const T* panel, const Vertex* tails, const T* weights,
                                              Index count, T* best) {
  using V = Vector<T, Bytes>;
  constexpr int width = Bytes / static_cast<int>(sizeof(T));
  constexpr int parts = static_cast<int>(kLanes) / width;
  V sums[parts];
  for (int p = 0; p < parts; ++p) load(sums[p], best + p * width);
  for (Index a = 0; a < count; ++a) {
    const T* d = panel + static_cast<Index>(tails[a]) * kLanes;
    for (int p = 0; p < parts; ++p) {
      V sum;
      load(sum, d + p * width);
      sum = sum + weights[a];
      sums[p] = sum < sums[p] ? sum : sums[p];
    }
  }
  for (int p = 0; p < parts; ++p) std::memcpy(best + p * width, &sums[p], Bytes);
}

// Whether a distance is farther from its best arc than `known` times itself, in any lane. Infinities must be equal.
template <int Bytes, class T>
[[gnu::always_inline]] inline bool any_farther(const T* best, const T* d, const T* known) {
  using V = Vector<T, Bytes>;
  using Mask = decltype(V{} == V{});
  constexpr int width = Bytes / static_cast<int>(sizeof(T));
  const V inf = V{} + std::numeric_limits<T>::infinity();
  Mask found{};
  for (int l = 0; l < static_cast<int>(kLanes); l += width) {
    V b;
    V x;
    V ratio;
    load(b, best + l);
    load(x, d + l);
    load(ratio, known + l);
    V apart = b - x;
    apart = apart < V{} ? -apart : apart;
    V size = x < V{} ? -x : x;
    size = x == inf ? V{} : size;
    found |= apart > ratio * size;
  }
  std::uint64_t words[Bytes / 8];
  std::memcpy(words, &found, Bytes);
  std::uint64_t any = 0;
  for (const std::uint64_t word : words) any |= word;
  return any != 0;
}

// The same for integers, in lanes where `active` is not 0: equal, or at least `limit` both, where `none` is no path.
template <int Bytes, class T>
[[gnu::always_inline]] inline bool any_differs(const T* best, const T* d, const T* active, T none,
                                               T limit) {
  using V = Vector<T, Bytes>;
  using Mask = decltype(V{} == V{});
  constexpr int width = Bytes / static_cast<int>(sizeof(T));
  Mask found{};
  for (int l = 0; l < static_cast<int>(kLanes); l += width) {
    V b;
    V x;
    V on;
    load(b, best + l);
    load(x, d + l);
    load(on, active + l);
    const Mask wrong_none = b < (V{} + limit);
    const Mask wrong = b != x;
    const Mask is_none = x == (V{} + none);
    found |= ((is_none & wrong_none) | (~is_none & wrong)) & (on != V{});
  }
  std::uint64_t words[Bytes / 8];
  std::memcpy(words, &found, Bytes);
  std::uint64_t any = 0;
  for (const std::uint64_t word : words) any |= word;
  return any != 0;
}

}  // namespace warpath::verify
