#include "sparse/pattern.hpp"

#include <algorithm>
#include <iterator>

namespace warpath::sparse {

Pattern pattern_of(const Graph& graph) {
  const bool symmetric = graph.direction() == Direction::undirected;
  ByVertex<Vertex> links(graph.vertices(), [&](const auto& visit) {
    for (Vertex u = 0; u < graph.vertices(); ++u) {
      for (Index a = graph.offsets()[at(u)]; a < graph.offsets()[at(u) + 1]; ++a) {
        const Vertex v = graph.targets()[at(a)];
        if (v == u) continue;
        visit(u, v);
        if (!symmetric) visit(v, u);
      }
    }
  });
  Pattern pattern;
  pattern.offsets.reserve(links.offsets.size());
  pattern.neighbours.reserve(links.items.size());
  for (Vertex u = 0; u < graph.vertices(); ++u) {
    const std::span<Vertex> around = links.of(u);
    std::sort(around.begin(), around.end());
    std::unique_copy(around.begin(), around.end(), std::back_inserter(pattern.neighbours));
    pattern.offsets.push_back(static_cast<Index>(pattern.neighbours.size()));
  }
  return pattern;
}

}  // namespace warpath::sparse
