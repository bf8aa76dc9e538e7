#include "attack/truth.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace attack {
namespace {

using support::Weights;
using warpath::SemiringKind;

constexpr double kNone = oracle::absent<double>();

// Of parallel arcs the better; loops that are no cycle below 0 say nothing.
Weights table_of(const ArcList& list, bool greater, bool undirected) {
  Weights table(static_cast<std::size_t>(list.n));
  const auto improve = [&](Index u, Index v, double weight) {
    double& cell = table(static_cast<std::size_t>(u), static_cast<std::size_t>(v));
    if (cell == kNone || (greater ? weight > cell : weight < cell)) cell = weight;
  };
  for (const auto& arc : list.arcs) {
    if (arc.from == arc.to && (greater || arc.weight >= 0)) continue;
    improve(arc.from, arc.to, arc.weight);
    if (undirected) improve(arc.to, arc.from, arc.weight);
  }
  return table;
}

}  // namespace

void found(const std::string& what) { throw std::runtime_error(what); }

Truth::Truth(const Graph& graph, SemiringKind semiring, bool undirected)
    : n_(static_cast<std::size_t>(graph.list.n)),
      whole_(graph.whole || semiring != SemiringKind::shortest_path),
      size_(graph.largest),
      arcs_(table_of(graph.list, semiring == SemiringKind::widest_path, undirected)) {
  switch (semiring) {
    case SemiringKind::widest_path: best_ = oracle::widest(arcs_); return;
    case SemiringKind::minimax_path: best_ = oracle::minimax(arcs_); return;
    case SemiringKind::reachability: {
      const auto reachable = oracle::reachable(arcs_);
      best_ = Weights(n_, 0);
      for (std::size_t u = 0; u < n_; ++u) {
        for (std::size_t v = 0; v < n_; ++v) best_(u, v) = reachable(u, v);
      }
      return;
    }
    case SemiringKind::shortest_path: break;
  }
  for (std::size_t u = 0; u < n_; ++u) {
    double low = 0;
    double high = 0;
    for (std::size_t v = 0; v < n_; ++v) {
      if (v == u || arcs_(u, v) == kNone) continue;
      low = std::min(low, arcs_(u, v));
      high = std::max(high, arcs_(u, v));
    }
    bound_ += high - low;
  }
  if (graph.whole) {
    oracle::Answer<double> answer = oracle::floyd_warshall(arcs_);
    negative_cycle_ = answer.negative_cycle;
    best_ = std::move(answer.best);
    return;
  }
  best_ = oracle::dijkstra(table_of(graph.costs, false, false));
  for (std::size_t u = 0; u < n_; ++u) {
    for (std::size_t v = 0; v < n_; ++v) {
      if (best_(u, v) != kNone) best_(u, v) += graph.heights[u] - graph.heights[v];
    }
    best_(u, u) = 0;
  }
}

double Truth::slack(std::size_t u, std::size_t v, double unit) const {
  // Whole numbers are rounded only where the type no longer counts them.
  const double counted = 0.5 / unit;
  if (whole_)
    return std::abs(best_(u, v)) < counted
               ? 0
               : std::abs(best_(u, v)) * unit * 2 * static_cast<double>(n_);
  // Weights were rounded when they were made, and sums along a path of up to n arcs are.
  return 4 * static_cast<double>(n_ + 2) * unit * (std::abs(best_(u, v)) + 2 * size_) + 1e-300;
}

}  // namespace attack
