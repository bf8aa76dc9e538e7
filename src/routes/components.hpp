// Strongly connected components: sets of vertices of which each reaches all others.
#pragma once

#include <span>
#include <vector>

#include "routes/arcs.hpp"

namespace warpath::routes {

// Numbered so that arcs lead to the same or to a lower number.
struct Components {
  std::vector<Vertex> of;  // each vertex's
  std::vector<Index>
      offsets;  // vertices[offsets[c]] .. vertices[offsets[c + 1] - 1] are those of component c,
  std::vector<Vertex> vertices;  // from low to high

  Vertex count() const { return static_cast<Vertex>(offsets.size()) - 1; }
  std::span<const Vertex> members(Vertex c) const {
    const std::size_t first = at(offsets[at(c)]);
    return {vertices.data() + first, at(offsets[at(c) + 1]) - first};
  }
};

// Tarjan's algorithm with a stack of its own: graphs are deeper than the system's stack.
template <class Arcs>
Components components_of(const Arcs& arcs);

}  // namespace warpath::routes
