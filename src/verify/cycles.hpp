// Negative cycles of the input, by an algorithm of its own: Bellman's rounds.
#pragma once

#include <optional>
#include <vector>

#include "verify/arcs.hpp"

namespace warpath::verify {

struct Cycles {
  // Numbers such that weight + height[u] - height[v] >= -noise for every arc, so that sums along a
  // path can be compared as if no weight were negative. Empty where no weight is, and where a
  // negative cycle makes it impossible.
  std::vector<double> height;
  double spread = 0;  // from the least height to the largest
  double noise = 0;

  // Vertices so that every negative cycle goes through one of them: of cycles that every solver
  // must see (surely), or that are so small that they may be taken for rounding (maybe). Empty
  // where there is none.
  enum Kind : std::uint8_t { none, maybe, surely };
  std::vector<Kind> kind;  // of each vertex

  // What an arc's weight may lose where cycles a little below 0 are taken for 0: about as much as
  // their arcs are short of 0, on average. 0 where no cycle is below 0.
  double loss = 0;

  bool any() const { return !kind.empty(); }
};

template <class T>
Cycles find_cycles(const GivenArcs<T>& arcs, std::optional<double> tolerance);

}  // namespace warpath::verify
