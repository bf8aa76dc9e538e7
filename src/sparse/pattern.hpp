// Who is linked with whom, whatever the direction and the weight.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/by_vertex.hpp"
#include "base/crew.hpp"
#include "warpath/graph.hpp"
#include "warpath/types.hpp"

namespace warpath::sparse {

// Vertices as the engine counts them. A graph has at most 2^31 - 1 of them.
using Vertex = std::int32_t;

using warpath::at;
using warpath::ByVertex;

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

Pattern pattern_of(const Graph& graph, Crew& crew);
Pattern pattern_of(const Graph& graph, int threads = 1);

}  // namespace warpath::sparse
