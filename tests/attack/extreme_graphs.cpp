#include <algorithm>
#include <cmath>
#include <limits>

#include "attack/graphs.hpp"

namespace attack {
namespace {

using support::Shape;

enum Kind {
  near_overflow,
  denormals,
  near_ties,
  magnitudes,
  chain,
  hub,
  rates,
  loops,
  small_cycle,
  whole_cycle,
  infinite_arcs
};
constexpr const char* kNames[] = {"near overflow",     "denormals",
                                  "near ties",         "magnitudes",
                                  "real chain",        "hub",
                                  "exchange rates",    "loops of about -t",
                                  "cycle of about -t", "whole cycle within -t",
                                  "infinite arcs"};

Shape shape_of(Kind kind, Random& random) {
  if (kind == chain || (kind == near_overflow && random.chance(0.5))) return Shape::path;
  if (kind == hub) return random.chance(0.5) ? Shape::star : Shape::bipartite;
  return any_shape(random);
}

// A price with some digits, as a table would have it.
Real rounded(Real x, int digits) {
  const Real unit = std::pow(10.0L, std::floor(std::log10(x)) + 1 - static_cast<Real>(digits));
  return std::round(x / unit) * unit;
}

class Maker {
 public:
  Maker(std::size_t n, bool narrow, Random& random) : n_(n), narrow_(narrow), random_(random) {
    kind_ = static_cast<Kind>(random.below(std::size(kNames)));
    for (std::size_t v = 0; v < n; ++v) price_.push_back(std::pow(10.0L, random.real(-2, 2)));
    digits_ = static_cast<int>(random.whole(4, 7));
    fee_ = random.chance(0.5) ? 0 : 1e-3L;
  }

  Graph graph() {
    Graph graph;
    graph.n = static_cast<Index>(n_);
    graph.family = kNames[kind_];
    graph.known = Known::by_sums;
    graph.may_be_undirected =
        kind_ != rates && kind_ != loops && kind_ != small_cycle && kind_ != whole_cycle;
    link_both(shape_of(kind_, random_), n_, random_, [&](std::size_t u, std::size_t v) {
      if (u != v) graph.add(u, v, held(weight(u, v), narrow_));
    });
    if (kind_ == small_cycle) add_cycle(graph);
    for (const auto& arc : graph.arcs) {
      if (std::isfinite(arc.weight)) graph.largest = std::max(graph.largest, std::abs(arc.weight));
    }
    if (kind_ == whole_cycle && !graph.arcs.empty()) {
      // Where no sum is rounded, any below 0 counts. Not where that is a question of an arc more.
      const Real sum = graph.largest * static_cast<Real>(n_);
      const Real most = narrow_ ? 0x1p24L : 0x1p53L;
      if (sum <= most) graph.known = Known::exactly;
      if ((sum * 1.1L < most || sum > most * 1.1L) && random_.chance(0.7)) {
        graph.arcs[random_.below(graph.arcs.size())].weight -= random_.whole(1, 3);
      }
    }
    if (kind_ == loops && n_ > 0) {
      constexpr double kTimes[] = {0.1, 0.9, 0.99, 1.01, 1.1, 3};
      const Real times = random_.chance(0.5) ? 0.5L : kTimes[random_.below(std::size(kTimes))];
      const std::size_t v = random_.below(n_);
      graph.add(v, v, held(-times * tolerance(graph), narrow_));
    }
    return graph;
  }

 private:
  Real tolerance(const Graph& graph) const {
    return graph.largest * (narrow_ ? 0x1p-15L : 0x1p-36L);
  }
  Real most() const {
    return narrow_ ? static_cast<Real>(std::numeric_limits<float>::max())
                   : static_cast<Real>(std::numeric_limits<double>::max());
  }
  Real unit() const { return narrow_ ? 0x1p-24L : 0x1p-53L; }

  Real weight(std::size_t u, std::size_t v) {
    switch (kind_) {
      case near_overflow: {
        const Real ulp = most() * unit();
        if (random_.chance(0.15)) return most() - 2 * ulp * random_.whole(0, 4);
        if (random_.chance(0.3)) return most() * random_.real(0, 1.5) / static_cast<Real>(n_);
        return ulp * (1 + random_.real(-0.01, 0.01));
      }
      case denormals: {
        const Real least = narrow_ ? 0x1p-149L : 0x1p-1074L;
        return least * random_.whole(0, random_.chance(0.5) ? 3 : 1 << 25);
      }
      case near_ties: return 1 + 2 * unit() * random_.whole(0, 3);
      case magnitudes: {
        const Real range = narrow_ ? 30 : 290;
        return std::pow(10.0L, static_cast<Real>(random_.real(-1, 1)) * range);
      }
      case chain: return random_.real(0, 1);
      case hub: return random_.real(0, 1) * std::pow(10.0L, random_.whole(0, 6));
      case rates: return -std::log(rounded(price_[u] / price_[v], digits_)) + fee_;
      case loops:
      case small_cycle: return std::log(price_[v] / price_[u]) + random_.real(0.5, 1);
      case whole_cycle:
        return height(v) - height(u) + (random_.chance(0.7) ? 0 : random_.whole(0, 9));
      case infinite_arcs:
        return random_.chance(0.3) ? std::numeric_limits<Real>::infinity() : random_.real(0, 1);
    }
    return 0;
  }

  // Whole, and so large that a cycle of a few units counts for nothing.
  Real height(std::size_t v) const { return std::floor(price_[v] * (narrow_ ? 0x1p11L : 0x1p33L)); }

  // Its sum is up to 1000 times what counts as negative, or a tenth of it.
  void add_cycle(Graph& graph) {
    const std::size_t length = std::min(n_, 2 + random_.below(5));
    if (length < 2) return;
    const std::vector<std::size_t> order = random_.permutation(n_);
    const Real scale = 5 * (narrow_ ? 0x1p-15L : 0x1p-36L) * std::pow(10.0L, random_.real(-1, 3));
    for (std::size_t k = 0; k < length; ++k) {
      const std::size_t u = order[k];
      const std::size_t v = order[(k + 1) % length];
      graph.add(u, v, held(std::log(price_[v] / price_[u]) - (k == 0 ? scale : 0), narrow_));
    }
  }

  const std::size_t n_;
  const bool narrow_;
  Random& random_;
  Kind kind_{};
  std::vector<Real> price_;
  int digits_ = 0;
  Real fee_ = 0;
};

}  // namespace

Graph extreme_graph(std::size_t n, bool narrow, Random& random) {
  return Maker(n, narrow, random).graph();
}

}  // namespace attack
