#include "attack/truth.hpp"

#include <algorithm>
#include <cmath>
#include <queue>
#include <stdexcept>

namespace attack {

using warpath::SemiringKind;

void found(const std::string& what) { throw std::runtime_error(what); }

// Of parallel arcs the better; loops that are no cycle below 0 say nothing, nor do arcs at infinity.
Truth::Links Truth::links_of(const Graph& graph, const Arcs& arcs, bool greater, bool undirected) {
  Links links(static_cast<std::size_t>(graph.n));
  for (const auto& arc : arcs) {
    if (arc.weight == kNone || (arc.from == arc.to && (greater || arc.weight >= 0))) continue;
    const auto u = static_cast<std::size_t>(arc.from);
    const auto v = static_cast<std::size_t>(arc.to);
    links[u].push_back({v, arc.weight});
    if (undirected) links[v].push_back({u, arc.weight});
  }
  for (auto& out : links) {
    std::sort(out.begin(), out.end(), [&](const Link& a, const Link& b) {
      if (a.first != b.first) return a.first < b.first;
      return greater ? a.second > b.second : a.second < b.second;
    });
    const auto same = [](const Link& a, const Link& b) { return a.first == b.first; };
    out.erase(std::unique(out.begin(), out.end(), same), out.end());
  }
  return links;
}

Truth::Truth(const Graph& graph, SemiringKind semiring, bool undirected, Real unit, Real counts)
    : graph_(graph),
      n_(static_cast<std::size_t>(graph.n)),
      unit_(unit),
      counts_(counts),
      shortest_(semiring == SemiringKind::shortest_path),
      arcs_(links_of(graph, graph.arcs, semiring == SemiringKind::widest_path, undirected)) {
  const auto keep = [&](const Table& best) {
    for (std::size_t u = 0; u < n_; ++u) {
      Row& row = rows_[u];
      for (std::size_t v = 0; v < n_; ++v) row.push_back(best(u, v));
    }
  };
  switch (semiring) {
    case SemiringKind::widest_path: keep(oracle::widest(table(0))); return;
    case SemiringKind::minimax_path: keep(oracle::minimax(table(0))); return;
    case SemiringKind::reachability: {
      const auto reached = oracle::reachable(table(0));
      Table best(n_, 0);
      for (std::size_t u = 0; u < n_; ++u) {
        for (std::size_t v = 0; v < n_; ++v) best(u, v) = reached(u, v);
      }
      keep(best);
      return;
    }
    case SemiringKind::shortest_path: break;
  }
  sum_up();
  if (graph.known == Known::by_heights) {
    costs_ = links_of(graph, graph.costs, false, undirected);
    size_ = 2 * graph.largest;
    return;
  }
  if (graph.known == Known::by_sums && !nonnegative_) find_sums();
  if (graph.known == Known::exactly) find_shortest();
  if (cycles_ == Cycles::none && known_) {
    Table arcs = table(0);
    for (std::size_t v = 0; v < n_; ++v) arcs(v, v) = kNone;  // loops that are too small to count
    keep(oracle::floyd_warshall(arcs).best);
  }
  for (const auto& [u, row] : rows_) {
    for (const Real best : row) {
      if (best != kNone && !nonnegative_) size_ = std::max(size_, 2 * std::abs(best));
    }
  }
}

void Truth::sum_up() {
  for (std::size_t u = 0; u < n_; ++u) {
    Real low = 0;
    Real high = 0;
    for (const auto& [v, weight] : arcs_[u]) {
      if (weight < 0) nonnegative_ = false;
      if (v == u) continue;
      low = std::min(low, weight);
      high = std::max(high, weight);
    }
    bound_ += high - low;
    largest_weight_ = std::max({largest_weight_, high, -low});
  }
  for (const auto& [u, v, weight] : graph_.arcs) {
    if (u != v && weight != kNone) largest_arc_ = std::max(largest_arc_, std::abs(weight));
  }
}

void Truth::find_shortest() {
  if (!oracle::floyd_warshall(table(0)).negative_cycle) return;
  cycles_ = Cycles::negative;
  known_ = false;
  mark();
}

// Floats: what counts is below -t. Where all arcs are raised by so little that a cycle of all
// vertices is by t, and none is below 0, there is none; where they are raised by many times t, and
// one still is, there is one for sure.
void Truth::find_sums() {
  const Real t = counts_ * largest_weight_;
  const Real most = counts_ * largest_arc_;
  for (std::size_t v = 0; v < n_; ++v) {
    if (arc(v, v) == kNone) continue;
    const Real loop = -arc(v, v);
    if (loop > most * 1.001L) cycles_ = Cycles::negative;
    if (loop <= most * 1.001L && loop > t * 0.999L) cycles_ = Cycles::maybe;
  }
  const auto below = [&](Real raised) {
    Table raised_arcs = table(raised);
    for (std::size_t v = 0; v < n_; ++v) raised_arcs(v, v) = kNone;
    return oracle::floyd_warshall(raised_arcs).negative_cycle;
  };
  known_ = cycles_ == Cycles::none && !below(0);
  if (known_ || cycles_ == Cycles::negative) return;
  if (below(20 * most)) {
    cycles_ = Cycles::negative;
  } else if (below(t / static_cast<Real>(n_ + 1))) {
    cycles_ = Cycles::maybe;
  }
}

// A vertex is on a negative cycle, which may pass it more than once, if its strong component has one.
void Truth::mark() {
  const Table arcs = table(0);
  const auto reached = oracle::reachable(arcs);
  reach_ = Table(n_, 0);
  endless_.assign(n_, false);
  for (std::size_t u = 0; u < n_; ++u) {
    for (std::size_t v = 0; v < n_; ++v) reach_(u, v) = reached(u, v);
  }
  Table rest = arcs;
  std::vector<bool> seen(n_);
  for (std::size_t u = 0; u < n_; ++u) {
    if (seen[u]) continue;
    std::vector<std::size_t> part;
    for (std::size_t v = u; v < n_; ++v) {
      if (reach_(u, v) != 0 && reach_(v, u) != 0) part.push_back(v);
    }
    Table inside(part.size());
    for (std::size_t a = 0; a < part.size(); ++a) {
      for (std::size_t b = 0; b < part.size(); ++b) inside(a, b) = arcs(part[a], part[b]);
    }
    const bool endless = oracle::floyd_warshall(inside).negative_cycle;
    for (const std::size_t c : part) {
      seen[c] = true;
      endless_[c] = endless;
      for (std::size_t v = 0; v < n_ && endless; ++v) rest(c, v) = rest(v, c) = kNone;
    }
  }
  const auto best = oracle::floyd_warshall(rest).best;
  for (std::size_t u = 0; u < n_; ++u) {
    for (std::size_t v = 0; v < n_; ++v) rows_[u].push_back(best(u, v));
  }
}

bool Truth::unbounded(std::size_t u, std::size_t v) const {
  for (std::size_t c = 0; c < endless_.size(); ++c) {
    if (endless_[c] && reach_(u, c) != 0 && reach_(c, v) != 0) return true;
  }
  return false;
}

Truth::Table Truth::table(Real raised) const {
  Table table(n_);
  for (std::size_t u = 0; u < n_; ++u) {
    for (const auto& [v, weight] : arcs_[u]) table(u, v) = weight + raised;
  }
  return table;
}

Real Truth::arc(std::size_t u, std::size_t v) const {
  const auto& out = arcs_[u];
  const auto at = std::lower_bound(out.begin(), out.end(), v,
                                   [](const Link& a, std::size_t b) { return a.first < b; });
  return at == out.end() || at->first != v ? kNone : at->second;
}

const Truth::Row& Truth::row(std::size_t u) const {
  const auto known = rows_.find(u);
  return known != rows_.end() ? known->second : rows_[u] = search(u);
}

// Dijkstra's, by costs.
Truth::Row Truth::search(std::size_t source) const {
  Row best(n_, kNone);
  using Entry = std::pair<Real, std::size_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  best[source] = 0;
  queue.push({0, source});
  while (!queue.empty()) {
    const auto [distance, u] = queue.top();
    queue.pop();
    if (distance != best[u]) continue;
    for (const auto& [v, cost] : costs_[u]) {
      if (!(distance + cost < best[v])) continue;
      best[v] = distance + cost;
      queue.push({best[v], v});
    }
  }
  for (std::size_t v = 0; v < n_; ++v) {
    if (best[v] != kNone && v != source) best[v] += graph_.heights[source] - graph_.heights[v];
  }
  return best;
}

Real Truth::longest() const {
  Real longest = 0;
  for (std::size_t u = 0; u < n_; ++u) {
    for (const Real best : row(u)) longest = best == kNone ? longest : std::max(longest, best);
  }
  return longest;
}

Real Truth::slack(std::size_t u, std::size_t v) const {
  const Real size = std::abs(best(u, v));
  const Real steps = static_cast<Real>(n_ + 2);
  if (graph_.known == Known::exactly || !shortest_) {
    // Whole numbers are rounded only where the type no longer counts them.
    return size * unit_ < 0.5L ? 0 : size * unit_ * 2 * steps;
  }
  // Weights were rounded when they were made, and sums along a path of up to n arcs are; where some
  // are below 0, as if they were as large as potentials are.
  // Below the least normal number the type counts in steps that do not shrink.
  const Real least = unit_ == 0x1p-24L ? 0x1p-149L : 0x1p-1074L;
  if (nonnegative_) return 2 * steps * (unit_ * size + least);
  return 4 * steps * (unit_ * (size + size_) + least);
}

}  // namespace attack
