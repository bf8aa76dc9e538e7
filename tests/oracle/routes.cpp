#include "oracle/routes.hpp"

#include <algorithm>
#include <optional>
#include <tuple>

namespace oracle {
namespace {

using Weight = std::int64_t;
using Weights = Table<Weight>;

Weights best_of(const Weights& arcs, Measure measure) {
  switch (measure) {
    case Measure::shortest: return floyd_warshall(arcs).best;
    case Measure::widest: return widest_by_search(arcs);
    case Measure::minimax: return minimax_by_search(arcs);
    case Measure::reachable: break;
  }
  const auto reached = reachable(arcs);
  Weights best(arcs.n());
  for (std::size_t i = 0; i < arcs.n(); ++i) {
    for (std::size_t j = 0; j < arcs.n(); ++j) {
      if (reached(i, j) != 0) best(i, j) = 1;
    }
  }
  return best;
}

class Row {
 public:
  Row(const Weights& arcs, const Weights& best, Measure measure, std::size_t source)
      : arcs_(arcs), best_(best), measure_(measure), source_(source), before_(arcs.n(), -1) {
    for (std::size_t v = 0; v < n(); ++v) {
      if (v != source && is_reached(v)) before_[v] = choose(v);
    }
    grow();
  }

  const std::vector<int>& before() const { return before_; }

 private:
  std::size_t n() const { return arcs_.n(); }
  bool is_reached(std::size_t v) const { return best_(source_, v) != absent<Weight>(); }

  // Whether the way to u, and on by the arc to v, is as good as any.
  bool leads_to(std::size_t u, std::size_t v) const {
    if (u == v || arcs_(u, v) == absent<Weight>()) return false;
    if (u != source_ && !is_reached(u)) return false;
    if (measure_ == Measure::reachable) return true;
    Weight value = arcs_(u, v);
    if (u != source_) {
      const Weight there = best_(source_, u);
      if (measure_ == Measure::shortest) value += there;
      if (measure_ == Measure::widest) value = std::min(value, there);
      if (measure_ == Measure::minimax) value = std::max(value, there);
    }
    return value == best_(source_, v);
  }

  // The arc from the source, else the best last arc.
  int choose(std::size_t v) const {
    if (leads_to(source_, v)) return static_cast<int>(source_);
    std::optional<std::tuple<bool, Weight, std::size_t>> first;
    for (std::size_t u = 0; u < n(); ++u) {
      if (!leads_to(u, v)) continue;
      const Weight weight = arcs_(u, v);
      std::tuple<bool, Weight, std::size_t> rank{false, 0, u};
      switch (measure_) {
        case Measure::shortest: rank = {weight <= 0, std::max<Weight>(weight, 0), u}; break;
        case Measure::widest: std::get<1>(rank) = -weight; break;
        case Measure::minimax: std::get<1>(rank) = weight; break;
        case Measure::reachable: break;
      }
      if (!first || rank < *first) first = rank;
    }
    return static_cast<int>(std::get<2>(first.value()));
  }

  bool leads_home(std::size_t v) const {
    for (std::size_t steps = 0; steps <= n(); ++steps) {
      if (v == source_) return true;
      v = static_cast<std::size_t>(before_[v]);
    }
    return false;
  }

  // Who goes round in a circle is reached anew from those who do not.
  void grow() {
    std::vector<std::size_t> length(n(), 0);
    std::vector<bool> home(n());
    for (std::size_t v = 0; v < n(); ++v) home[v] = is_home(v);
    for (;;) {
      std::optional<std::tuple<Weight, Weight, std::size_t, std::size_t>> first;
      for (std::size_t u = 0; u < n(); ++u) {
        for (std::size_t v = 0; v < n(); ++v) {
          if (!home[u] || home[v] || !is_reached(v) || !leads_to(u, v)) continue;
          std::tuple<Weight, Weight, std::size_t, std::size_t> rank{0, 0, v, u};
          auto& [one, two, to, from] = rank;
          switch (measure_) {
            case Measure::widest: one = -best_(source_, v), two = -arcs_(u, v); break;
            case Measure::minimax: one = best_(source_, v), two = arcs_(u, v); break;
            default: one = static_cast<Weight>(length[u] + 1);
          }
          if (!first || rank < *first) first = rank;
        }
      }
      if (!first) return;
      const auto [one, two, to, from] = *first;
      before_[to] = static_cast<int>(from);
      home[to] = true;
      length[to] = length[from] + 1;
    }
  }
  bool is_home(std::size_t v) const { return (v == source_ || is_reached(v)) && leads_home(v); }

  const Weights& arcs_;
  const Weights& best_;
  Measure measure_;
  std::size_t source_;
  std::vector<int> before_;
};

}  // namespace

Table<int> predecessors(const Weights& arcs, Measure measure) {
  const Weights best = best_of(arcs, measure);
  Table<int> all(arcs.n(), -1);
  for (std::size_t s = 0; s < arcs.n(); ++s) {
    const Row row(arcs, best, measure, s);
    for (std::size_t v = 0; v < arcs.n(); ++v) all(s, v) = row.before()[v];
  }
  return all;
}

}  // namespace oracle
