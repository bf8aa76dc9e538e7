// The inner loop: which link into a vertex is the last of a best path, for the rows of a panel.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <limits>
#include <span>

#include "routes/lanes.hpp"
#include "routes/links.hpp"

namespace warpath::routes {

// A vertex, in all rows of a panel.
template <class S>
struct Target {
  using T = typename S::Weight;
  using W = Wide<T>;

  const W* panel = nullptr;         // distances, kLanes for each vertex
  const W* nearest = nullptr;       // of each row: the distance to the vertex nearest to the source
  const W* distance = nullptr;      // to this vertex
  Vertex* before = nullptr;         // its predecessors; those that are not -1 stay
  std::span<const Link<T>> longer;  // links of weight above 0; sorted: the lightest first
  std::span<const Link<T>> flat;    // the others
  bool sorted = false;

  // Comes back: the distance to the predecessor, where it was to be found; whether any of these is
  // not nearer than the vertex itself; and if so, which.
  std::array<W, kLanes> nearer;
  bool bent = false;
  std::array<bool, kLanes> bent_lanes;
};

// Links between two looks at whether all rows have what they need.
inline constexpr std::size_t kLinks = 8;

template <class S, int kBytes>
struct Chooser {
  using T = typename S::Weight;
  using W = Wide<T>;
  using Vector = Vectors<W, kBytes>;
  using V = typename Vector::V;
  using Mask = typename Vector::Mask;
  using Number = typename Vector::Number;
  using Bits = typename Vector::Bits;
  using A = Algebra<S, Vector>;
  static constexpr int kCount = Vector::kCount;
  static constexpr int kParts =
      kLanes / kCount;  // vectors side by side, so that none waits for itself

  struct Choice {
    V distance[kParts];
    V best[kParts];
    Bits before[kParts];  // numbers of vertices

    [[gnu::always_inline]] Mask open(int p) const { return A::is_better(distance[p], best[p]); }
    [[gnu::always_inline]] bool is_open() const {
      bool any = false;
      for (int p = 0; p < kParts; ++p) any |= Vector::any(open(p));
      return any;
    }
  };

  // Looks through links until every row has what it needs.
  [[gnu::always_inline]] static void look(std::span<const Link<T>> links, const W* panel,
                                          Choice& choice) {
    Choice now = choice;
    for (std::size_t a = 0; a < links.size() && now.is_open(); a += kLinks) {
      const std::size_t end = std::min(a + kLinks, links.size());
      for (std::size_t b = a; b < end; ++b) {
        const Link<T> link = links[b];
        const W* const there = panel + static_cast<Index>(link.vertex) * kLanes;
        const V weight = Vector::fill(static_cast<W>(link.weight));
        const Bits vertex = Vector::number(static_cast<Number>(link.vertex));
        for (int p = 0; p < kParts; ++p) {
          const V sum = A::extend(Vector::load(there + p * kCount), weight);
          // No better than needed, so that the first that is good enough stays.
          const V enough = A::worse(now.distance[p], sum);
          const V better = A::better(enough, now.best[p]);
          now.before[p] = better != now.best[p] ? vertex : now.before[p];
          now.best[p] = better;
        }
      }
    }
    choice = now;
  }

  // The links that can be last on a path to the vertex, in any of these rows.
  [[gnu::always_inline]] static std::span<const Link<T>> within_reach(const Target<S>& target) {
    // Few are looked through sooner.
    if (!target.sorted || target.longer.size() <= 2 * kLinks) return target.longer;
    W most{};
    for (int l = 0; l < kLanes; ++l) {
      const W distance = target.distance[l];
      const bool open = target.before[l] < 0 && distance != static_cast<W>(S::no_path());
      const W mine = most_weight<W>(distance, target.nearest[l]);
      most = open && mine > most ? mine : most;
    }
    const auto end = std::upper_bound(
        target.longer.begin(), target.longer.end(), most,
        [](W weight, const Link<T>& link) { return weight < static_cast<W>(link.weight); });
    return target.longer.first(at(end - target.longer.begin()));
  }

  // Whether every predecessor is strictly nearer than the vertex because even the lightest link is
  // heavier than what rounding may have done.
  [[gnu::always_inline]] static bool is_sure(const Target<S>& target, const Choice& choice) {
    if (!S::adds || !target.flat.empty() || !target.sorted || target.longer.empty()) {
      return false;
    }
    const auto lightest = static_cast<W>(target.longer.front().weight);
    bool sure = true;
    for (int p = 0; p < kParts; ++p) {
      V slack = choice.best[p] - choice.distance[p];
      if constexpr (std::floating_point<W>) {
        constexpr W kRounding = 4 * std::numeric_limits<W>::epsilon();
        const V d = choice.distance[p];
        slack = 2 * slack + (d < V{} ? -d : d) * kRounding;
      }
      // Where there is no path, both are infinite, and so is their distance; nothing was to be
      // found there.
      const Mask none = choice.distance[p] == Vector::fill(static_cast<W>(S::no_path()));
      sure &= !Vector::any(~none & ~(slack < Vector::fill(lightest)));
    }
    return sure;
  }

  [[gnu::always_inline]] static void choose(Target<S>& target) {
    const V none = Vector::fill(static_cast<W>(S::no_path()));
    Choice choice;
    Mask open[kParts];
    for (int p = 0; p < kParts; ++p) {
      const Mask before = Vector::numbers(target.before + p * kCount);
      choice.distance[p] = Vector::load(target.distance + p * kCount);
      choice.best[p] = before >= Mask{} ? choice.distance[p] : none;
      std::memcpy(&choice.before[p], &before, sizeof before);
      open[p] = choice.open(p);
    }
    target.bent = false;
    if (!choice.is_open()) return;
    look(within_reach(target), target.panel, choice);
    look(target.flat, target.panel, choice);
    for (int p = 0; p < kParts; ++p) {
      Vector::store_numbers(target.before + p * kCount, choice.before[p]);
    }
    if (is_sure(target, choice)) return;
    for (int p = 0; p < kParts; ++p) {
      V nearer = none;
      for (int l = 0; l < kCount; ++l) {
        const int lane = p * kCount + l;
        const auto before = static_cast<Index>(target.before[lane]);
        if (before >= 0) nearer[l] = target.panel[before * kLanes + lane];
      }
      const Mask bent = open[p] & ~A::is_better(nearer, choice.distance[p]);
      for (int l = 0; l < kCount; ++l) {
        const auto lane = static_cast<std::size_t>(p * kCount + l);
        target.nearer[lane] = nearer[l];
        target.bent_lanes[lane] = bent[l] != 0;
      }
      target.bent |= Vector::any(bent);
    }
  }
};

#if defined(__x86_64__)
template <class S>
[[gnu::target("avx2")]] void choose_by_avx2(Target<S>& target) {
  Chooser<S, 32>::choose(target);
}
#endif

template <class S>
void choose(Target<S>& target) {
#if defined(__x86_64__)
  static const bool has_avx2 = __builtin_cpu_supports("avx2") != 0;
  if (has_avx2) return choose_by_avx2<S>(target);
#endif
  Chooser<S, 16>::choose(target);
}

}  // namespace warpath::routes
