// Dijkstra's algorithm (Dijkstra 1959) with a heap of four children per entry (Johnson 1975).
//
// Idea: the heap knows where each vertex stands in it, so one that comes nearer moves up instead of
// being entered again. Four children lie in one or two cache lines, and the least of them is chosen
// by conditional moves.
//
// What bounds it: branches that cannot be foreseen. How far an entry sinks or rises, and whether an
// arc improves its target, are three of them per vertex.
//
// Measured against it, and slower: entering vertices again instead of moving them, sinking to the
// bottom before comparing, letting the first new entry take the place of the one that leaves, two or
// eight children, and a tournament for the least of four (as g++ 12 compiles it).
#pragma once

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>
#include <memory>
#include <type_traits>
#include <vector>

#include "cpu/network.hpp"

namespace warpath::cpu {

// A distance >= 0, whose bits are in its order, and its vertex; in one word where both fit. Keys are
// compared by order_of(), a plain word: compilers choose between words, but not between structs, by
// conditional moves.
struct WideKey {
  std::uint64_t distance = 0;
  std::uint32_t vertex = 0;
};

template <class T>
using Key = std::conditional_t<sizeof(T) == 8, WideKey, std::uint64_t>;

template <class T>
Key<T> key_of(T distance, std::uint32_t vertex) {
  if constexpr (sizeof(T) == 8) {
    return {std::bit_cast<std::uint64_t>(distance), vertex};
  } else if constexpr (std::floating_point<T>) {
    return (std::uint64_t{std::bit_cast<std::uint32_t>(distance)} << 32) | vertex;
  } else {
    return (static_cast<std::uint64_t>(distance) << 32) | vertex;
  }
}

inline std::uint64_t order_of(WideKey key) { return key.distance; }
inline std::uint64_t order_of(std::uint64_t key) { return key; }

inline std::uint32_t vertex_of(WideKey key) { return key.vertex; }
inline std::uint32_t vertex_of(std::uint64_t key) { return static_cast<std::uint32_t>(key); }

// What a thread keeps from source to source.
template <class T>
class HeapSearch {
 public:
  explicit HeapSearch(const Network<T>& network)
      : network_(network),
        nodes_(network.offsets.size()),
        memory_(network.offsets.size() + 4 + 64 / sizeof(Key<T>) + kRoot, kBehindAll) {
    void* aligned = memory_.data();
    std::size_t space = memory_.size() * sizeof(Key<T>);
    keys_ = static_cast<Key<T>*>(std::align(64, 64, aligned, space));
  }
  HeapSearch(const HeapSearch&) = delete;
  HeapSearch& operator=(const HeapSearch&) = delete;

  // Vertices as the network calls them.
  void search(sparse::Vertex source, T* row) {
    const Hop<T>* const hops = network_.hops.data();
    const Index* const offsets = network_.offsets.data();
    Node* const nodes = nodes_.data();
    std::fill(nodes_.begin(), nodes_.end(), Node{no_path<T>(), 0});
    nodes[source].distance = 0;
    end_ = kRoot;
    rise(end_++, key_of(T{0}, static_cast<std::uint32_t>(source)));
    while (end_ > kRoot) {
      const std::uint32_t u = vertex_of(keys_[kRoot]);
      const Hop<T>* hop = hops + offsets[u];
      const Hop<T>* const last = hops + offsets[u + 1];
      __builtin_prefetch(hop);  // comes while the heap is put in order
      const T distance = nodes[u].distance;
      pop();
      for (; hop != last; ++hop) {
        const T through = static_cast<T>(distance + hop->weight);
        Node& target = nodes[hop->target];
        if (!(through < target.distance)) continue;
        target.distance = through;
        rise(target.place ? target.place : end_++,
             key_of(through, static_cast<std::uint32_t>(hop->target)));
      }
    }
    const std::size_t n = sparse::at(network_.vertices());
    for (std::size_t v = 0; v < n; ++v) row[v] = nodes[v].distance;
  }

 private:
  // The children of i are 4 (i - 2) and the next three: aligned, with the root at 3.
  static constexpr std::uint32_t kRoot = 3;
  static constexpr Key<T> kBehindAll{std::numeric_limits<std::uint64_t>::max()};

  struct Node {
    T distance;
    std::uint32_t place;  // in the heap, once it has been entered; 0: never
  };

  void put(std::uint32_t i, Key<T> key) {
    keys_[i] = key;
    nodes_[vertex_of(key)].place = i;
  }

  void rise(std::uint32_t i, Key<T> key) {
    while (i > kRoot) {
      const std::uint32_t parent = i / 4 + 2;
      if (order_of(keys_[parent]) <= order_of(key)) break;
      put(i, keys_[parent]);
      i = parent;
    }
    put(i, key);
  }

  void pop() {
    const Key<T> moved = keys_[--end_];
    keys_[end_] = kBehindAll;  // children that do not exist are never the least
    if (end_ == kRoot) return;
    std::size_t i = kRoot;
    for (std::size_t child = 4; child < end_; child = 4 * (i - 2)) {
      std::size_t best = child;
      std::uint64_t least = order_of(keys_[child]);
      for (std::size_t other = child + 1; other < child + 4; ++other) {
        const std::uint64_t order = order_of(keys_[other]);
        const bool better = order < least;
        best = better ? other : best;
        least = better ? order : least;
      }
      if (order_of(moved) <= least) break;
      put(static_cast<std::uint32_t>(i), keys_[best]);
      i = best;
    }
    put(static_cast<std::uint32_t>(i), moved);
  }

  const Network<T>& network_;
  std::vector<Node> nodes_;
  std::vector<Key<T>> memory_;
  Key<T>* keys_ = nullptr;  // in the memory, at the start of a cache line
  std::uint32_t end_ = kRoot;
};

}  // namespace warpath::cpu
