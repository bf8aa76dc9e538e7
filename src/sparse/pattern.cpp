#include "sparse/pattern.hpp"

#include <algorithm>

namespace warpath::sparse {
namespace {

// The arcs turned round, by target; sources come out sorted.
Pattern reversed(const Graph& graph) {
  const Index n = graph.vertices();
  Pattern result;
  result.offsets.assign(at(n) + 1, 0);
  for (const Graph::Target v : graph.targets()) ++result.offsets[at(v) + 1];
  for (std::size_t v = 0; v < at(n); ++v) result.offsets[v + 1] += result.offsets[v];
  result.neighbours.resize(at(graph.arcs()));
  std::vector<Index> next(result.offsets.begin(), result.offsets.end() - 1);
  for (Index u = 0; u < n; ++u) {
    for (Index a = graph.offsets()[at(u)]; a < graph.offsets()[at(u) + 1]; ++a) {
      result.neighbours[at(next[at(graph.targets()[at(a)])]++)] = static_cast<Vertex>(u);
    }
  }
  return result;
}

}  // namespace

Pattern pattern_of(const Graph& graph) {
  const Index n = graph.vertices();
  const bool one_way = graph.direction() == Direction::directed;
  const Pattern back = one_way ? reversed(graph) : Pattern{};
  Pattern pattern;
  pattern.offsets.reserve(at(n) + 1);
  pattern.neighbours.reserve(at(graph.arcs()));
  for (Vertex u = 0; u < n; ++u) {
    const auto begin = static_cast<std::ptrdiff_t>(pattern.neighbours.size());
    const std::size_t first = at(graph.offsets()[at(u)]);
    const auto out = graph.targets().subspan(first, at(graph.offsets()[at(u) + 1]) - first);
    if (one_way) {
      const std::span<const Vertex> in = back.of(u);
      std::merge(out.begin(), out.end(), in.begin(), in.end(),
                 std::back_inserter(pattern.neighbours));
    } else {
      pattern.neighbours.insert(pattern.neighbours.end(), out.begin(), out.end());
    }
    auto end = std::unique(pattern.neighbours.begin() + begin, pattern.neighbours.end());
    end = std::remove(pattern.neighbours.begin() + begin, end, u);
    pattern.neighbours.erase(end, pattern.neighbours.end());
    pattern.offsets.push_back(static_cast<Index>(pattern.neighbours.size()));
  }
  return pattern;
}

}  // namespace warpath::sparse
