#include "routes/clear_cycles.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include "routes/arcs.hpp"
#include "routes/components.hpp"
#include "routes/cycle_tolerance.hpp"
#include "warpath/semiring.hpp"

namespace warpath::routes {
namespace {

// w + h[u] - h[v] for the arc k of u.
template <class Arcs, class P>
P above(const Arcs& arcs, const std::vector<P>& heights, Index u, Index k) {
  return static_cast<P>(arcs.weight(u, k)) + heights[at(u)] - heights[at(arcs.target(u, k))];
}

// Calls visit(k) for the arcs of u that lead to other vertices.
template <class Arcs, class Visit>
void each_arc(const Arcs& arcs, Index u, const Visit& visit) {
  for (Index k = 0; k < arcs.count(u); ++k) {
    if (arcs.target(u, k) == u || arcs.weight(u, k) == no_path<typename Arcs::Weight>()) continue;
    visit(k);
  }
}

// What arcs are below 0 by at most.
template <class Arcs, class P>
P most_below(const Arcs& arcs, const std::vector<P>& heights, Crew& crew) {
  std::vector<P> least(at(arcs.vertices()));
  crew.run_each(arcs.vertices(), [&](Index u) {
    each_arc(arcs, u,
             [&](Index k) { least[at(u)] = std::min(least[at(u)], above(arcs, heights, u, k)); });
  });
  return least.empty() ? P{0} : -*std::min_element(least.begin(), least.end());
}

// Those near 0, by their sources; nothing where there are more than are worth a look. Counted before
// they are listed: there may be as many as there are arcs.
template <class Arcs, class P>
auto near_arcs(const Arcs& arcs, const std::vector<P>& heights, P near, Crew& crew) {
  using T = typename Arcs::Weight;
  const Index n = arcs.vertices();
  const Index most = most_near_arcs(n);
  const auto each_near = [&](Index u, const auto& visit) {
    each_arc(arcs, u, [&](Index k) {
      if (!(above(arcs, heights, u, k) > near)) visit(k);
    });
  };
  std::optional<std::vector<NearArc<T>>> all;
  std::vector<Index> begin(at(n) + 1);
  std::atomic<Index> total{0};
  crew.run_each(n, [&](Index u) {
    if (total > most) return;
    each_near(u, [&](Index) { ++begin[at(u) + 1]; });
    total += begin[at(u) + 1];
  });
  if (total > most) return all;
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  all.emplace(at(total));
  crew.run_each(n, [&](Index u) {
    NearArc<T>* next = all->data() + begin[at(u)];
    each_near(u, [&](Index k) {
      *next++ = {static_cast<Vertex>(u), arcs.target(u, k), arcs.weight(u, k)};
    });
  });
  return all;
}

// As components_of() wants them.
template <class T>
struct Linked {
  using Weight = T;
  ByVertex<Link<T>> links;

  Index vertices() const { return static_cast<Index>(links.offsets.size()) - 1; }
  Index count(Index u) const { return static_cast<Index>(links.count(u)); }
  Vertex target(Index u, Index k) const { return links.of(u)[at(k)].vertex; }
  T weight(Index u, Index k) const { return links.of(u)[at(k)].weight; }
};

}  // namespace

template <class T>
Potential<T> near_limit(Index n, Potential<T> range, Potential<T> below, const InputFacts& facts) {
  const Potential<T> size = range + static_cast<Potential<T>>(facts.largest);
  const auto arcs = static_cast<Potential<T>>(n);
  return 4 * (arcs + 1) * size * std::numeric_limits<T>::epsilon() + arcs * below;
}

template <class T>
bool has_zero_cycles_only(Index n, const std::vector<NearArc<T>>& arcs) {
  const Linked<T> linked{{n, [&](const auto& visit) {
                            for (const auto& arc : arcs) visit(arc.from, {arc.to, arc.weight});
                          }}};
  const std::vector<Vertex> component = components_of(linked);
  return std::all_of(arcs.begin(), arcs.end(), [&](const NearArc<T>& arc) {
    return arc.weight == 0 || component[at(arc.from)] != component[at(arc.to)];
  });
}

template <class Arcs>
bool has_clear_cycles(const Arcs& arcs,
                      const std::vector<Potential<typename Arcs::Weight>>& heights,
                      const InputFacts& facts, Crew& crew) {
  using T = typename Arcs::Weight;
  if constexpr (std::integral<T>) {
    return true;
  } else {
    if (heights.empty()) return true;
    const auto below = most_below(arcs, heights, crew);
    // Where arcs are below 0, a cycle may be: one that does not count as negative.
    if (below <= 0 && sizes_of(arcs).exact) return true;
    const auto [low, high] = std::minmax_element(heights.begin(), heights.end());
    const Index n = arcs.vertices();
    const auto near = near_limit<T>(n, *high - *low, below, facts);
    const auto close = near_arcs(arcs, heights, near, crew);
    return close && has_zero_cycles_only(n, *close);
  }
}

template Potential<float> near_limit<float>(Index, double, double, const InputFacts&);
template Potential<double> near_limit<double>(Index, long double, long double, const InputFacts&);
template bool has_zero_cycles_only(Index, const std::vector<NearArc<float>>&);
template bool has_zero_cycles_only(Index, const std::vector<NearArc<double>>&);

#define WARPATH_INSTANTIATE(T, name)                                                     \
  template bool has_clear_cycles(const ListedArcs<T>&, const std::vector<Potential<T>>&, \
                                 const InputFacts&, Crew&);                              \
  template bool has_clear_cycles(const MatrixArcs<T>&, const std::vector<Potential<T>>&, \
                                 const InputFacts&, Crew&);
WARPATH_EACH_ARC_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace warpath::routes
