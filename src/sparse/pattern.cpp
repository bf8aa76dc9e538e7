#include "sparse/pattern.hpp"

#include <algorithm>
#include <iterator>

namespace warpath::sparse {
namespace {

// The arcs turned round, by target; sources come out sorted.
Pattern reversed(std::span<const Index> offsets, std::span<const Vertex> targets) {
  const auto n = static_cast<Vertex>(offsets.size() - 1);
  Pattern result;
  result.offsets.assign(at(n) + 1, 0);
  for (const Vertex v : targets) ++result.offsets[at(v) + 1];
  for (std::size_t v = 0; v < at(n); ++v) result.offsets[v + 1] += result.offsets[v];
  result.neighbours.resize(targets.size());
  std::vector<Index> next(result.offsets.begin(), result.offsets.end() - 1);
  for (Vertex u = 0; u < n; ++u) {
    for (Index a = offsets[at(u)]; a < offsets[at(u) + 1]; ++a) {
      result.neighbours[at(next[at(targets[at(a)])]++)] = u;
    }
  }
  return result;
}

}  // namespace

Pattern pattern_of(std::span<const Index> offsets, std::span<const Vertex> targets,
                   bool symmetric) {
  Pattern pattern;
  if (offsets.empty()) return pattern;
  const auto n = static_cast<Vertex>(offsets.size() - 1);
  const Pattern back = symmetric ? Pattern{} : reversed(offsets, targets);
  pattern.offsets.reserve(at(n) + 1);
  pattern.neighbours.reserve(targets.size());
  for (Vertex u = 0; u < n; ++u) {
    const auto begin = static_cast<std::ptrdiff_t>(pattern.neighbours.size());
    const std::size_t first = at(offsets[at(u)]);
    const auto out = targets.subspan(first, at(offsets[at(u) + 1]) - first);
    if (symmetric) {
      pattern.neighbours.insert(pattern.neighbours.end(), out.begin(), out.end());
    } else {
      const std::span<const Vertex> in = back.of(u);
      std::merge(out.begin(), out.end(), in.begin(), in.end(),
                 std::back_inserter(pattern.neighbours));
    }
    auto end = std::unique(pattern.neighbours.begin() + begin, pattern.neighbours.end());
    end = std::remove(pattern.neighbours.begin() + begin, end, u);
    pattern.neighbours.erase(end, pattern.neighbours.end());
    pattern.offsets.push_back(static_cast<Index>(pattern.neighbours.size()));
  }
  return pattern;
}

Pattern pattern_of(const Graph& graph) {
  return pattern_of(graph.offsets(), graph.targets(), graph.direction() == Direction::undirected);
}

}  // namespace warpath::sparse
