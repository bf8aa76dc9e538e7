// One row against all arcs, with care: a search along tight arcs from the source.
#pragma once

#include <optional>
#include <vector>

#include "verify/cycles.hpp"
#include "verify/links.hpp"
#include "warpath/verify.hpp"

namespace warpath::verify {

// Memory that rows use one after the other.
template <class S>
struct RowScratch {
  using W = typename Algebra<S>::W;
  std::vector<Index> queue;
  std::vector<std::uint8_t> seen;
  std::vector<std::uint8_t> endless;     // a negative cycle can be used on the way to it
  std::vector<W> best;                   // distance by the best arc
  std::vector<Index> via;                // and where that comes from
  std::vector<Index> state;              // of walks along predecessors
  std::vector<std::int32_t> known_from;  // the predecessor of each vertex in the row before,
  std::vector<typename S::Weight> known_weight;  // and the arc from it: mostly it is the same again
};

// Of one row: what was wrong, or the worst of what was accepted.
struct RowVerdict {
  std::optional<Failure> failure = {};
  double worst = 0;  // units
  double bound = 0;
  std::optional<Evidence> where = {};
};

template <class S>
class RowCheck {
 public:
  using A = Algebra<S>;
  using T = typename S::Weight;
  using W = typename A::W;

  RowCheck(const Links<S>& links, const Cycles& cycles, bool exact)
      : links_(links), cycles_(cycles), exact_(exact) {}

  // `row` has a distance for every vertex.
  RowVerdict distances(Index source, const T* row, RowScratch<S>& scratch) const;

  // The row is known to hold; now its predecessors.
  RowVerdict tree(Index source, const T* row, const std::int32_t* before,
                  RowScratch<S>& scratch) const;

  // Units that a row may be off, its largest distance being so large.
  double bound_units(double largest) const;
  // The same as a difference, at an arc.
  double unit(W from, W weight, W to) const;

 private:
  double settled() const { return cycles_.settled * static_cast<double>(links_.vertices()); }
  double largest_of(const T* row) const;
  void find_endless(Index source, const T* row, RowScratch<S>& scratch) const;
  Evidence evidence(Index source, Index target, Index via, const T* row) const;
  RowVerdict failed(Rule rule, const Evidence& at) const { return {.failure = Failure{rule, at}}; }

  const Links<S>& links_;
  const Cycles& cycles_;
  bool exact_;
};

}  // namespace warpath::verify
