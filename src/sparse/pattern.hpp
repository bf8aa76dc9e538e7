// Who is linked with whom, whatever the direction and the weight.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "warpath/graph.hpp"
#include "warpath/types.hpp"

namespace warpath::sparse {

// Vertices as the engine counts them. A graph has at most 2^31 - 1 of them.
using Vertex = std::int32_t;

constexpr std::size_t at(Index i) { return static_cast<std::size_t>(i); }

// Items of vertices, those of one after those of the other, each in the order in which they came.
template <class Item>
struct ByVertex {
  // each(visit) calls visit(vertex, item) for every item: the same each time.
  template <class Each>
  ByVertex(Index n, const Each& each) : offsets(at(n) + 1) {
    each([&](Index v, const Item&) { ++offsets[at(v) + 1]; });
    std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
    items.resize(at(offsets.back()));
    std::vector<Index> next(offsets);
    each([&](Index v, const Item& item) { items[at(next[at(v)]++)] = item; });
  }

  std::span<Item> of(Index v) {
    const std::size_t first = at(offsets[at(v)]);
    return {items.data() + first, at(offsets[at(v) + 1]) - first};
  }

  std::vector<Index> offsets;
  std::vector<Item> items;
};

// Each vertex with its neighbours, sorted, each once and never the vertex itself. Symmetric.
struct Pattern {
  std::vector<Index> offsets{0};
  std::vector<Vertex> neighbours;

  Vertex vertices() const { return static_cast<Vertex>(offsets.size() - 1); }
  std::span<const Vertex> of(Vertex v) const {
    const std::size_t first = at(offsets[at(v)]);
    return {neighbours.data() + first, at(offsets[at(v) + 1]) - first};
  }
  friend bool operator==(const Pattern&, const Pattern&) = default;
};

Pattern pattern_of(const Graph& graph);

}  // namespace warpath::sparse
