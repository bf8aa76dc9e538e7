// How good the best routes from a vertex are: Dijkstra's algorithm, or where shortest paths meet
// negative weights, Bellman and Ford's with a queue.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/messages.hpp"
#include "cli/input/names.hpp"
#include "cli/path/heap.hpp"
#include "cli/shell/utf8.hpp"
#include "warpath/error.hpp"
#include "warpath/graph.hpp"
#include "warpath/semiring.hpp"

namespace warpath::cli {

using Vertex = Graph::Target;

// The arcs of a graph as a semiring sees them. Values are sums of many weights: wider than these.
template <template <class> class Semiring, class T>
struct Search {
  using Weight = T;
  using Value = std::conditional_t<std::floating_point<T>, double, std::int64_t>;
  using S = Semiring<Value>;
  static constexpr bool adds = S::kind == SemiringKind::shortest_path;

  const Graph& graph;
  std::span<const T> weights = graph.weights<T>();

  // Calls visit(target, weight) for each arc out of u, in order of targets.
  template <class Visit>
  void each_arc(Index u, const Visit& visit) const {
    const auto begin = static_cast<std::size_t>(graph.offsets()[static_cast<std::size_t>(u)]);
    const auto end = static_cast<std::size_t>(graph.offsets()[static_cast<std::size_t>(u) + 1]);
    for (std::size_t a = begin; a < end; ++a) {
      if (weights[a] != Semiring<T>::no_path()) {
        visit(graph.targets()[a], static_cast<Value>(weights[a]));
      }
    }
  }

  // The best arc between two vertices; no_path without one.
  Value best_arc(Index from, Index to) const {
    const auto row = static_cast<std::size_t>(from);
    const auto first = graph.targets().begin() + graph.offsets()[row];
    const auto last = graph.targets().begin() + graph.offsets()[row + 1];
    const auto [begin, end] = std::equal_range(first, last, static_cast<Vertex>(to));
    Value best = S::no_path();
    for (auto at = begin; at != end; ++at) {
      const T weight = weights[static_cast<std::size_t>(at - graph.targets().begin())];
      if (weight == Semiring<T>::no_path()) continue;
      if (!S::is_better(best, static_cast<Value>(weight))) best = static_cast<Value>(weight);
    }
    return best;
  }
};

template <class Value>
using Values = std::vector<Value>;

template <class Value>
Value& at(Values<Value>& values, Index v) {
  return values[static_cast<std::size_t>(v)];
}

// The vertices that are asked for, until a search has met all of them.
class Wanted {
 public:
  Wanted(Index vertices, std::span<const Index> targets)
      : wanted_(static_cast<std::size_t>(vertices)) {
    for (const Index v : targets) {
      if (!wanted_[static_cast<std::size_t>(v)]) ++left_;
      wanted_[static_cast<std::size_t>(v)] = true;
    }
  }

  bool all_met() const { return left_ == 0; }
  void meet(Index v) {
    if (wanted_[static_cast<std::size_t>(v)]) --left_;
    wanted_[static_cast<std::size_t>(v)] = false;
  }

 private:
  std::vector<bool> wanted_;
  Index left_ = 0;
};

// The best value of every vertex that is at least as good as that of some target; no_path for those
// that were not met. Extending must never make a path better.
template <class Search>
Values<typename Search::Value> settle(const Search& search, Index from,
                                      std::span<const Index> targets) {
  using S = typename Search::S;
  using Value = typename Search::Value;
  struct Entry {
    Value value;
    Vertex vertex;
  };
  struct Before {
    bool operator()(const Entry& a, const Entry& b) const { return S::is_better(a.value, b.value); }
  };
  Values<Value> values(static_cast<std::size_t>(search.graph.vertices()), S::no_path());
  Wanted wanted(search.graph.vertices(), targets);
  Value worst = S::empty_path();  // of the targets that were met
  Heap<Entry, Before> heap;
  at(values, from) = S::empty_path();
  heap.push({S::empty_path(), static_cast<Vertex>(from)});
  while (!heap.empty()) {
    const Entry next = heap.pop();
    if (wanted.all_met() && S::is_better(worst, next.value)) break;
    if (S::is_better(at(values, next.vertex), next.value)) continue;  // since made better
    if (!wanted.all_met()) {
      wanted.meet(next.vertex);
      worst = next.value;
    }
    search.each_arc(next.vertex, [&](Vertex target, Value weight) {
      const Value value = S::extend(next.value, weight);
      if (!S::is_better(value, at(values, target))) return;
      at(values, target) = value;
      heap.push({value, target});
    });
  }
  return values;
}

// A cycle among the parents, in the direction of the arcs; empty when there is none.
inline std::vector<Index> cycle_among(const std::vector<Vertex>& parents) {
  std::vector<Index> seen_by(parents.size(), -1);
  for (std::size_t start = 0; start < parents.size(); ++start) {
    auto v = static_cast<Vertex>(start);
    while (v >= 0 && seen_by[static_cast<std::size_t>(v)] < 0) {
      seen_by[static_cast<std::size_t>(v)] = static_cast<Index>(start);
      v = parents[static_cast<std::size_t>(v)];
    }
    if (v < 0 || seen_by[static_cast<std::size_t>(v)] != static_cast<Index>(start)) continue;
    std::vector<Index> cycle{v};
    for (Vertex u = parents[static_cast<std::size_t>(v)]; u != v;
         u = parents[static_cast<std::size_t>(u)]) {
      cycle.push_back(u);
    }
    std::reverse(cycle.begin(), cycle.end());
    std::rotate(cycle.begin(), std::min_element(cycle.begin(), cycle.end()), cycle.end());
    return cycle;
  }
  return {};
}

// Label-correcting search that takes an improvement only if it is larger than `margin`. Parents
// form a cycle only where one has a sum below -margin; it is then returned and the values are
// unfinished.
template <class Search>
std::vector<Index> correct(const Search& search, Index from, typename Search::Value margin,
                           Values<typename Search::Value>& values) {
  using S = typename Search::S;
  using Value = typename Search::Value;
  const auto n = static_cast<std::size_t>(search.graph.vertices());
  values.assign(n, S::no_path());
  std::vector<Vertex> parents(n, -1);
  std::vector<bool> waiting(n);
  std::vector<Vertex> queue{static_cast<Vertex>(from)};
  std::vector<Vertex> next_queue;
  at(values, from) = S::empty_path();
  // Looking for a cycle takes n steps, so once in n improvements costs next to nothing.
  std::size_t improvements = 0;
  while (!queue.empty()) {
    next_queue.clear();
    for (const Vertex u : queue) {
      waiting[static_cast<std::size_t>(u)] = false;
      search.each_arc(u, [&](Vertex v, Value weight) {
        const Value value = at(values, u) + weight;
        if (!(value < at(values, v) - margin)) return;
        at(values, v) = value;
        parents[static_cast<std::size_t>(v)] = u;
        ++improvements;
        if (waiting[static_cast<std::size_t>(v)]) return;
        waiting[static_cast<std::size_t>(v)] = true;
        next_queue.push_back(v);
      });
      if (improvements < n) continue;
      improvements = 0;
      if (std::vector<Index> cycle = cycle_among(parents); !cycle.empty()) return cycle;
    }
    std::swap(queue, next_queue);
  }
  return {};
}

// The arcs of a cycle, each with its weight.
template <class Search>
std::vector<typename Search::Value> weights_of(const Search& search,
                                               const std::vector<Index>& cycle) {
  std::vector<typename Search::Value> weights;
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    weights.push_back(search.best_arc(cycle[i], cycle[(i + 1) % cycle.size()]));
  }
  return weights;
}

// Shortest distances from a vertex when there are negative weights.
template <class Search>
Values<typename Search::Value> settle_negative(const Search& search, Index from,
                                               const Names& names) {
  using Weight = typename Search::Weight;
  using Value = typename Search::Value;
  Value largest = 0;
  for (const Weight weight : search.weights) {
    if (std::isfinite(static_cast<double>(weight))) {
      largest = std::max<Value>(largest, std::abs(static_cast<Value>(weight)));
    }
  }
  Values<Value> values;
  // Floats: each cycle taken for 0 is the reason to ask for more than twice as much the next time.
  for (Value margin = 0;;) {
    const std::vector<Index> cycle = correct(search, from, margin, values);
    if (cycle.empty()) return values;
    const std::vector<Value> weights = weights_of(search, cycle);
    Value sum = 0;
    Value way_out = 0;
    for (const Value weight : weights) {
      sum += weight;
      way_out += std::max<Value>(weight, 0);
    }
    if constexpr (std::floating_point<Weight>) {
      constexpr double rounding = std::is_same_v<Weight, float> ? 0x1p-15 : 0x1p-36;
      if (-sum <= rounding * std::max(largest, way_out)) {
        margin = 2 * std::max(margin, -sum);
        if (margin == 0) margin = std::numeric_limits<double>::epsilon() * largest;
        continue;
      }
    }
    const Cycle found{cycle, {weights.begin(), weights.end()}, static_cast<double>(sum)};
    throw Error(
        ErrorCode::negative_cycle,
        fmt::format("within reach of {} lies a negative cycle: {}", readable(names.name(from)),
                    spell_cycle(found, [&](Index v) { return readable(names.name(v)); })),
        "going round it again and again makes any route shorter, so none is shortest");
  }
}

}  // namespace warpath::cli
