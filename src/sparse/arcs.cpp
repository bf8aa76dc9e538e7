#include "sparse/arcs.hpp"

#include <algorithm>

#include "base/dispatch.hpp"
#include "numerics/fill.hpp"

namespace warpath::sparse {
namespace {

template <class T>
struct Head {
  Vertex target;
  T weight;
};

// Adds the arcs out of the next vertex, sorted by target.
template <class T>
void append(Arcs<T>& arcs, std::span<const Head<T>> heads, const Rules<T>& rules) {
  const Vertex from = arcs.vertices();
  for (std::size_t i = 0; i < heads.size(); ++i) {
    const auto [target, weight] = heads[i];
    if (target == from) continue;
    if (i > 0 && heads[i - 1].target == target) {
      if (rules.is_better(weight, arcs.weights.back())) arcs.weights.back() = weight;
    } else {
      arcs.targets.push_back(target);
      arcs.weights.push_back(weight);
    }
  }
  arcs.offsets.push_back(static_cast<Index>(arcs.targets.size()));
}

// Sorted and each pair once; what they are made of is gone afterwards.
template <class T>
Arcs<T> sorted_arcs(const Graph& graph, const Rules<T>& rules, bool both_ways) {
  std::vector<T> buffer;
  ByVertex<Head<T>> heads(graph.vertices(), [&](const auto& visit) {
    for (Vertex u = 0; u < graph.vertices(); ++u) {
      const Graph::Target* target = graph.targets().data() + graph.offsets()[at(u)];
      for (const T weight : arc_weights(graph, u, rules, buffer)) {
        const Vertex v = *target++;
        check_cell(weight, rules, u, v, Orientation::as_seen);
        if (weight == rules.no_path) continue;
        visit(u, Head<T>{v, weight});
        if (both_ways) visit(v, Head<T>{u, weight});
      }
    }
  });
  Arcs<T> arcs;
  arcs.offsets.reserve(heads.offsets.size());
  arcs.targets.reserve(heads.items.size());
  arcs.weights.reserve(heads.items.size());
  const auto before = [](const Head<T>& a, const Head<T>& b) { return a.target < b.target; };
  for (Vertex u = 0; u < graph.vertices(); ++u) {
    const std::span<Head<T>> out = heads.of(u);
    if (!std::is_sorted(out.begin(), out.end(), before)) std::sort(out.begin(), out.end(), before);
    append<T>(arcs, out, rules);
  }
  return arcs;
}

}  // namespace

template <class T>
Arcs<T> arcs_of(const Graph& graph, const Rules<T>& rules, bool both_ways) {
  Arcs<T> arcs = sorted_arcs(graph, rules, both_ways);
  arcs.symmetric = both_ways || graph.direction() == Direction::undirected;
  if (!arcs.symmetric) {
    const Arcs<T> back = reversed(arcs);
    arcs.symmetric = arcs.offsets == back.offsets && arcs.targets == back.targets &&
                     arcs.weights == back.weights;
  }
  return arcs;
}

template <class T>
InputFacts facts_of(const Arcs<T>& arcs, const Rules<T>& rules) {
  InputFacts facts;
  facts.nonnegative = rules.adds;
  if (!rules.adds) return facts;
  for (Vertex u = 0; u < arcs.vertices(); ++u) {
    T low{};
    T high{};
    for (Index a = arcs.offsets[at(u)]; a < arcs.offsets[at(u) + 1]; ++a) {
      low = std::min(low, arcs.weights[at(a)]);
      high = std::max(high, arcs.weights[at(a)]);
    }
    facts.add(low, high);
    facts.nonnegative = facts.nonnegative && low >= 0;
  }
  if constexpr (!std::is_same_v<T, std::uint8_t>) check_range<ShortestPath<T>>(facts);
  return facts;
}

template <class T>
Arcs<T> reversed(const Arcs<T>& arcs) {
  const ByVertex<Head<T>> heads(arcs.vertices(), [&](const auto& visit) {
    for (Vertex u = 0; u < arcs.vertices(); ++u) {
      for (Index a = arcs.offsets[at(u)]; a < arcs.offsets[at(u) + 1]; ++a) {
        visit(arcs.targets[at(a)], Head<T>{u, arcs.weights[at(a)]});
      }
    }
  });
  Arcs<T> back;
  back.offsets = heads.offsets;
  back.targets.reserve(heads.items.size());
  back.weights.reserve(heads.items.size());
  for (const auto& [target, weight] : heads.items) {
    back.targets.push_back(target);
    back.weights.push_back(weight);
  }
  back.symmetric = arcs.symmetric;
  return back;
}

#define WARPATH_INSTANTIATE(T, name)                             \
  template Arcs<T> arcs_of(const Graph&, const Rules<T>&, bool); \
  template InputFacts facts_of(const Arcs<T>&, const Rules<T>&); \
  template Arcs<T> reversed(const Arcs<T>&);
WARPATH_EACH_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace warpath::sparse
