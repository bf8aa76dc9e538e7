// Best paths from one source, written for clarity and apart from every solver.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <deque>
#include <limits>
#include <queue>
#include <string>
#include <utility>
#include <vector>

#include "warpath/error.hpp"
#include "warpath/types.hpp"

namespace warpath::verify {

template <class W>
constexpr W largest_weight() {
  return std::numeric_limits<W>::has_infinity ? std::numeric_limits<W>::infinity()
                                              : std::numeric_limits<W>::max();
}

// The algebras once more, on purpose: an identity that the checker shared with the solvers could
// be wrong in both. W is double or int64_t.
template <class W>
struct Shortest {
  using Weight = W;
  static W start() { return W{0}; }
  static W extend(W path, W arc) { return path + arc; }
  static bool better(W a, W b) { return a < b; }
};

template <class W>
struct Widest {
  using Weight = W;
  static W start() { return largest_weight<W>(); }
  static W extend(W path, W arc) { return std::min(path, arc); }
  static bool better(W a, W b) { return a > b; }
};

template <class W>
struct Minimax {
  using Weight = W;
  static W start() { return -largest_weight<W>(); }
  static W extend(W path, W arc) { return std::max(path, arc); }
  static bool better(W a, W b) { return a < b; }
};

// Labels of all vertices.
template <class W>
struct Labels {
  std::vector<W> value;  // of the best path, where reached
  std::vector<char> reached;
  std::vector<Index> hops;       // arcs of that path
  std::vector<double> absolute;  // the sum of their absolute weights

  explicit Labels(Index n)
      : value(static_cast<std::size_t>(n)),
        reached(static_cast<std::size_t>(n)),
        hops(static_cast<std::size_t>(n)),
        absolute(static_cast<std::size_t>(n)) {}

  // Whether the path to u and on by `arc` improves on the label of v, which it then replaces.
  template <class Algebra>
  bool improve(std::size_t u, std::size_t v, W arc) {
    const W candidate = Algebra::extend(value[u], arc);
    if (reached[v] && !Algebra::better(candidate, value[v])) return false;
    value[v] = candidate;
    reached[v] = true;
    hops[v] = hops[u] + 1;
    absolute[v] = absolute[u] + std::abs(static_cast<double>(arc));
    return true;
  }
};

// `arcs(u, visit)` calls visit(v, weight) for every arc that leaves u.
template <class Algebra, class Arcs>
auto dijkstra(Index n, Index source, const Arcs& arcs) {
  using W = typename Algebra::Weight;
  Labels<W> labels(n);
  const auto worse = [](const std::pair<W, Index>& a, const std::pair<W, Index>& b) {
    return Algebra::better(b.first, a.first);
  };
  std::priority_queue<std::pair<W, Index>, std::vector<std::pair<W, Index>>, decltype(worse)> queue(
      worse);
  std::vector<char> settled(static_cast<std::size_t>(n));
  labels.value[static_cast<std::size_t>(source)] = Algebra::start();
  labels.reached[static_cast<std::size_t>(source)] = true;
  queue.emplace(Algebra::start(), source);
  while (!queue.empty()) {
    const Index u = queue.top().second;
    const auto from = static_cast<std::size_t>(u);
    queue.pop();
    if (std::exchange(settled[from], char{true})) continue;
    arcs(u, [&](Index v, W weight) {
      const auto to = static_cast<std::size_t>(v);
      if (!settled[to] && labels.template improve<Algebra>(from, to, weight)) {
        queue.emplace(labels.value[to], v);
      }
    });
  }
  return labels;
}

// Shortest paths with negative arcs.
template <class W, class Arcs>
Labels<W> label_correcting(Index n, Index source, const Arcs& arcs) {
  Labels<W> labels(n);
  std::deque<Index> queue{source};
  std::vector<char> queued(static_cast<std::size_t>(n));
  std::vector<Index> visits(static_cast<std::size_t>(n));
  labels.reached[static_cast<std::size_t>(source)] = true;
  while (!queue.empty()) {
    const Index u = queue.front();
    const auto from = static_cast<std::size_t>(u);
    queue.pop_front();
    queued[from] = false;
    // Without negative cycles the labels are final after n - 1 passes over the queue.
    if (++visits[from] > n) {
      throw Error(ErrorCode::negative_cycle,
                  "the input has a negative cycle within reach of vertex " +
                      std::to_string(source) + ", so there are no shortest paths to check");
    }
    arcs(u, [&](Index v, W weight) {
      const auto to = static_cast<std::size_t>(v);
      if (labels.template improve<Shortest<W>>(from, to, weight) && !queued[to]) {
        queued[to] = true;
        queue.push_back(v);
      }
    });
  }
  return labels;
}

}  // namespace warpath::verify
