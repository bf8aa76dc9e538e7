#include "verify/cycles.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace warpath::verify {
namespace {

// Heights by Bellman's rounds over arcs whose weights are raised by `raise`, among vertices that
// are on no cycle so far.
template <class T>
class Rounds {
 public:
  // Sums that doubles may round are taken in integers.
  using Value = std::conditional_t<std::is_integral_v<T> && sizeof(T) == 8, Int128, double>;

  // `loops`: they are cycles, too.
  Rounds(const GivenArcs<T>& arcs, double raise, double noise,
         const std::vector<Cycles::Kind>& kind, bool loops)
      : arcs_(arcs),
        loops_(loops),
        raise_(static_cast<Value>(raise)),
        noise_(static_cast<Value>(noise)),
        kind_(kind),
        height_(at(arcs.vertices())),
        parent_(at(arcs.vertices()), -1),
        seen_(at(arcs.vertices()), 0) {}

  // The vertices of some negative cycles; none when there is no more of them, and heights have come
  // to rest.
  std::vector<Index> meet() {
    for (bool changed = true; changed;) {
      changed = false;
      for (Index u = 0; u < arcs_.vertices(); ++u) {
        if (is_out(u)) continue;
        const Value here = height_[at(u)];
        for (Index a = arcs_.begin(u); a < arcs_.end(u); ++a) {
          const auto [v, weight] = arcs_.head(u, a);
          if (weight == no_path<T>() || is_out(v) || (v == u && !loops_)) continue;
          const Value sum = here + static_cast<Value>(weight) + raise_;
          if (!(sum < height_[at(v)] - noise_)) continue;
          height_[at(v)] = sum;
          parent_[at(v)] = u;
          changed = true;
        }
      }
      if (!changed) break;
      if (std::vector<Index> met = round_by_parents(); !met.empty()) return met;
    }
    return {};
  }

  std::vector<double> height() const { return {height_.begin(), height_.end()}; }

 private:
  bool is_out(Index v) const { return !kind_.empty() && kind_[at(v)] != Cycles::none; }

  // A cycle of parents is a negative cycle.
  std::vector<Index> round_by_parents() {
    std::vector<Index> met;
    const Index before = stamp_;
    for (Index start = 0; start < arcs_.vertices(); ++start) {
      ++stamp_;
      Index v = start;
      for (; v >= 0 && !is_out(v) && seen_[at(v)] <= before; v = parent_[at(v)]) {
        seen_[at(v)] = stamp_;
      }
      if (v < 0 || is_out(v) || seen_[at(v)] != stamp_) continue;
      for (Index u = parent_[at(v)]; u != v; u = parent_[at(u)]) met.push_back(u);
      met.push_back(v);
    }
    return met;
  }

  const GivenArcs<T>& arcs_;
  const bool loops_;
  Value raise_;
  Value noise_;
  const std::vector<Cycles::Kind>& kind_;
  std::vector<Value> height_;
  std::vector<Index> parent_;
  std::vector<Index> seen_;
  Index stamp_ = 0;
};

double spread_of(const std::vector<double>& heights) {
  const auto [low, high] = std::minmax_element(heights.begin(), heights.end());
  return *high - *low;
}

}  // namespace

template <class T>
Cycles find_cycles(const GivenArcs<T>& arcs, std::optional<double> tolerance) {
  Cycles cycles;
  if (!arcs.facts().negative) return cycles;
  double small = 0;  // cycles that are nearer to 0 may be taken for 0 by a solver
  if constexpr (std::is_floating_point_v<T>) {
    // Sums in double: those of float32 have 29 bits to spare.
    constexpr bool narrow = std::is_same_v<T, float>;
    cycles.noise = arcs.facts().magnitude * (narrow ? 0x1p-44 : 0x1p-42);
    const double usual = arcs.facts().magnitude * (narrow ? 0x1p-15 : 0x1p-36);
    small = tolerance.value_or(arcs.facts().exact ? 0 : usual);
  }
  const auto raised = [&](double raise, bool loops = true) {
    return Rounds<T>(arcs, raise, cycles.noise, cycles.kind, loops);
  };
  // The least raise, within a factor of two, by which no cycle is left; about `small` at most. Loops
  // lengthen no path.
  const auto enough = [&] {
    int most = 0;
    while (most < 64 && std::ldexp(cycles.noise, most) < small) ++most;
    for (int least = 0; least < most;) {
      const int half = (least + most) / 2;
      const bool left = !raised(std::ldexp(cycles.noise, half), false).meet().empty();
      (left ? least : most) = left ? half + 1 : half;
    }
    return std::ldexp(cycles.noise, most);
  };
  if (Rounds<T> plain = raised(0); plain.meet().empty()) {
    cycles.height = plain.height();
    cycles.spread = spread_of(cycles.height);
    return cycles;
  }
  cycles.kind.assign(at(arcs.vertices()), Cycles::none);
  const auto mark = [&](Cycles::Kind kind, double raise) {
    Rounds<T> rounds = raised(raise);
    for (auto met = rounds.meet(); !met.empty(); met = rounds.meet()) {
      for (const Index v : met) cycles.kind[at(v)] = kind;
    }
  };
  mark(Cycles::surely, small);
  // What remains without these, for the size of sums.
  Rounds<T> rest = raised(small);
  rest.meet();
  cycles.spread = spread_of(rest.height());
  if (small > 0) cycles.loss = std::min(small, 4 * enough());
  mark(Cycles::maybe, 0);
  return cycles;
}

#define WARPATH_INSTANTIATE(T, name) \
  template Cycles find_cycles(const GivenArcs<T>&, std::optional<double>);
WARPATH_EACH_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace warpath::verify
