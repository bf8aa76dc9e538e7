// Who is linked with whom, whatever the direction and the weight.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "warpath/graph.hpp"
#include "warpath/types.hpp"

namespace warpath::sparse {

// Vertices as the engine counts them. A graph has at most 2^31 - 1 of them.
using Vertex = std::int32_t;

constexpr std::size_t at(Index i) { return static_cast<std::size_t>(i); }

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

// Of arcs by source, sorted by target. `symmetric` promises that every arc has one back. Time and memory O(vertices + arcs).
Pattern pattern_of(std::span<const Index> offsets, std::span<const Vertex> targets, bool symmetric);
Pattern pattern_of(const Graph& graph);

}  // namespace warpath::sparse
