#include "verify/row_check.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace warpath::verify {

using Rule = Certificate::Rule;

// Units that a distance of the row may be off.
template <class T>
double RowCheck<T>::bound_of(const T* row) const {
  const ArcFacts& facts = arcs_.facts();
  if (facts.exact) return 0;
  double largest = 0;
  for (Index v = 0; v < arcs_.vertices(); ++v) {
    if (row[v] == algebra_.none || algebra_.is_unbounded(row[v])) continue;
    largest = std::max(largest, std::abs(static_cast<double>(row[v])));
  }
  // No path has more arcs than vertices, nor than fit into the largest distance.
  double most = static_cast<double>(arcs_.vertices());
  if (facts.least > 0) most = std::min(most, largest / facts.least + 2);
  return 4 * (std::floor(most) + 1);
}

template <class T>
Certificate::Evidence RowCheck<T>::evidence(Index source, Index target, Index via,
                                            const T* row) const {
  Certificate::Evidence at{.source = source, .target = target, .via = via};
  at.found = algebra_.readable(row[target]);
  if (via < 0) return at;
  const T weight = arcs_.weight(via, target);
  at.before = algebra_.readable(row[via]);
  at.weight = algebra_.readable(weight);
  at.allowed = allowed(bound_of(row), row[via], weight, row[target]);
  return at;
}

template <class T>
RowVerdict RowCheck<T>::holds(Index source, const T* row, Index target, double units) const {
  RowVerdict verdict{.worst = units, .bound = bound_of(row)};
  if (target < 0) return verdict;
  Index via = -1;
  W best = algebra_.none;
  for (Index u = 0; u < arcs_.vertices(); ++u) {
    const T weight = u == target ? algebra_.none : arcs_.weight(u, target);
    const W sum = algebra_.extend(row[u], weight);
    if (weight == algebra_.none || !algebra_.better(sum, best)) continue;
    best = sum;
    via = u;
  }
  verdict.where = evidence(source, target, via, row);
  return verdict;
}

// Everyone that arcs lead to from those in the queue, and these.
template <class T>
std::vector<Index> RowCheck<T>::reach(std::vector<Index> queue,
                                      std::vector<std::uint8_t>& mark) const {
  for (const Index v : queue) mark[at(v)] = 1;
  for (std::size_t next = 0; next < queue.size(); ++next) {
    arcs_.each_out(queue[next], [&](Index v, T) {
      if (std::exchange(mark[at(v)], 1) == 0) queue.push_back(v);
    });
  }
  return queue;
}

// Whom a negative cycle that the source reaches leads to. Small cycles count where the row says
// that they do.
template <class T>
void RowCheck<T>::find_endless(Index source, const T* row, RowScratch<T>& scratch) const {
  const Index n = arcs_.vertices();
  scratch.endless.assign(at(n), 0);
  if (!cycles_.any()) return;
  scratch.seen.assign(at(n), 0);
  std::vector<Index> on_cycles = reach({source}, scratch.seen);
  std::erase_if(on_cycles, [&](Index v) {
    const auto kind = cycles_.kind[at(v)];
    return kind == Cycles::none || (kind == Cycles::maybe && !algebra_.is_unbounded(row[v]));
  });
  reach(std::move(on_cycles), scratch.endless);
}

template <class T>
RowVerdict RowCheck<T>::distances(Index source, const T* row, RowScratch<T>& scratch) const {
  const Index n = arcs_.vertices();
  const ProofAlgebra<T> algebra = algebra_;  // a copy, which no write below can change
  find_endless(source, row, scratch);
  for (Index v = 0; v < n; ++v) {
    if (!algebra.is_value(row[v])) return failed(Rule::value, source, v, -1, row);
    const bool endless = scratch.endless[at(v)] != 0;
    if (endless != algebra.is_unbounded(row[v])) {
      return failed(endless ? Rule::unbounded : Rule::bounded, source, v, -1, row);
    }
  }
  auto& queue = scratch.queue;
  queue.clear();
  scratch.seen.assign(at(n), 0);
  scratch.best.assign(at(n), static_cast<W>(algebra.none));
  scratch.via.assign(at(n), -1);
  if (scratch.endless[at(source)] == 0) {
    if (row[source] != algebra.start) return failed(Rule::diagonal, source, source, -1, row);
    queue.push_back(source);
    scratch.seen[at(source)] = 1;
  }
  RowVerdict verdict;
  verdict.bound = bound_of(row);
  for (std::size_t next = 0; next < queue.size() && !verdict.failure; ++next) {
    const Index u = queue[next];
    const W here = row[u];
    arcs_.each_out(u, [&](Index v, T weight) {
      if (scratch.endless[at(v)] != 0 || verdict.failure) return;
      if (row[v] == algebra.none) {
        verdict = failed(Rule::closed, source, v, u, row);
        return;
      }
      const W sum = algebra.extend(here, weight);
      const W there = row[v];
      if (scratch.via[at(v)] < 0 || algebra.better(sum, scratch.best[at(v)])) {
        scratch.best[at(v)] = sum;
        scratch.via[at(v)] = u;
      }
      const bool shorter = algebra.better(sum, there);
      if (!shorter && scratch.seen[at(v)] != 0) return;
      if (sum != there) {
        const bool tight = is_near(verdict.bound, here, weight, there);
        if (shorter && !tight) verdict = failed(Rule::relaxes, source, v, u, row);
        if (!tight) return;
      }
      if (std::exchange(scratch.seen[at(v)], 1) == 0) queue.push_back(v);
    });
  }
  if (verdict.failure) return verdict;

  for (Index v = 0; v < n; ++v) {
    const Index u = scratch.via[at(v)];
    if (scratch.seen[at(v)] == 0 && scratch.endless[at(v)] == 0 && row[v] != algebra.none) {
      return failed(Rule::supported, source, v, u, row);
    }
    if (arcs_.facts().exact || u < 0 || v == source) continue;
    const double apart =
        std::abs(static_cast<double>(scratch.best[at(v)] - static_cast<W>(row[v])));
    const double units = apart == 0 ? 0 : apart / unit(row[u], arcs_.weight(u, v), row[v]);
    if (units <= verdict.worst) continue;
    verdict.worst = units;
    verdict.where = evidence(source, v, u, row);
  }
  return verdict;
}

template <class T>
RowVerdict RowCheck<T>::tree(Index source, const T* row, const std::int32_t* before,
                             RowScratch<T>& scratch) const {
  const Index n = arcs_.vertices();
  const double bound = bound_of(row);
  const ProofAlgebra<T> algebra = algebra_;
  const auto has_end = [&](Index v) {
    return row[v] != algebra.none && !algebra.is_unbounded(row[v]);
  };
  if (scratch.known_from.empty()) {
    scratch.known_from.assign(at(n), -1);
    scratch.known_weight.resize(at(n));
  }
  // Whether every predecessor is strictly nearer to the source: then none is met twice.
  bool nearer = algebra.adds;
  for (Index v = 0; v < n; ++v) {
    const Index u = before[v];
    const bool exists = u >= 0 && u < n;
    if (v == source || !has_end(v)) {
      if (u == -1) continue;
      return failed(Rule::tree_root, source, v, exists && u != v ? u : -1, row);
    }
    if (!exists) return failed(Rule::tree_missing, source, v, -1, row);
    if (std::exchange(scratch.known_from[at(v)], before[v]) != u) {
      scratch.known_weight[at(v)] = u == v ? algebra.none : arcs_.weight(u, v);
    }
    const T weight = scratch.known_weight[at(v)];
    if (weight == algebra.none) return failed(Rule::tree_arc, source, v, u, row);
    nearer = nearer && row[u] < row[v];
    const W there = row[v];
    const bool ends = has_end(u);
    const W sum = ends ? algebra.extend(row[u], weight) : algebra.none;
    if (sum == there) continue;
    if (!ends || !is_near(bound, row[u], weight, there)) {
      return failed(Rule::tree_tight, source, v, u, row);
    }
  }
  if (nearer) return {};
  // 0: not yet walked; a walk leaves its number and meets an older one, or goes round.
  scratch.walk.assign(at(n), 0);
  for (Index v = 0; v < n; ++v) {
    Index u = v;
    while (scratch.walk[at(u)] == 0) {
      scratch.walk[at(u)] = v + 1;
      if (before[u] < 0) break;
      u = before[u];
      if (scratch.walk[at(u)] == v + 1) {
        return failed(Rule::tree_circular, source, u, before[u], row);
      }
    }
  }
  return {};
}

#define WARPATH_INSTANTIATE(T, name) template class RowCheck<T>;
WARPATH_EACH_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace warpath::verify
