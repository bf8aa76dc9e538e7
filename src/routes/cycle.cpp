#include "routes/cycle.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "routes/exact_sum.hpp"
#include "warpath/semiring.hpp"

namespace warpath::routes {
namespace {

constexpr Index kAskAfter = 100'000;  // arcs: a tenth of a millisecond, or a little more

// The longest way between two vertices of a cycle, along it, in either direction.
double longest_way(const Cycle& cycle) {
  long double sum = 0;
  long double low = 0;
  long double high = 0;
  for (const double weight : cycle.weights) {
    sum += weight;
    low = std::min(low, sum);
    high = std::max(high, sum);
  }
  return static_cast<double>(high - low);
}

}  // namespace

template <class Arcs>
CycleSearch<Arcs>::CycleSearch(const Arcs& arcs, const Options& options)
    : arcs_(arcs),
      sizes_(sizes_of(arcs)),
      tolerance_(tolerance_of<T>(sizes_, options)),
      meter_(options.progress, 0),
      root_(static_cast<Vertex>(arcs.vertices())),
      distance_(at(root_) + 1, kFar),
      waiting_(at(root_) + 1) {
  for (auto* ends : {&parent_, &before_, &after_, &children_}) ends->resize(at(root_) + 1);
}

template <class Arcs>
Cycle CycleSearch<Arcs>::find() {
  std::vector<Vertex> all(at(root_));
  std::iota(all.begin(), all.end(), Vertex{0});
  return find(all);
}

template <class Arcs>
Cycle CycleSearch<Arcs>::find_potentials(std::vector<Value>& heights, bool anything_goes) {
  const CycleTolerance tolerance = tolerance_;
  if (anything_goes) tolerance_.absolute = std::numeric_limits<double>::infinity();
  wants_distances_ = true;
  Cycle cycle = find();
  wants_distances_ = false;
  tolerance_ = tolerance;
  heights.assign(distance_.begin(), distance_.end() - 1);
  return cycle;
}

template <class Arcs>
Cycle CycleSearch<Arcs>::find(std::span<const Vertex> vertices, std::span<const Vertex> part) {
  const double margin = std::is_integral_v<T> ? 0 : first_margin(tolerance_, vertices.size());
  return search(vertices, vertices, part, static_cast<Value>(margin));
}

template <class Arcs>
Cycle CycleSearch<Arcs>::find_from(Vertex source, std::vector<Value>& distances) {
  std::vector<Vertex> reached{source};
  std::vector<bool> seen(at(root_));
  seen[at(source)] = true;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const Vertex u = reached[i];
    for (Index k = 0; k < arcs_.count(u); ++k) {
      const Vertex v = arcs_.target(u, k);
      if (seen[at(v)] || arcs_.weight(u, k) == no_path<T>()) continue;
      seen[at(v)] = true;
      reached.push_back(v);
    }
  }
  wants_distances_ = true;
  Cycle cycle = search(reached, {&source, 1}, {}, 0);
  wants_distances_ = false;
  distances.assign(distance_.begin(), distance_.end() - 1);
  return cycle;
}

// Looks for a cycle that counts. Each that is met and does not raises the margin, which an arc must
// be worth to be taken: a cycle of many arcs may hide below it.
template <class Arcs>
Cycle CycleSearch<Arcs>::search(std::span<const Vertex> vertices, std::span<const Vertex> starts,
                                std::span<const Vertex> part, Value margin) {
  if (Cycle loop = worst_loop(vertices); counts(loop)) return loop;
  bool looked_for_clear_ones = false;
  for (;;) {
    plant(vertices, starts);
    if (!meets_cycle(part, margin)) return {};
    Cycle cycle = from_parents();
    if (std::is_integral_v<T> || counts(cycle)) return cycle;
    if constexpr (std::is_floating_point_v<T>) {
      const Value least = std::max<Value>(std::numeric_limits<Value>::epsilon() * sizes_.largest,
                                          std::numeric_limits<Value>::denorm_min());
      const Value each = -cycle.sum / static_cast<Value>(cycle.vertices.size());
      margin = std::max({2 * margin, each * (1 + Value{0x1p-10}), least});
      // From here on it may hide them. No way along a cycle of k arcs is longer than k/2 of the largest:
      // where they are below -t on average, their sum counts.
      const auto t = static_cast<Value>(tolerance_.absolute);
      if (margin <= t || std::exchange(looked_for_clear_ones, true) || !std::isfinite(t)) continue;
      plant(vertices, starts);
      if (!meets_cycle(part, 0, t * (1 - Value{0x1p-10}))) continue;
      cycle = from_parents();
      if (counts(cycle)) return cycle;
    }
  }
}

template <class Arcs>
Cycle CycleSearch<Arcs>::worst_loop(std::span<const Vertex> vertices) const {
  T worst = 0;
  Vertex place = -1;
  for (const Vertex u : vertices) {
    for (Index k = 0; k < arcs_.count(u); ++k) {
      if (arcs_.target(u, k) != u || !(arcs_.weight(u, k) < worst)) continue;
      worst = arcs_.weight(u, k);
      place = u;
    }
  }
  if (place < 0) return {};
  const auto weight = static_cast<double>(worst);
  return {{place}, {weight}, weight};
}

// A tree of those that the search starts from, at 0. No other vertex has been reached.
template <class Arcs>
void CycleSearch<Arcs>::plant(std::span<const Vertex> vertices, std::span<const Vertex> starts) {
  for (const Vertex v : vertices) {
    distance_[at(v)] = kFar;
    before_[at(v)] = kOut;
    children_[at(v)] = 0;
    waiting_[at(v)] = false;
  }
  before_[at(root_)] = after_[at(root_)] = root_;
  children_[at(root_)] = 0;
  for (const Vertex v : starts) {
    distance_[at(v)] = 0;
    waiting_[at(v)] = true;
    graft(v, root_);
  }
  queue_.assign(starts.begin(), starts.end());
  queued_ = queue_.size();
  queue_.resize(vertices.size());
}

// Takes v and all below it out of the tree; false, and the tree is broken, if u is among them.
template <class Arcs>
bool CycleSearch<Arcs>::cut(Vertex v, Vertex u) {
  if (before_[at(v)] == kOut) return true;
  const Vertex left = before_[at(v)];
  Vertex next = v;
  for (Index open = 1; open > 0; next = after_[at(next)]) {
    if (next == u) return false;
    open += children_[at(next)] - 1;
    before_[at(next)] = kOut;
    children_[at(next)] = 0;
  }
  after_[at(left)] = next;
  before_[at(next)] = left;
  --children_[at(parent_[at(v)])];
  return true;
}

// Puts v, which is not in the tree, below u.
template <class Arcs>
void CycleSearch<Arcs>::graft(Vertex v, Vertex u) {
  const Vertex next = after_[at(u)];
  parent_[at(v)] = u;
  before_[at(v)] = u;
  after_[at(v)] = next;
  after_[at(u)] = v;
  before_[at(next)] = v;
  ++children_[at(u)];
}

template <class Arcs>
bool CycleSearch<Arcs>::meets_cycle(std::span<const Vertex> part, Value margin, Value raise) {
  const std::size_t room = queue_.size();
  std::size_t first = 0;
  std::size_t waiting = queued_;
  Index looked_at = 0;  // arcs since somebody was asked whether to go on
  for (; waiting > 0; --waiting) {
    if (looked_at > kAskAfter) {
      looked_at = 0;
      meter_.add(0);
      meter_.check();
    }
    const Vertex u = queue_[first];
    first = first + 1 < room ? first + 1 : 0;
    waiting_[at(u)] = false;
    // Somebody above it got nearer: so will it, or its distance is of no use.
    if (before_[at(u)] == kOut) continue;
    const Value there = distance_[at(u)] + raise;
    const Value here = there + margin;
    const Index count = arcs_.count(u);
    looked_at += count + 1;
    for (Index k = 0; k < count; ++k) {
      const T weight = arcs_.weight(u, k);
      const Vertex v = arcs_.target(u, k);
      if (!(here + static_cast<Value>(weight) < distance_[at(v)]) && !comes_back(u, v, weight)) {
        continue;
      }
      if (weight == no_path<T>() || v == u) continue;
      if (!part.empty() && part[at(v)] != part[at(u)]) continue;
      if (!cut(v, u)) {
        from_ = u;
        to_ = v;
        return true;
      }
      distance_[at(v)] = there + static_cast<Value>(weight);
      graft(v, u);
      if (waiting_[at(v)]) continue;
      waiting_[at(v)] = true;
      // u's own place is free already, but is still counted.
      const std::size_t end = first + waiting - 1;
      queue_[end < room ? end : end - room] = v;
      ++waiting;
    }
  }
  return false;
}

// Whether v, which has left the tree when a vertex above it got nearer, comes back as near as
// before: rounding may have swallowed the difference. Only who wants the distances has to know.
template <class Arcs>
bool CycleSearch<Arcs>::comes_back(Vertex u, Vertex v, T weight) const {
  return wants_distances_ && before_[at(v)] == kOut &&
         distance_[at(u)] + static_cast<Value>(weight) <= distance_[at(v)];
}

template <class Arcs>
typename Arcs::Weight CycleSearch<Arcs>::best_arc(Vertex u, Vertex v) const {
  T best = no_path<T>();
  for (Index k = 0; k < arcs_.count(u); ++k) {
    if (arcs_.target(u, k) == v) best = std::min(best, arcs_.weight(u, k));
  }
  return best;
}

template <class Arcs>
Cycle CycleSearch<Arcs>::from_parents() const {
  Cycle cycle;
  for (Vertex v = from_; v != to_; v = parent_[at(v)]) cycle.vertices.push_back(v);
  cycle.vertices.push_back(to_);
  std::reverse(cycle.vertices.begin(), cycle.vertices.end());
  std::rotate(cycle.vertices.begin(),
              std::min_element(cycle.vertices.begin(), cycle.vertices.end()), cycle.vertices.end());
  std::conditional_t<std::is_integral_v<T>, WideInteger<T>, ExactSum> sum{};
  for (std::size_t i = 0; i < cycle.vertices.size(); ++i) {
    const Index next = cycle.vertices[(i + 1) % cycle.vertices.size()];
    const T weight = best_arc(static_cast<Vertex>(cycle.vertices[i]), static_cast<Vertex>(next));
    cycle.weights.push_back(static_cast<double>(weight));
    sum += weight;
  }
  cycle.sum = static_cast<double>(sum);
  return cycle;
}

template <class Arcs>
bool CycleSearch<Arcs>::counts(const Cycle& cycle) const {
  const double way = cycle.vertices.size() < 2 ? 0 : longest_way(cycle);
  return cycle.sum < -std::max(tolerance_.absolute, tolerance_.relative * way);
}

#define WARPATH_INSTANTIATE(T, name)         \
  template class CycleSearch<ListedArcs<T>>; \
  template class CycleSearch<MatrixArcs<T>>;
WARPATH_EACH_ARC_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace warpath::routes
