#include "routes/clear_cycles.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

#include "routes/arcs.hpp"
#include "routes/components.hpp"
#include "warpath/semiring.hpp"

namespace warpath::routes {
namespace {

// No sum is rounded: whole numbers, all of them together within what the type counts.
template <class Arcs>
bool is_whole(const Arcs& arcs, const InputFacts& facts) {
  using T = typename Arcs::Weight;
  if (facts.positive_bound + facts.negative_bound >=
      std::ldexp(1.0L, std::numeric_limits<T>::digits)) {
    return false;
  }
  for (Index u = 0; u < arcs.vertices(); ++u) {
    for (Index k = 0; k < arcs.count(u); ++k) {
      const T weight = arcs.weight(u, k);
      if (weight != std::trunc(weight)) return false;  // infinity is whole, too
    }
  }
  return true;
}

// The arcs that are near 0, as a list.
template <class T>
class NearArcs {
 public:
  using Weight = T;

  explicit NearArcs(Index n) : links_(at(n)) {}

  template <class Arcs>
  bool collect(const Arcs& arcs, const std::vector<Potential<T>>& heights, Potential<T> near,
               Crew& crew) {
    const Index most = kMostPerVertex * arcs.vertices() + kMostPerVertex;
    std::atomic<Index> total{0};
    crew.run_each(arcs.vertices(), [&](Index u) {
      if (total > most) return;
      for (Index k = 0; k < arcs.count(u); ++k) {
        const T weight = arcs.weight(u, k);
        const Vertex v = arcs.target(u, k);
        if (v == u || weight == no_path<T>()) continue;
        const auto above = static_cast<Potential<T>>(weight) + heights[at(u)] - heights[at(v)];
        if (above <= near) links_[at(u)].push_back({v, weight});
      }
      total += static_cast<Index>(links_[at(u)].size());
    });
    return total <= most;
  }

  Index vertices() const { return static_cast<Index>(links_.size()); }
  Index count(Index u) const { return static_cast<Index>(links_[at(u)].size()); }
  Vertex target(Index u, Index k) const { return links_[at(u)][at(k)].vertex; }
  T weight(Index u, Index k) const { return links_[at(u)][at(k)].weight; }

 private:
  static constexpr Index kMostPerVertex = 16;
  std::vector<std::vector<Link<T>>> links_;
};

}  // namespace

template <class Arcs>
bool has_clear_cycles(const Arcs& arcs,
                      const std::vector<Potential<typename Arcs::Weight>>& heights,
                      const InputFacts& facts, Crew& crew) {
  using T = typename Arcs::Weight;
  if constexpr (std::integral<T>) {
    return true;
  } else {
    if (heights.empty() || is_whole(arcs, facts)) return true;
    // A sum along a path of n arcs is off by n units of the largest that it passes; a cycle is met
    // as the sum of two paths.
    const auto [low, high] = std::minmax_element(heights.begin(), heights.end());
    const Potential<T> size = *high - *low + static_cast<Potential<T>>(facts.largest);
    const auto n = static_cast<Potential<T>>(arcs.vertices());
    const Potential<T> near = 4 * n * size * std::numeric_limits<T>::epsilon();
    NearArcs<T> close(arcs.vertices());
    if (!close.collect(arcs, heights, near, crew)) return false;
    const std::vector<Vertex> component = components_of(close);
    for (Index u = 0; u < close.vertices(); ++u) {
      for (Index k = 0; k < close.count(u); ++k) {
        const bool on_cycle = component[at(u)] == component[at(close.target(u, k))];
        if (on_cycle && close.weight(u, k) != 0) return false;
      }
    }
    return true;
  }
}

#define WARPATH_INSTANTIATE(T, name)                                                     \
  template bool has_clear_cycles(const ListedArcs<T>&, const std::vector<Potential<T>>&, \
                                 const InputFacts&, Crew&);                              \
  template bool has_clear_cycles(const MatrixArcs<T>&, const std::vector<Potential<T>>&, \
                                 const InputFacts&, Crew&);
WARPATH_EACH_ARC_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace warpath::routes
