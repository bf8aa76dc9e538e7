#include "sparse/arcs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/dispatch.hpp"
#include "numerics/convert.hpp"
#include "numerics/fill_row.hpp"

namespace warpath::sparse {
namespace {

// Sorts arcs that come as visits. visit_all(visit) calls visit(u, v, weight) for every arc, the same each time.
template <class S, class VisitAll>
Arcs<typename S::Weight> gathered(Index n, const VisitAll& visit_all) {
  using T = typename S::Weight;
  struct Head {
    Vertex target;
    T weight;
  };
  std::vector<Index> next(at(n) + 1, 0);
  visit_all([&](Index u, Index, T) { ++next[at(u) + 1]; });
  for (std::size_t v = 0; v < at(n); ++v) next[v + 1] += next[v];
  std::vector<Head> heads(at(next[at(n)]));
  std::vector<Index> begin(next);
  visit_all([&](Index u, Index v, T weight) {
    heads[at(next[at(u)]++)] = {static_cast<Vertex>(v), weight};
  });

  Arcs<T> arcs;
  arcs.offsets.reserve(at(n) + 1);
  arcs.targets.reserve(heads.size());
  arcs.weights.reserve(heads.size());
  for (Vertex u = 0; u < n; ++u) {
    const auto first = heads.begin() + begin[at(u)];
    const auto last = heads.begin() + begin[at(u) + 1];
    const auto before = [](const Head& a, const Head& b) { return a.target < b.target; };
    if (!std::is_sorted(first, last, before)) std::sort(first, last, before);
    for (auto head = first; head != last; ++head) {
      if (head->target == u) {
        if (S::is_better(head->weight, S::empty_path()) &&
            (arcs.loop_at < 0 || S::is_better(head->weight, arcs.best_loop))) {
          arcs.best_loop = head->weight;
          arcs.loop_at = u;
        }
      } else if (head != first && (head - 1)->target == head->target) {
        if (S::is_better(head->weight, arcs.weights.back())) arcs.weights.back() = head->weight;
      } else {
        arcs.targets.push_back(head->target);
        arcs.weights.push_back(head->weight);
      }
    }
    arcs.offsets.push_back(static_cast<Index>(arcs.targets.size()));
  }
  return arcs;
}

template <class T>
bool is_symmetric(const Arcs<T>& arcs) {
  const Arcs<T> back = reversed(arcs);
  return arcs.offsets == back.offsets && arcs.targets == back.targets &&
         arcs.weights == back.weights;
}

}  // namespace

template <class S>
Arcs<typename S::Weight> arcs_of(const Graph& graph, bool both_ways) {
  using T = typename S::Weight;
  Arcs<T> arcs;
  const auto gather = [&]<class From>(std::span<const From> weights) {
    arcs = gathered<S>(graph.vertices(), [&](const auto& visit) {
      for (Index u = 0; u < graph.vertices(); ++u) {
        for (Index a = graph.offsets()[at(u)]; a < graph.offsets()[at(u) + 1]; ++a) {
          const Index v = graph.targets()[at(a)];
          T weight = S::empty_path();
          if constexpr (S::kind != SemiringKind::reachability) {
            weight = to_weight<S>(weights[at(a)], [&] {
              return fmt::format("the weight of the arc from {} to {}", u, v);
            });
            check_cell<S>(weight, u, v, Orientation::as_seen);
            weight = tidied<S>(weight);
          }
          if (weight == S::no_path()) continue;
          visit(u, v, weight);
          if (both_ways) visit(v, u, weight);
        }
      }
    });
  };
  graph.visit_weights(gather);
  arcs.symmetric = both_ways || graph.direction() == Direction::undirected || is_symmetric(arcs);
  return arcs;
}

template <class S>
InputFacts facts_of(const Arcs<typename S::Weight>& arcs) {
  using T = typename S::Weight;
  InputFacts facts;
  if constexpr (!S::adds) {
    facts.nonnegative = false;
    return facts;
  }
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
  if (arcs.loop_at >= 0) facts.nonnegative = false;
  check_range<S>(facts);
  return facts;
}

template <class T>
Arcs<T> reversed(const Arcs<T>& arcs) {
  const Vertex n = arcs.vertices();
  Arcs<T> back;
  back.offsets.assign(at(n) + 1, 0);
  for (const Vertex v : arcs.targets) ++back.offsets[at(v) + 1];
  for (std::size_t v = 0; v < at(n); ++v) back.offsets[v + 1] += back.offsets[v];
  back.targets.resize(arcs.targets.size());
  back.weights.resize(arcs.weights.size());
  std::vector<Index> next(back.offsets.begin(), back.offsets.end() - 1);
  for (Vertex u = 0; u < n; ++u) {
    for (Index a = arcs.offsets[at(u)]; a < arcs.offsets[at(u) + 1]; ++a) {
      const Index to = next[at(arcs.targets[at(a)])]++;
      back.targets[at(to)] = u;
      back.weights[at(to)] = arcs.weights[at(a)];
    }
  }
  back.symmetric = arcs.symmetric;
  return back;
}

#define WARPATH_INSTANTIATE(S)                                      \
  template Arcs<typename S::Weight> arcs_of<S>(const Graph&, bool); \
  template InputFacts facts_of<S>(const Arcs<typename S::Weight>&);
WARPATH_EACH_SEMIRING(WARPATH_INSTANTIATE)

#define WARPATH_REVERSED(T, name) template Arcs<T> reversed(const Arcs<T>&);
WARPATH_EACH_WEIGHT(WARPATH_REVERSED)

}  // namespace warpath::sparse
