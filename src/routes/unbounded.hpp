// Which pairs can use a negative cycle: those whose first vertex reaches one that reaches the
// second.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "base/by_vertex.hpp"
#include "routes/cycle.hpp"

namespace warpath::routes {

class UnboundedPairs {
 public:
  // By a search of the same arcs.
  template <class Arcs>
  UnboundedPairs(const Arcs& arcs, CycleSearch<Arcs>& search);

  // Whether there is a negative cycle at all.
  bool any() const { return std::find(bad_.begin(), bad_.end(), true) != bad_.end(); }

  // Whether v can go round one and come back.
  bool on_cycle(Index v) const { return bad_[at(component_[at(v)])]; }

  // Every vertex v so that (source, v) can use one, in no particular order; until the next call.
  // O(the components that the source reaches and the arcs between them); nothing for a source of
  // the same component.
  std::span<const Vertex> from(Index source);

 private:
  // Strongly connected components: sets of vertices of which each reaches all others, so numbered
  // that arcs lead to the same or to a lower number.
  std::vector<Vertex> component_;  // of each vertex
  ByVertex<Vertex> members_;       // of each component
  std::vector<bool> bad_;          // has a negative cycle
  std::vector<bool> leads_;        // reaches one that has
  // Other components that arcs lead to, each once.
  ByVertex<Vertex> next_ = {0, [](const auto&) {}};

  Vertex answered_ = -1;  // the component of the last source
  std::vector<Vertex> answer_;
  std::vector<std::uint8_t> seen_;  // 1: reached, 2: and by way of a cycle
};

}  // namespace warpath::routes
