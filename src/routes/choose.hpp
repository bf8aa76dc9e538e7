// The inner loop: which link into a vertex is the last of a best path, for the rows of a panel.
#pragma once

#include <algorithm>
#include <limits>
#include <span>
#include <type_traits>

#include "routes/links.hpp"
#include "routes/panel.hpp"

namespace warpath::routes {

template <class S, int kBytes>
struct Chooser {
  using T = typename S::Weight;
  using L = Lanes<S, kBytes>;
  using W = typename L::W;
  using V = typename L::V;
  using Mask = typename L::Mask;
  static constexpr int kCount = L::kCount;
  // Vectors side by side, so that none waits for itself.
  static constexpr int kParts = kLanes / kCount;
  // Links between two looks at whether all rows have what they need.
  static constexpr std::size_t kLinks = 8;

  struct Choice {
    V distance[kParts];
    V best[kParts];
    V nearer[kParts];     // distances to the predecessors,
    Mask before[kParts];  // and these

    [[gnu::always_inline]] Mask open(int p) const { return L::is_better(distance[p], best[p]); }
    [[gnu::always_inline]] bool is_open() const {
      bool any = false;
      for (int p = 0; p < kParts; ++p) any |= L::any(open(p));
      return any;
    }
  };

  // One more link, for all rows.
  [[gnu::always_inline]] static void take(const Link<T>& link, const W* panel, Choice& choice) {
    const W* const there = panel + static_cast<Index>(link.vertex) * kLanes;
    const V weight = L::fill(static_cast<W>(link.weight));
    const Mask vertex = Mask{} + link.vertex;
    for (int p = 0; p < kParts; ++p) {
      const V d = L::load(there + p * kCount);
      const V sum = L::extend(d, weight);
      // No better than needed, so that the first that is good enough stays.
      const V better = L::better(L::worse(choice.distance[p], sum), choice.best[p]);
      const Mask taken = better != choice.best[p];
      choice.before[p] = taken ? vertex : choice.before[p];
      choice.nearer[p] = taken ? d : choice.nearer[p];
      choice.best[p] = better;
    }
  }

  // Looks through links until every row has what it needs.
  [[gnu::always_inline]] static void look(std::span<const Link<T>> links, const W* panel,
                                          Choice& choice) {
    Choice now = choice;
    for (std::size_t a = 0; a < links.size() && now.is_open(); a += kLinks) {
      for (const Link<T>& link : links.subspan(a, std::min(kLinks, links.size() - a))) {
        take(link, panel, now);
      }
    }
    choice = now;
  }

  // The predecessors of a vertex that has few links (Links::few): to look at all of them in all rows is
  // sooner done than to ask what is missing. Adds to `doubt` where one may be no nearer than v, or none
  // is found. Distances are not below 0.
  [[gnu::always_inline]] static void choose_of_few(std::span<const Link<T>> links,
                                                   const W* distances, Index v, Vertex* before,
                                                   Mask (&doubt)[kParts]) {
    const V none = L::fill(static_cast<W>(S::no_path()));
    V distance[kParts];
    V best[kParts];
    Mask chosen[kParts];
    for (int p = 0; p < kParts; ++p) {
      distance[p] = L::load(distances + v * kLanes + p * kCount);
      best[p] = none;
      chosen[p] = Mask{} - 1;
    }
    for (const Link<T>& link : links) {
      const W* const there = distances + static_cast<Index>(link.vertex) * kLanes;
      const V weight = L::fill(static_cast<W>(link.weight));
      const Mask vertex = Mask{} + link.vertex;
      for (int p = 0; p < kParts; ++p) {
        const V sum = L::extend(L::load(there + p * kCount), weight);
        const V better = L::better(L::worse(distance[p], sum), best[p]);
        chosen[p] = better != best[p] ? vertex : chosen[p];
        best[p] = better;
      }
    }
    const V least = L::fill(static_cast<W>(links.front().weight));
    for (int p = 0; p < kParts; ++p) {
      doubt[p] |= (distance[p] < none) & ~are_nearer(best[p], distance[p], least);
      L::store_numbers(before + p * kCount, chosen[p]);
    }
  }

  // Where `sum` is the way to a vertex at `distance` by another, `least` or more before it: whether that
  // one must be nearer to the source. With four times the room that rounding needs; none is below 0.
  [[gnu::always_inline]] static Mask are_nearer(const V& sum, const V& distance, const V& least) {
    if constexpr (std::is_floating_point_v<W>) {
      return sum * (1 + 4 * std::numeric_limits<W>::epsilon()) < distance + least;
    } else {
      return sum <= distance;
    }
  }

  // How many of the longer links can be last on a path to v, in any of these rows.
  [[gnu::always_inline]] static std::size_t within_reach(const Panel<S>& panel, Index v,
                                                         const Vertex* before) {
    const auto longer = panel.links.into(v).first(panel.links.longer(v));
    // Few are looked through sooner.
    if (!panel.links.is_sorted(v) || longer.size() <= 2 * kLinks) return longer.size();
    const W* const distance = panel.distances.data() + v * kLanes;
    W most{};
    for (int l = 0; l < kLanes; ++l) {
      const bool open = before[l] < 0 && distance[l] != static_cast<W>(S::no_path());
      const W mine = most_weight<W>(distance[l], panel.nearest[at(l)]);
      most = open && mine > most ? mine : most;
    }
    const auto end = std::upper_bound(
        longer.begin(), longer.end(), most,
        [](W weight, const Link<T>& link) { return weight < static_cast<W>(link.weight); });
    return at(end - longer.begin());
  }

  // The predecessors of any vertex in all rows; those that are not -1 stay. Whether one of the others
  // is no nearer than v, or none is found.
  [[gnu::always_inline]] static bool choose(const Panel<S>& panel, Index v, Vertex* before) {
    const W* const distance = panel.distances.data() + v * kLanes;
    const V none = L::fill(static_cast<W>(S::no_path()));
    Choice choice;
    Mask open[kParts];
    for (int p = 0; p < kParts; ++p) {
      choice.before[p] = L::numbers(before + p * kCount);
      choice.distance[p] = L::load(distance + p * kCount);
      choice.best[p] = choice.before[p] >= Mask{} ? choice.distance[p] : none;
      choice.nearer[p] = none;
      open[p] = choice.open(p);
    }
    if (!choice.is_open()) return false;
    const auto links = panel.links.into(v);
    look(links.first(within_reach(panel, v, before)), panel.distances.data(), choice);
    look(links.subspan(panel.links.longer(v)), panel.distances.data(), choice);
    Mask flat{};
    for (int p = 0; p < kParts; ++p) {
      L::store_numbers(before + p * kCount, choice.before[p]);
      flat |= open[p] & ~L::is_better(choice.nearer[p], choice.distance[p]);
    }
    return L::any(flat);
  }
};

}  // namespace warpath::routes
