// Which pairs can use a negative cycle: those whose first vertex reaches one that reaches the
// second.
#pragma once

#include <span>
#include <vector>

#include "numerics/rounding.hpp"
#include "routes/components.hpp"

namespace warpath::routes {

class UnboundedPairs {
 public:
  // Takes what counts as negative as CycleSearch does.
  template <class Arcs>
  UnboundedPairs(const Arcs& arcs, const CycleTolerance& tolerance);

  // Whether there is a negative cycle at all.
  bool any() const { return any_; }

  // Whether v can go round one and come back.
  bool on_cycle(Index v) const { return bad_[at(components_.of[at(v)])]; }

  // Every vertex v so that (source, v) can use one, in no particular order; until the next call.
  // O(the components that the source reaches and the arcs between them); nothing for a source of
  // the same component.
  std::span<const Vertex> from(Index source);

 private:
  template <class Arcs>
  void link(const Arcs& arcs);

  Components components_;
  std::vector<bool> bad_;    // components: has a negative cycle
  std::vector<bool> leads_;  // reaches one that has
  bool any_ = false;

  // Arcs between components, each once.
  std::vector<Index> offsets_{0};
  std::vector<Vertex> targets_;

  Vertex answered_ = -1;  // the component of the last source
  std::vector<Vertex> answer_;
  std::vector<std::uint8_t> seen_;  // 1: reached, 2: and by way of a cycle
};

}  // namespace warpath::routes
