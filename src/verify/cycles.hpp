// Negative cycles of the input, by an algorithm of its own: strongly connected components, and Bellman's rounds inside of them.
#pragma once

#include <optional>
#include <vector>

#include "verify/links.hpp"

namespace warpath::verify {

struct Cycles {
  // Numbers such that weight + height[u] - height[v] >= -noise for every arc, so that sums along a path can be compared as if
  // no weight were negative. Empty where no weight is, and where a negative cycle makes it impossible.
  std::vector<double> height;
  double spread = 0;  // from the least height to the largest
  double noise = 0;

  // Components with a negative cycle: one that every solver must see (surely), or one that is so small that it may be taken
  // for rounding (maybe). Both empty where there is none.
  enum Kind : std::uint8_t { none, maybe, surely };
  std::vector<std::int32_t> component;  // of each vertex
  std::vector<Kind> kind;               // of each component

  // What a cycle's weight may lose to the tolerance; 0 where no cycle is that close to 0.
  double settled = 0;

  bool any() const { return !component.empty(); }
};

template <class S>
Cycles find_cycles(const Links<S>& links, std::optional<double> tolerance);

}  // namespace warpath::verify
