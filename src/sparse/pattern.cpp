#include "sparse/pattern.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <optional>
#include <utility>

#include "sparse/blocks.hpp"

namespace warpath::sparse {
namespace {

std::span<const Vertex> targets_of(const Graph& graph, Index u) {
  const std::size_t first = at(graph.offsets()[at(u)]);
  return graph.targets().subspan(first, at(graph.offsets()[at(u) + 1]) - first);
}

// Whether every arc has one that leads back. Files of undirected graphs often name both.
bool leads_both_ways(const Graph& graph, Crew& crew) {
  if (graph.direction() == Direction::undirected) return true;
  std::atomic<bool> one_way = false;
  run_blocks(crew, graph.vertices(), [&](Index first, Index last) {
    for (Index u = first; u < last && !one_way.load(std::memory_order_relaxed); ++u) {
      for (const Vertex v : targets_of(graph, u)) {
        const auto back = targets_of(graph, v);
        if (!std::binary_search(back.begin(), back.end(), u)) one_way = true;
      }
    }
  });
  return !one_way;
}

// Those that lead to each vertex, sorted as arcs are.
ByVertex<Vertex> sources_of(const Graph& graph) {
  return {graph.vertices(), [&](const auto& visit) {
            for (Vertex u = 0; u < graph.vertices(); ++u) {
              for (const Vertex v : targets_of(graph, u)) visit(v, u);
            }
          }};
}

// Calls visit(v) for all in either list but u, in order, each once.
template <class Visit>
void each_link(Vertex u, std::span<const Vertex> a, std::span<const Vertex> b, const Visit& visit) {
  Vertex last = -1;
  auto i = a.begin();
  auto j = b.begin();
  while (i != a.end() || j != b.end()) {
    const Vertex v = j == b.end() || (i != a.end() && *i <= *j) ? *i++ : *j++;
    if (v != last && v != u) visit(v);
    last = v;
  }
}

}  // namespace

Pattern pattern_of(const Graph& graph, Crew& crew) {
  std::optional<ByVertex<Vertex>> sources;
  if (!leads_both_ways(graph, crew)) sources.emplace(sources_of(graph));
  const auto each = [&](Vertex u, const auto& visit) {
    const std::span<const Vertex> back =
        sources ? std::as_const(*sources).of(u) : std::span<const Vertex>();
    each_link(u, targets_of(graph, u), back, visit);
  };
  Pattern pattern;
  pattern.offsets.resize(at(graph.vertices()) + 1);
  run_blocks(crew, graph.vertices(), [&](Index first, Index last) {
    for (Index u = first; u < last; ++u) {
      Index count = 0;
      each(static_cast<Vertex>(u), [&](Vertex) { ++count; });
      pattern.offsets[at(u) + 1] = count;
    }
  });
  std::partial_sum(pattern.offsets.begin(), pattern.offsets.end(), pattern.offsets.begin());
  pattern.neighbours.resize(at(pattern.offsets.back()));
  run_blocks(crew, graph.vertices(), [&](Index first, Index last) {
    Vertex* next = pattern.neighbours.data() + pattern.offsets[at(first)];
    for (Index u = first; u < last; ++u) {
      each(static_cast<Vertex>(u), [&](Vertex v) { *next++ = v; });
    }
  });
  return pattern;
}

Pattern pattern_of(const Graph& graph, int threads) {
  Crew crew(threads);
  return pattern_of(graph, crew);
}

}  // namespace warpath::sparse
