#include "routes/arcs.hpp"

#include <fmt/format.h>

#include <span>

#include "base/semiring.hpp"
#include "numerics/convert.hpp"

namespace warpath::routes {

template <class T>
ListedArcs<T> arcs_of(const Graph& graph, bool both_ways) {
  const Index n = graph.vertices();
  ListedArcs<T> arcs;
  if (n == 0) return arcs;
  const std::span<const Index> offsets = graph.offsets();
  arcs.offsets.assign(at(n) + 1, 0);
  for (Index u = 0; u < n; ++u) {
    arcs.offsets[at(u) + 1] += offsets[at(u) + 1] - offsets[at(u)];
    for (Index a = offsets[at(u)]; both_ways && a < offsets[at(u) + 1]; ++a) {
      ++arcs.offsets[at(graph.targets()[at(a)]) + 1];
    }
  }
  for (Index u = 0; u < n; ++u) arcs.offsets[at(u) + 1] += arcs.offsets[at(u)];
  arcs.targets.resize(at(arcs.offsets.back()));
  arcs.weights.resize(arcs.targets.size());
  std::vector<Index> next(arcs.offsets.begin(), arcs.offsets.end() - 1);
  const auto place = [&](Index u, Index v, T weight) {
    const std::size_t a = at(next[at(u)]++);
    arcs.targets[a] = static_cast<Vertex>(v);
    arcs.weights[a] = weight;
  };
  const auto place_all = [&]<class From>(std::span<const From> weights) {
    for (Index u = 0; u < n; ++u) {
      for (Index a = offsets[at(u)]; a < offsets[at(u) + 1]; ++a) {
        const Index v = graph.targets()[at(a)];
        const T weight = to_weight<ShortestPath<T>>(weights[at(a)], [&] {
          return fmt::format("the weight of the arc from {} to {}", u, v);
        });
        place(u, v, weight);
        if (both_ways) place(v, u, weight);
      }
    }
  };
  graph.visit_weights(place_all);
  return arcs;
}

#define WARPATH_INSTANTIATE(T, name) template ListedArcs<T> arcs_of(const Graph&, bool);
WARPATH_EACH_ARC_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace warpath::routes
