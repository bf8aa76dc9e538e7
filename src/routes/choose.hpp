// The inner loop: which link into a vertex is the last of a best path, for the rows of a panel.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "routes/lanes.hpp"
#include "routes/links.hpp"

namespace warpath::routes {

// Some rows, side by side: kLanes numbers for each vertex.
template <class S>
struct Panel {
  using T = typename S::Weight;
  using W = Wide<T>;

  const Links<T>& links;
  std::vector<W> distances = std::vector<W>(at(links.vertices() * kLanes));
  std::vector<Vertex> before = std::vector<Vertex>(at(links.vertices() * kLanes));
  std::array<W, kLanes> nearest{};  // of each row: the least distance
};

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

  // Looks through links until every row has what it needs.
  [[gnu::always_inline]] static void look(std::span<const Link<T>> links, const W* panel,
                                          Choice& choice) {
    Choice now = choice;
    for (std::size_t a = 0; a < links.size() && now.is_open(); a += kLinks) {
      for (const Link<T>& link : links.subspan(a, std::min(kLinks, links.size() - a))) {
        const W* const there = panel + static_cast<Index>(link.vertex) * kLanes;
        const V weight = L::fill(static_cast<W>(link.weight));
        const Mask vertex = Mask{} + link.vertex;
        for (int p = 0; p < kParts; ++p) {
          const V d = L::load(there + p * kCount);
          const V sum = L::extend(d, weight);
          // No better than needed, so that the first that is good enough stays.
          const V better = L::better(L::worse(now.distance[p], sum), now.best[p]);
          const Mask taken = better != now.best[p];
          now.before[p] = taken ? vertex : now.before[p];
          now.nearer[p] = taken ? d : now.nearer[p];
          now.best[p] = better;
        }
      }
    }
    choice = now;
  }

  // How many of the longer links can be last on a path to v, in any of these rows.
  [[gnu::always_inline]] static std::size_t within_reach(const Panel<S>& panel, Index v) {
    const auto longer = panel.links.into(v).first(panel.links.longer(v));
    // Few are looked through sooner.
    if (!panel.links.is_sorted(v) || longer.size() <= 2 * kLinks) return longer.size();
    const W* const distance = panel.distances.data() + v * kLanes;
    const Vertex* const before = panel.before.data() + v * kLanes;
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

  [[gnu::always_inline]] static std::uint32_t choose(Panel<S>& panel, Index v) {
    const W* const distance = panel.distances.data() + v * kLanes;
    Vertex* const before = panel.before.data() + v * kLanes;
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
    if (!choice.is_open()) return 0;
    const auto links = panel.links.into(v);
    look(links.first(within_reach(panel, v)), panel.distances.data(), choice);
    look(links.subspan(panel.links.longer(v)), panel.distances.data(), choice);
    for (int p = 0; p < kParts; ++p) L::store_numbers(before + p * kCount, choice.before[p]);
    std::uint32_t bent = 0;
    for (int p = 0; p < kParts; ++p) {
      const Mask no_nearer = open[p] & ~L::is_better(choice.nearer[p], choice.distance[p]);
      if (!L::any(no_nearer)) continue;
      for (int l = 0; l < kCount; ++l) bent |= (no_nearer[l] != 0 ? 1U : 0U) << (p * kCount + l);
    }
    return bent;
  }
};

#if defined(__x86_64__)
template <class S>
[[gnu::target("avx2")]] std::uint32_t choose_by_avx2(Panel<S>& panel, Index v) {
  return Chooser<S, 32>::choose(panel, v);
}
#endif

// The predecessors of v in all rows; those that are not -1 stay. Which rows found one that is no
// nearer than v, or none: a bit each.
template <class S>
std::uint32_t choose(Panel<S>& panel, Index v) {
#if defined(__x86_64__)
  static const bool has_avx2 = __builtin_cpu_supports("avx2") != 0;
  if (has_avx2) return choose_by_avx2<S>(panel, v);
#endif
  return Chooser<S, 16>::choose(panel, v);
}

}  // namespace warpath::routes
