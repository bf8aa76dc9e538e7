#include "verify/cycles.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <utility>

#include "base/dispatch.hpp"

namespace warpath::verify {
namespace {

// Heights by Bellman's rounds over arcs whose weights are raised by `raise`, among the vertices of one component (or all). False
// when a cycle of these is negative.
template <class S>
class Rounds {
 public:
  // Sums that doubles may round are taken in integers.
  using T = typename S::Weight;
  using Value = std::conditional_t<std::is_integral_v<T> && sizeof(T) == 8, Int128, double>;

  Rounds(const Links<S>& links, double raise, double noise)
      : links_(links),
        raise_(static_cast<Value>(raise)),
        noise_(static_cast<Value>(noise)),
        height_(at(links.vertices())),
        parent_(at(links.vertices()), -1),
        seen_(at(links.vertices()), 0) {}

  template <class Inside>
  bool settle(const std::vector<Index>& vertices, const Inside& inside) {
    for (bool changed = true; changed;) {
      changed = false;
      for (const Index u : vertices) {
        const Value here = height_[at(u)];
        for (auto cursor = links_.begin(u); cursor.at < cursor.end;) {
          const auto [v, weight] = links_.next(u, cursor);
          if (weight == S::no_path() || !inside(v)) continue;
          const Value sum = here + static_cast<Value>(weight) + raise_;
          if (!(sum < height_[at(v)] - noise_)) continue;
          if (v == u) return false;  // a self-loop
          height_[at(v)] = sum;
          parent_[at(v)] = u;
          changed = true;
        }
      }
      if (changed && goes_round(vertices)) return false;
    }
    return true;
  }

  std::vector<double> height() const { return {height_.begin(), height_.end()}; }

 private:
  // A cycle of parents is a negative cycle.
  bool goes_round(const std::vector<Index>& vertices) {
    const std::int64_t before = stamp_;
    for (const Index start : vertices) {
      ++stamp_;
      for (Index v = start; v >= 0 && seen_[at(v)] <= before; v = parent_[at(v)]) {
        seen_[at(v)] = stamp_;
        const Index next = parent_[at(v)];
        if (next >= 0 && seen_[at(next)] == stamp_) return true;
      }
    }
    return false;
  }

  const Links<S>& links_;
  Value raise_;
  Value noise_;
  std::vector<Value> height_;
  std::vector<Index> parent_;
  std::vector<std::int64_t> seen_;
  std::int64_t stamp_ = 0;
};

// Tarjan's algorithm with a stack of its own.
template <class S>
std::vector<std::int32_t> components_of(const Links<S>& links, std::int32_t& count) {
  const Index n = links.vertices();
  struct Frame {
    Index vertex;
    typename Links<S>::Cursor cursor;
  };
  std::vector<std::int32_t> component(at(n), -1);
  std::vector<Index> number(at(n), -1);
  std::vector<Index> low(at(n), 0);
  std::vector<Index> open;
  std::vector<Frame> frames;
  Index next_number = 0;
  count = 0;
  for (Index root = 0; root < n; ++root) {
    if (number[at(root)] >= 0) continue;
    const auto enter = [&](Index v) {
      number[at(v)] = low[at(v)] = next_number++;
      open.push_back(v);
      frames.push_back({v, links.begin(v)});
    };
    enter(root);
    while (!frames.empty()) {
      const Index u = frames.back().vertex;
      auto& cursor = frames.back().cursor;
      if (cursor.at < cursor.end) {
        const auto [v, weight] = links.next(u, cursor);
        if (weight == S::no_path()) continue;
        if (number[at(v)] < 0) {
          enter(v);
        } else if (component[at(v)] < 0) {
          low[at(u)] = std::min(low[at(u)], number[at(v)]);
        }
        continue;
      }
      frames.pop_back();
      if (!frames.empty()) {
        Index& above = low[at(frames.back().vertex)];
        above = std::min(above, low[at(u)]);
      }
      if (low[at(u)] != number[at(u)]) continue;
      for (Index v = -1; v != u;) {
        v = open.back();
        open.pop_back();
        component[at(v)] = count;
      }
      ++count;
    }
  }
  return component;
}

std::vector<Index> everyone(Index n) {
  std::vector<Index> all(at(n));
  for (Index v = 0; v < n; ++v) all[at(v)] = v;
  return all;
}

}  // namespace

template <class S>
Cycles find_cycles(const Links<S>& links, std::optional<double> tolerance) {
  using T = typename S::Weight;
  Cycles cycles;
  if (!links.facts().negative) return cycles;
  const Index n = links.vertices();
  const double largest = links.facts().magnitude;
  constexpr bool rounds = std::is_floating_point_v<T>;
  // Sums in double: those of float32 have 29 bits to spare.
  if (rounds) cycles.noise = largest * (std::is_same_v<T, float> ? 0x1p-44 : 0x1p-42);
  const double settles =
      !rounds ? 0 : tolerance.value_or(largest * (std::is_same_v<T, float> ? 0x1p-15 : 0x1p-36));
  const auto all = everyone(n);
  const auto anywhere = [](Index) { return true; };
  if (rounds) {
    // A cycle that is not clearly above 0 may be settled as 0 by a solver.
    Rounds<S> lowered(links, -settles, cycles.noise);
    if (!lowered.settle(all, anywhere)) cycles.settled = settles;
  }
  Rounds<S> plain(links, 0, cycles.noise);
  if (plain.settle(all, anywhere)) {
    cycles.height = plain.height();
    const auto [low, high] = std::minmax_element(cycles.height.begin(), cycles.height.end());
    cycles.spread = *high - *low;
    return cycles;
  }
  std::int32_t count = 0;
  cycles.component = components_of(links, count);
  cycles.kind.assign(static_cast<std::size_t>(count), Cycles::none);
  std::vector<std::vector<Index>> members(static_cast<std::size_t>(count));
  for (Index v = 0; v < n; ++v) {
    members[static_cast<std::size_t>(cycles.component[at(v)])].push_back(v);
  }
  Rounds<S> inside(links, 0, cycles.noise);
  Rounds<S> raised(links, settles, cycles.noise);
  for (std::int32_t c = 0; c < count; ++c) {
    const auto& vertices = members[static_cast<std::size_t>(c)];
    const auto here = [&](Index v) { return cycles.component[at(v)] == c; };
    if (inside.settle(vertices, here)) continue;
    cycles.kind[static_cast<std::size_t>(c)] =
        raised.settle(vertices, here) ? Cycles::maybe : Cycles::surely;
  }
  // What remains without the negative cycles, for the size of sums.
  std::vector<Index> rest;
  const auto stays = [&](Index v) {
    return cycles.kind[static_cast<std::size_t>(cycles.component[at(v)])] != Cycles::surely;
  };
  std::copy_if(all.begin(), all.end(), std::back_inserter(rest), stays);
  Rounds<S> remaining(links, settles, cycles.noise);
  remaining.settle(rest, stays);
  const std::vector<double> height = remaining.height();
  const auto [low, high] = std::minmax_element(height.begin(), height.end());
  cycles.spread = *high - *low;
  return cycles;
}

#define WARPATH_INSTANTIATE(S) \
  template Cycles find_cycles<S>(const Links<S>&, std::optional<double>);
WARPATH_EACH_SEMIRING(WARPATH_INSTANTIATE)

}  // namespace warpath::verify
