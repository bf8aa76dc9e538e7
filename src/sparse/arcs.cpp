#include "sparse/arcs.hpp"

#include <algorithm>
#include <optional>

#include "base/dispatch.hpp"
#include "numerics/fill.hpp"
#include "warpath/error.hpp"

namespace warpath::sparse {
namespace {

template <class T>
struct Head {
  Vertex target;
  T weight;
};

// Adds the arcs out of the vertex `from`, which is the next.
template <class T>
void append(Arcs<T>& arcs, Vertex from, std::span<Head<T>> heads, const Rules<T>& rules) {
  const auto before = [](const Head<T>& a, const Head<T>& b) { return a.target < b.target; };
  if (!std::ranges::is_sorted(heads, before)) std::ranges::sort(heads, before);
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

// Calls visit(target, weight) for the arcs out of u that are there.
template <class T, class Visit>
void each_head(const Graph& graph, Vertex u, const Rules<T>& rules, std::vector<T>& buffer,
               const Visit& visit) {
  const Graph::Target* target = graph.targets().data() + graph.offsets()[at(u)];
  for (const T weight : arc_weights(graph, u, rules, buffer)) {
    const Vertex v = *target++;
    check_cell(weight, rules, u, v, Orientation::as_seen);
    if (weight != rules.no_path) visit(v, weight);
  }
}

// One after the other.
template <class T>
Arcs<T> joined(const std::vector<Arcs<T>>& pieces, Index vertices, Crew& crew) {
  Arcs<T> arcs;
  arcs.offsets.reserve(at(vertices) + 1);
  std::vector<Index> begin;  // of the arcs of each piece
  for (const Arcs<T>& piece : pieces) {
    begin.push_back(arcs.offsets.back());
    for (std::size_t i = 1; i < piece.offsets.size(); ++i) {
      arcs.offsets.push_back(begin.back() + piece.offsets[i]);
    }
  }
  arcs.targets.resize(at(arcs.offsets.back()));
  arcs.weights.resize(at(arcs.offsets.back()));
  crew.run(std::ssize(pieces), [&](Index p) {
    std::ranges::copy(pieces[at(p)].targets, arcs.targets.begin() + begin[at(p)]);
    std::ranges::copy(pieces[at(p)].weights, arcs.weights.begin() + begin[at(p)]);
  });
  return arcs;
}

// Sorted and each pair once, by all threads.
template <class T>
Arcs<T> sorted_arcs(const Graph& graph, const Rules<T>& rules, bool both_ways, Crew& crew) {
  constexpr Index kTogether = 4096;
  const Index n = graph.vertices();
  std::optional<ByVertex<Head<T>>> both;
  if (both_ways) {
    std::vector<T> buffer;
    both.emplace(n, [&](const auto& visit) {
      for (Vertex u = 0; u < n; ++u) {
        each_head(graph, u, rules, buffer, [&](Vertex v, T weight) {
          visit(u, Head<T>{v, weight});
          visit(v, Head<T>{u, weight});
        });
      }
    });
  }
  std::vector<Arcs<T>> pieces(at((n + kTogether - 1) / kTogether));
  crew.run(std::ssize(pieces), [&](Index p) {
    Arcs<T>& arcs = pieces[at(p)];
    std::vector<T> buffer;
    std::vector<Head<T>> heads;
    const Index end = std::min(n, (p + 1) * kTogether);
    const Index all = both ? both->offsets[at(end)] - both->offsets[at(p * kTogether)]
                           : graph.offsets()[at(end)] - graph.offsets()[at(p * kTogether)];
    arcs.targets.reserve(at(all));
    arcs.weights.reserve(at(all));
    for (auto u = static_cast<Vertex>(p * kTogether); u < end; ++u) {
      if (both) {
        append(arcs, u, both->of(u), rules);
        continue;
      }
      heads.clear();
      each_head(graph, u, rules, buffer, [&](Vertex v, T weight) { heads.push_back({v, weight}); });
      append<T>(arcs, u, heads, rules);
    }
  });
  both.reset();
  return joined(pieces, n, crew);
}

}  // namespace

template <class T>
Arcs<T> arcs_of(const Graph& graph, const Rules<T>& rules, bool both_ways, Crew& crew) {
  Arcs<T> arcs;
  try {
    arcs = sorted_arcs(graph, rules, both_ways, crew);
  } catch (const Error&) {
    Crew alone(1);  // which finds the first of the weights that are refused
    arcs = sorted_arcs(graph, rules, both_ways, alone);
  }
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

#define WARPATH_INSTANTIATE(T, name)                                    \
  template Arcs<T> arcs_of(const Graph&, const Rules<T>&, bool, Crew&); \
  template InputFacts facts_of(const Arcs<T>&, const Rules<T>&);        \
  template Arcs<T> reversed(const Arcs<T>&);
WARPATH_EACH_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace warpath::sparse
