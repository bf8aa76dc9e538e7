// In two steps. The first finds how good the best route is: Dijkstra's algorithm, or where shortest
// paths meet negative weights, Bellman and Ford's with a queue. The second goes breadth-first over
// the arcs that can be part of such a route. It meets every vertex first by the fewest arcs, and as
// targets are sorted, among these by the smallest numbers, so ties need no thought anywhere else.
#include "cli/route.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "cli/heap.hpp"
#include "cli/utf8.hpp"
#include "core/words.hpp"
#include "warpath/error.hpp"
#include "warpath/semiring.hpp"

namespace warpath::cli {
namespace {

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

  // The best arc between two vertices that have one.
  Value best_arc(Index from, Index to) const {
    Value best = S::no_path();
    each_arc(from, [&](Vertex target, Value weight) {
      if (target == to && !S::is_better(best, weight)) best = weight;
    });
    return best;
  }
};

template <class Value>
using Values = std::vector<Value>;

template <class Value>
Value& at(Values<Value>& values, Index v) {
  return values[static_cast<std::size_t>(v)];
}

// The best value of every vertex that is at least as good as that of `to`; no_path for those that
// were not met. Extending must never make a path better.
template <class Search>
Values<typename Search::Value> settle(const Search& search, Index from, Index to) {
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
  Heap<Entry, Before> heap;
  at(values, from) = S::empty_path();
  heap.push({S::empty_path(), static_cast<Vertex>(from)});
  while (!heap.empty()) {
    const Entry next = heap.pop();
    if (S::is_better(at(values, to), next.value)) break;
    if (S::is_better(at(values, next.vertex), next.value)) continue;  // since made better
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
std::vector<Index> cycle_among(const std::vector<Vertex>& parents) {
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

template <class Value>
std::string spell(const std::vector<Index>& cycle, const std::vector<Value>& weights, Value sum,
                  const Names& names) {
  return spell_cycle({cycle, {weights.begin(), weights.end()}, static_cast<double>(sum)},
                     [&](Index v) { return readable(names.name(v)); });
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
    throw Error(ErrorCode::negative_cycle,
                fmt::format("within reach of {} lies a negative cycle: {}",
                            readable(names.name(from)), spell(cycle, weights, sum, names)),
                "going round it again and again makes any route shorter, so none is shortest");
  }
}

// The first route that a breadth-first search over the usable arcs finds; empty without one.
template <class Search, class Usable>
std::vector<Index> fewest_arcs(const Search& search, Index from, Index to, const Usable& usable) {
  constexpr Vertex none = -1;
  std::vector<Vertex> parents(static_cast<std::size_t>(search.graph.vertices()), none);
  const auto parent = [&](Index v) -> Vertex& { return parents[static_cast<std::size_t>(v)]; };
  std::vector<Vertex> queue{static_cast<Vertex>(from)};
  parent(from) = static_cast<Vertex>(from);
  for (std::size_t head = 0; head < queue.size() && parent(to) == none; ++head) {
    const Vertex u = queue[head];
    search.each_arc(u, [&](Vertex v, auto weight) {
      if (parent(v) != none || !usable(u, v, weight)) return;
      parent(v) = u;
      queue.push_back(v);
    });
  }
  if (parent(to) == none) return {};
  std::vector<Index> vertices{to};
  while (vertices.back() != from) vertices.push_back(parent(vertices.back()));
  std::reverse(vertices.begin(), vertices.end());
  return vertices;
}

template <class Search>
Route with_legs(const Search& search, std::vector<Index> vertices) {
  using S = typename Search::S;
  Route route;
  auto total = S::empty_path();
  for (std::size_t i = 1; i < vertices.size(); ++i) {
    const auto weight = search.best_arc(vertices[i - 1], vertices[i]);
    total = S::extend(total, weight);
    route.legs.push_back(static_cast<double>(weight));
  }
  route.vertices = std::move(vertices);
  route.total = static_cast<double>(total);
  return route;
}

template <class T>
void check_weights(std::span<const T> weights) {
  if constexpr (std::floating_point<T>) {
    const auto minus = -std::numeric_limits<T>::infinity();
    if (std::find(weights.begin(), weights.end(), minus) == weights.end()) return;
    throw Error(ErrorCode::bad_input, "the weight of an arc is -inf",
                "weights are finite; use +inf where there is no arc");
  }
}

template <template <class> class Semiring, class T>
std::optional<Route> find_as(const Graph& graph, Index from, Index to, const Names& names) {
  using Search = Search<Semiring, T>;
  using S = typename Search::S;
  using Value = typename Search::Value;
  const Search search{graph};
  Values<Value> values;
  std::vector<Index> vertices;
  if constexpr (Search::adds) {
    check_weights(search.weights);
    const bool negative = std::any_of(search.weights.begin(), search.weights.end(),
                                      [](T weight) { return weight < T{0}; });
    values = negative ? settle_negative(search, from, names) : settle(search, from, to);
    if (at(values, to) == S::no_path()) return std::nullopt;
    // Below, where rounding was taken for 0: then a parent may have become better a little later.
    vertices = fewest_arcs(search, from, to, [&](Vertex u, Vertex v, Value weight) {
      return at(values, v) != S::no_path() && at(values, u) + weight <= at(values, v);
    });
  } else {
    values = settle(search, from, to);
    const Value best = at(values, to);
    if (best == S::no_path()) return std::nullopt;
    vertices = fewest_arcs(search, from, to, [&](Vertex, Vertex, Value weight) {
      return !S::is_better(best, weight);
    });
  }
  Route route = with_legs(search, std::move(vertices));
  // Integers have no infinity of their own.
  if (route.legs.empty()) route.total = Semiring<double>::empty_path();
  return route;
}

template <class T>
std::optional<Route> find_any(const Graph& graph, Index from, Index to) {
  const Search<ShortestPath, T> search{graph};
  Route route;
  route.vertices = fewest_arcs(search, from, to, [](Vertex, Vertex, auto) { return true; });
  if (route.vertices.empty()) return std::nullopt;
  route.legs.assign(route.vertices.size() - 1, 1);
  route.total = static_cast<double>(route.legs.size());
  return route;
}

template <class T>
std::optional<Route> find_in(const Graph& graph, Index from, Index to, SemiringKind semiring,
                             const Names& names) {
  switch (semiring) {
    case SemiringKind::shortest_path: return find_as<ShortestPath, T>(graph, from, to, names);
    case SemiringKind::widest_path: return find_as<WidestPath, T>(graph, from, to, names);
    case SemiringKind::minimax_path: return find_as<MinimaxPath, T>(graph, from, to, names);
    case SemiringKind::reachability: break;
  }
  return find_any<T>(graph, from, to);
}

}  // namespace

std::optional<Route> find_route(const Graph& graph, Index from, Index to, SemiringKind semiring,
                                const Names& names) {
  switch (graph.weight_type()) {
    case WeightType::float32: return find_in<float>(graph, from, to, semiring, names);
    case WeightType::float64: return find_in<double>(graph, from, to, semiring, names);
    case WeightType::int32: return find_in<std::int32_t>(graph, from, to, semiring, names);
    case WeightType::int16: return find_in<std::int16_t>(graph, from, to, semiring, names);
    case WeightType::boolean: break;
  }
  throw Error(ErrorCode::internal, "a graph has boolean weights");
}

}  // namespace warpath::cli
