#include "cli/path/reach.hpp"

#include <cstddef>
#include <utility>

#include "base/graph_builder.hpp"
#include "cli/input/load.hpp"
#include "warpath/semiring.hpp"

namespace warpath::cli {

std::vector<bool> reach_of(const Graph& graph, std::span<const Index> starts,
                           SemiringKind semiring) {
  std::vector<bool> reached(static_cast<std::size_t>(graph.vertices()));
  std::vector<Index> open;
  const auto meet = [&](Index v) {
    if (reached[static_cast<std::size_t>(v)]) return;
    reached[static_cast<std::size_t>(v)] = true;
    open.push_back(v);
  };
  for (const Index v : starts) meet(v);
  // Reachability asks for arcs, and the files that say "none" by a number mean that of distances.
  const bool any = semiring == SemiringKind::reachability;
  graph.visit_weights([&]<class T>(std::span<const T> weights) {
    const T none = no_path<T>(any ? SemiringKind::shortest_path : semiring);
    while (!open.empty()) {
      const Index u = open.back();
      open.pop_back();
      auto arc = static_cast<std::size_t>(graph.offsets()[static_cast<std::size_t>(u)]);
      for (const Index v : targets_of(graph, u)) {
        if (weights[arc++] != none) meet(v);
      }
    }
  });
  return reached;
}

Graph without(const Graph& graph, const std::vector<bool>& gone) {
  return graph.visit_weights([&]<class T>(std::span<const T> weights) {
    detail::GraphBuilder<T> builder(graph.vertices());
    std::size_t arc = 0;
    for (Index u = 0; u < graph.vertices(); ++u) {
      for (const Index v : targets_of(graph, u)) {
        const T weight = weights[arc++];
        if (gone[static_cast<std::size_t>(u)] || gone[static_cast<std::size_t>(v)]) continue;
        builder.append(u, v, weight);
      }
    }
    return std::move(builder).finish(Direction::directed);
  });
}

}  // namespace warpath::cli
