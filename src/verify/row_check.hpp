// One row against all arcs, with care: a search along tight arcs from the source.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "verify/arcs.hpp"
#include "verify/cycles.hpp"
#include "warpath/verify.hpp"

namespace warpath::verify {

// Memory that rows use one after the other.
template <class T>
struct RowScratch {
  std::vector<Index> queue;
  std::vector<std::uint8_t> seen;
  std::vector<std::uint8_t> endless;              // a negative cycle can be used on the way to it
  std::vector<typename ProofAlgebra<T>::W> best;  // distance by the best arc
  std::vector<Index> via;                         // and where that comes from
  std::vector<Index> walk;                        // along predecessors: the last that came by
  std::vector<std::int32_t> known_from;  // the predecessor of each vertex in the row before,
  std::vector<T> known_weight;           // and the arc from it: mostly it is the same again
};

// Of one row: what was wrong, or the worst of what was accepted.
struct RowVerdict {
  std::optional<Certificate::Failure> failure = {};
  double worst = 0;  // units
  double bound = 0;
  std::optional<Certificate::Evidence> where = {};
};

template <class T>
class RowCheck {
 public:
  using W = typename ProofAlgebra<T>::W;

  RowCheck(const GivenArcs<T>& arcs, const Cycles& cycles)
      : algebra_(arcs.algebra()), arcs_(arcs), cycles_(cycles) {}

  // `row` has a distance for every vertex.
  RowVerdict distances(Index source, const T* row, RowScratch<T>& scratch) const;

  // The row is known to hold; now its predecessors.
  RowVerdict tree(Index source, const T* row, const std::int32_t* before,
                  RowScratch<T>& scratch) const;

  // The verdict on a row that holds, by somebody who saw its worst at `target`; -1: nowhere.
  RowVerdict holds(Index source, const T* row, Index target, double units) const;

 private:
  double bound_of(const T* row) const;
  double unit(W from, W weight, W to) const {
    // Part by part: sums of the largest doubles are infinite.
    const auto units = [](auto size) { return kUnit<T> * std::abs(static_cast<double>(size)); };
    // The smallest numbers are rounded to steps that do not shrink.
    constexpr auto least = static_cast<double>(std::numeric_limits<T>::denorm_min());
    return std::max(units(from) + units(weight), units(to)) + 2 * units(cycles_.spread) + least;
  }
  // How far a distance may be from the sum along an arc.
  double allowed(double bound, W from, W weight, W to) const {
    const double lost = cycles_.loss * static_cast<double>(arcs_.vertices());
    return arcs_.facts().exact ? lost : bound * unit(from, weight, to) + lost;
  }
  // Whether it is no farther, where sums are rounded.
  bool is_near(double bound, W from, W weight, W to) const {
    if (!std::is_floating_point_v<T> || !algebra_.adds) return false;
    const double apart =
        static_cast<double>(from) + static_cast<double>(weight) - static_cast<double>(to);
    return std::isfinite(apart) && std::abs(apart) <= allowed(bound, from, weight, to);
  }
  std::vector<Index> reach(std::vector<Index> queue, std::vector<std::uint8_t>& mark) const;
  void find_endless(Index source, const T* row, RowScratch<T>& scratch) const;
  Certificate::Evidence evidence(Index source, Index target, Index via, const T* row) const;
  RowVerdict failed(Certificate::Rule rule, Index source, Index target, Index via,
                    const T* row) const {
    return {.failure = Certificate::Failure{rule, evidence(source, target, via, row)}};
  }

  const ProofAlgebra<T> algebra_;
  const GivenArcs<T>& arcs_;
  const Cycles& cycles_;
};

}  // namespace warpath::verify
