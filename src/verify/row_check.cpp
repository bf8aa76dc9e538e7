#include "verify/row_check.hpp"

#include <algorithm>
#include <cmath>

#include "base/dispatch.hpp"

namespace warpath::verify {

template <class S>
double RowCheck<S>::bound_units(double largest) const {
  if (exact_) return 0;
  // No path has more arcs than vertices, nor than fit into the largest distance.
  double arcs = static_cast<double>(links_.vertices());
  if (links_.facts().least > 0) arcs = std::min(arcs, largest / links_.facts().least + 2);
  return 4 * (std::floor(arcs) + 1);
}

template <class S>
double RowCheck<S>::unit(W from, W weight, W to) const {
  const double before = std::abs(static_cast<double>(from)) + std::abs(static_cast<double>(weight));
  const double size = std::max(before, std::abs(static_cast<double>(to)));
  return kUnit<T> * (size + 2 * cycles_.spread);
}

template <class S>
double RowCheck<S>::largest_of(const T* row) const {
  double largest = 0;
  for (Index v = 0; v < links_.vertices(); ++v) {
    if (row[v] != A::none() && !A::is_unbounded(row[v])) {
      largest = std::max(largest, std::abs(static_cast<double>(row[v])));
    }
  }
  return largest;
}

template <class S>
Evidence RowCheck<S>::evidence(Index source, Index target, Index via, const T* row) const {
  Evidence at{.source = source, .target = target, .via = via};
  at.found = A::readable(row[target]);
  if (via < 0) return at;
  at.before = A::readable(row[via]);
  const T weight = links_.weight(via, target);
  at.weight = A::readable(weight);
  if constexpr (A::adds && std::is_floating_point_v<T>) {
    if (!exact_)
      at.allowed = bound_units(largest_of(row)) * unit(row[via], weight, row[target]) + settled();
  }
  return at;
}

// Whom a negative cycle that the source reaches leads to. Small cycles count where the row says that they do.
template <class S>
void RowCheck<S>::find_endless(Index source, const T* row, RowScratch<S>& scratch) const {
  const Index n = links_.vertices();
  scratch.endless.assign(at(n), 0);
  if (!cycles_.any()) return;
  std::vector<Cycles::Kind> kind = cycles_.kind;
  for (Index v = 0; v < n; ++v) {
    auto& here = kind[at(cycles_.component[at(v)])];
    if (here == Cycles::maybe && A::is_unbounded(row[v])) here = Cycles::surely;
  }
  auto& queue = scratch.queue;
  const auto spread = [&](std::vector<std::uint8_t>& mark) {
    for (std::size_t next = 0; next < queue.size(); ++next) {
      links_.each_out(queue[next], [&](Index v, T) {
        if (mark[at(v)] != 0) return;
        mark[at(v)] = 1;
        queue.push_back(v);
      });
    }
  };
  scratch.seen.assign(at(n), 0);
  scratch.seen[at(source)] = 1;
  queue.assign(1, source);
  spread(scratch.seen);
  std::vector<Index> reached;
  reached.swap(queue);
  for (const Index v : reached) {
    if (kind[at(cycles_.component[at(v)])] != Cycles::surely) continue;
    scratch.endless[at(v)] = 1;
    queue.push_back(v);
  }
  spread(scratch.endless);
}

template <class S>
RowVerdict RowCheck<S>::distances(Index source, const T* row, RowScratch<S>& scratch) const {
  const Index n = links_.vertices();
  find_endless(source, row, scratch);
  for (Index v = 0; v < n; ++v) {
    if (!A::is_value(row[v])) return failed(Rule::value, evidence(source, v, -1, row));
    const bool endless = scratch.endless[at(v)] != 0;
    if (endless != A::is_unbounded(row[v])) {
      return failed(endless ? Rule::unbounded : Rule::bounded, evidence(source, v, -1, row));
    }
  }
  if (scratch.endless[at(source)] == 0 && row[source] != A::start()) {
    return failed(Rule::diagonal, evidence(source, source, -1, row));
  }

  RowVerdict verdict;
  verdict.bound = bound_units(largest_of(row));
  const double loss = settled();
  // How far a distance may be above (or below) the sum along an arc.
  const auto allowed = [&](W from, W weight, W to) -> W {
    if constexpr (std::is_floating_point_v<T> && A::adds) {
      if (!exact_) return verdict.bound * unit(from, weight, to) + loss;
    }
    return 0;
  };
  scratch.seen.assign(at(n), 0);
  scratch.best.assign(at(n), static_cast<W>(A::none()));
  scratch.via.assign(at(n), -1);
  auto& queue = scratch.queue;
  queue.clear();
  if (scratch.endless[at(source)] == 0) {
    queue.push_back(source);
    scratch.seen[at(source)] = 1;
  }
  for (std::size_t next = 0; next < queue.size() && !verdict.failure; ++next) {
    const Index u = queue[next];
    links_.each_out(u, [&](Index v, T weight) {
      if (scratch.endless[at(v)] != 0 || verdict.failure) return;
      const W sum = A::extend(row[u], weight);
      const W there = row[v];
      if (row[v] == A::none()) {
        verdict = failed(Rule::closed, evidence(source, v, u, row));
        return;
      }
      if (scratch.via[at(v)] < 0 || A::better(sum, scratch.best[at(v)])) {
        scratch.best[at(v)] = sum;
        scratch.via[at(v)] = u;
      }
      if (A::better(sum, there)) {
        if constexpr (A::adds) {
          if (there - sum <= allowed(row[u], weight, there)) {
            if (scratch.seen[at(v)] == 0) {
              scratch.seen[at(v)] = 1;
              queue.push_back(v);
            }
            return;
          }
        }
        verdict = failed(Rule::relaxes, evidence(source, v, u, row));
        return;
      }
      if (scratch.seen[at(v)] != 0) return;
      if (sum != there) {
        if constexpr (!A::adds) return;
        if (sum - there > allowed(row[u], weight, there)) return;
      }
      scratch.seen[at(v)] = 1;
      queue.push_back(v);
    });
  }
  if (verdict.failure) return verdict;

  for (Index v = 0; v < n; ++v) {
    if (scratch.seen[at(v)] == 0 && scratch.endless[at(v)] == 0 && row[v] != A::none()) {
      return failed(Rule::supported, evidence(source, v, scratch.via[at(v)], row));
    }
    if constexpr (std::is_floating_point_v<T> && A::adds) {
      const Index u = scratch.via[at(v)];
      if (exact_ || u < 0 || v == source) continue;
      const double apart = std::abs(scratch.best[at(v)] - static_cast<double>(row[v]));
      const double units = apart == 0 ? 0 : apart / unit(row[u], links_.weight(u, v), row[v]);
      if (units > verdict.worst) {
        verdict.worst = units;
        verdict.where = evidence(source, v, u, row);
      }
    }
  }
  return verdict;
}

template <class S>
RowVerdict RowCheck<S>::tree(Index source, const T* row, const std::int32_t* before,
                             RowScratch<S>& scratch) const {
  const Index n = links_.vertices();
  const double bound = bound_units(exact_ ? 0 : largest_of(row));
  if (scratch.known_from.empty()) {
    scratch.known_from.assign(at(n), -1);
    scratch.known_weight.resize(at(n));
  }
  bool nearer =
      A::adds;  // every predecessor is strictly nearer to the source: then none is met twice
  for (Index v = 0; v < n; ++v) {
    const Index u = before[v];
    const bool root = v == source || row[v] == A::none() || A::is_unbounded(row[v]);
    if (root) {
      if (u == -1) continue;
      return failed(Rule::tree_root, evidence(source, v, u >= 0 && u < n && u != v ? u : -1, row));
    }
    if (u < 0 || u >= n) return failed(Rule::tree_missing, evidence(source, v, -1, row));
    if (scratch.known_from[at(v)] != u) {
      scratch.known_from[at(v)] = static_cast<std::int32_t>(u);
      scratch.known_weight[at(v)] = u == v ? A::none() : links_.weight(u, v);
    }
    const T weight = scratch.known_weight[at(v)];
    if (weight == A::none()) return failed(Rule::tree_arc, evidence(source, v, u, row));
    nearer = nearer && row[u] < row[v];
    const bool ends = row[u] == A::none() || A::is_unbounded(row[u]);
    const W sum = ends ? W{} : A::extend(row[u], weight);
    bool tight = !ends && sum == static_cast<W>(row[v]);
    if constexpr (A::adds && std::is_floating_point_v<T>) {
      if (!tight && !ends && !exact_) {
        tight = std::abs(sum - static_cast<double>(row[v])) <=
                bound * unit(row[u], weight, row[v]) + settled();
      }
    }
    if (!tight) return failed(Rule::tree_tight, evidence(source, v, u, row));
  }
  if (nearer) return {};
  // 0: not yet walked; a walk leaves its number and meets an older one, or goes round.
  scratch.state.assign(at(n), 0);
  for (Index v = 0; v < n; ++v) {
    Index u = v;
    while (scratch.state[at(u)] == 0) {
      scratch.state[at(u)] = v + 1;
      if (before[u] < 0) break;
      u = before[u];
      if (scratch.state[at(u)] == v + 1) {
        return failed(Rule::tree_circular, evidence(source, u, before[u], row));
      }
    }
  }
  return {};
}

#define WARPATH_INSTANTIATE(S) template class RowCheck<S>;
WARPATH_EACH_SEMIRING(WARPATH_INSTANTIATE)

}  // namespace warpath::verify
