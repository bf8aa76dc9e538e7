// Some rows, side by side: kLanes distances of each vertex. They are turned on their way in, and what is
// found of them on its way out, a tile of rows and vertices at a time, in registers.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "routes/lanes.hpp"
#include "routes/links.hpp"

namespace warpath::routes {

// Vertices of a tile: a cache line of their numbers.
inline constexpr int kTile = 16;

template <class S>
struct Panel {
  using T = typename S::Weight;
  using W = Wide<T>;

  explicit Panel(const Links<T>& arcs)
      : links(arcs), distances(at((arcs.vertices() + kTile - 1) / kTile * kTile * kLanes)) {}

  const Links<T>& links;
  std::vector<W> distances;
  std::array<W, kLanes> nearest{};                          // of each row: the least distance
  alignas(64) std::array<Vertex, kTile * kLanes> before{};  // predecessors of one tile
};

// A square of numbers, kCount vectors of as many each, is turned: rows become columns. In units of 16
// bytes first, which vectors of any length interleave by one instruction; then units trade places.
template <class Number, int kBytes>
struct Turn {
  typedef Number V __attribute__((vector_size(kBytes)));
  static constexpr int kCount = kBytes / static_cast<int>(sizeof(Number));
  static constexpr int kUnit = 16 / static_cast<int>(sizeof(Number));  // numbers of one
  using Numbers = std::make_integer_sequence<int, kCount>;

  // All loops are folds, so that the square stays in registers.
  template <int... k>
  [[gnu::always_inline]] static void square(V (&rows)[kCount],
                                            std::integer_sequence<int, k...> all) {
    for (int round = 1; round < kUnit; round *= 2) {
      V turned[] = {interleave<k % 2 * (kUnit / 2)>(
          rows[k / kUnit * kUnit + k % kUnit / 2],
          rows[k / kUnit * kUnit + k % kUnit / 2 + kUnit / 2], all)...};
      ((rows[k] = turned[k]), ...);
    }
    trade<kUnit>(rows, all);
  }

 private:
  // The halves of each unit that begin at kHalf, in turns.
  template <int kHalf, int... k>
  [[gnu::always_inline]] static V interleave(const V& a, const V& b,
                                             std::integer_sequence<int, k...>) {
    return __builtin_shufflevector(a, b,
                                   (k / kUnit * kUnit + kHalf + k % kUnit / 2 + k % 2 * kCount)...);
  }

  // Blocks of kStep numbers on either side of the diagonal; then larger ones.
  template <int kStep, int... k>
  [[gnu::always_inline]] static void trade(V (&rows)[kCount],
                                           std::integer_sequence<int, k...> all) {
    if constexpr (kStep < kCount) {
      V turned[] = {every_other<kStep, (k & kStep)>(rows[k & ~kStep], rows[k | kStep], all)...};
      ((rows[k] = turned[k]), ...);
      trade<2 * kStep>(rows, all);
    }
  }

  // Every other block of a from kFirst on, each with that of b behind it.
  template <int kStep, int kFirst, int... k>
  [[gnu::always_inline]] static V every_other(const V& a, const V& b,
                                              std::integer_sequence<int, k...>) {
    return __builtin_shufflevector(a, b, (((k & ~kStep) | kFirst) + (k & kStep ? kCount : 0))...);
  }
};

template <class S, int kBytes>
struct Turner {
  using T = typename S::Weight;
  using L = Lanes<S, kBytes>;
  using W = typename L::W;
  using V = typename L::V;
  static constexpr int kParts = kLanes / L::kCount;

  // The rows that begin there.
  [[gnu::always_inline]] static void read(const T* const (&rows)[kLanes], Panel<S>& panel) {
    const Index n = panel.links.vertices();
    V nearest[kParts];
    std::fill_n(nearest, kParts, L::fill(static_cast<W>(S::no_path())));
    const T* from[kLanes];
    std::copy_n(rows, kLanes, from);
    T edge[kLanes * kTile];
    for (Index v = 0; v < n; v += kTile) {
      for (int l = 0; l < kLanes && v + kTile > n;
           ++l) {  // nothing is read behind the end of a row
        T* const copy = edge + l * kTile;
        std::fill(std::copy(from[l], from[l] + (n - v), copy), copy + kTile, S::no_path());
        from[l] = copy;
      }
      read_tile(from, panel.distances.data() + v * kLanes, nearest,
                typename Turn<W, kBytes>::Numbers());
      for (const T*& row : from) row += kTile;
    }
    std::memcpy(panel.nearest.data(), nearest, sizeof nearest);
  }

  // The predecessors of the tile that begins with the vertex `first`.
  [[gnu::always_inline]] static void write(const Panel<S>& panel, Index first,
                                           Vertex* const (&rows)[kLanes]) {
    const Index count = std::min<Index>(kTile, panel.links.vertices() - first);
    Vertex* to[kLanes];
    Vertex edge[kLanes * kTile];
    for (int l = 0; l < kLanes; ++l) to[l] = count < kTile ? edge + l * kTile : rows[l] + first;
    write_tile(panel.before.data(), to, typename Turn<Vertex, kBytes>::Numbers());
    for (int l = 0; l < kLanes && count < kTile; ++l) std::copy_n(to[l], count, rows[l] + first);
  }

 private:
  template <int... k>
  [[gnu::always_inline]] static void read_tile(const T* const (&from)[kLanes], W* to,
                                               V (&nearest)[kParts],
                                               std::integer_sequence<int, k...> numbers) {
    for (int p = 0; p < kParts; ++p) {
      for (int v = 0; v < kTile; v += L::kCount) {
        const int l = p * L::kCount;
        V square[] = {L::load_wide(from[l + k] + v)...};
        Turn<W, kBytes>::square(square, numbers);
        (L::store(to + (v + k) * kLanes + l, square[k]), ...);
        ((nearest[p] = L::smaller(square[k], nearest[p])), ...);
      }
    }
  }

  template <int... k>
  [[gnu::always_inline]] static void write_tile(const Vertex* from, Vertex* const (&to)[kLanes],
                                                std::integer_sequence<int, k...> numbers) {
    constexpr int count = sizeof...(k);
    for (int l = 0; l < kLanes; l += count) {
      for (int v = 0; v < kTile; v += count) {
        typename Turn<Vertex, kBytes>::V square[count];
        (std::memcpy(&square[k], from + (v + k) * kLanes + l, kBytes), ...);
        Turn<Vertex, kBytes>::square(square, numbers);
        (std::memcpy(to[l + k] + v, &square[k], kBytes), ...);
      }
    }
  }
};

}  // namespace warpath::routes
