// Distances come first, by Dijkstra's algorithm, or where shortest paths meet negative weights by
// that of cycle.hpp. Then the arcs among the vertices that were settled tell the routes.
#include "routes/search.hpp"

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <limits>
#include <queue>
#include <stack>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "base/messages.hpp"
#include "base/semiring.hpp"
#include "numerics/prepare.hpp"
#include "routes/cycle.hpp"
#include "routes/walk.hpp"
#include "warpath/error.hpp"

namespace warpath::routes {
namespace {

// The arcs of a graph, with weights of type T. Sums are kept in the wider type of S.
template <class S, class T>
struct Network {
  using Value = typename S::Weight;

  const Graph& graph;
  std::span<const T> weights;

  // Calls visit(target, weight) for each arc out of u.
  template <class Visit>
  void each(Vertex u, const Visit& visit) const {
    const Index end = graph.offsets()[at(u) + 1];
    for (Index a = graph.offsets()[at(u)]; a < end; ++a) {
      if constexpr (S::kind == SemiringKind::reachability) {
        visit(graph.targets()[at(a)], S::empty_path());  // whatever it weighs
      } else {
        const T weight = weights[at(a)];
        if (weight != no_path<T>(S::kind))
          visit(graph.targets()[at(a)], static_cast<Value>(weight));
      }
    }
  }
};

// Distances of all vertices, of which those up to `farthest` are right; no_path() beyond.
template <class S>
struct Row {
  std::vector<typename S::Weight> values;
  typename S::Weight farthest = S::no_path();
};

// No integer is wider than int64, so that sums of its weights may outgrow it.
[[noreturn]] void refuse_sum(Index from) {
  throw Error(ErrorCode::bad_input,
              fmt::format("a distance from {} is too large for int64, which holds less than {}",
                          from, no_path<std::int64_t>()),
              "use float64 weights", {from});
}

// As far as the farthest target. Extending must never make a path better.
template <class S, class T>
Row<S> settle(const Network<S, T>& network, Vertex from, std::span<const Index> targets) {
  using Value = typename S::Weight;
  struct Entry {
    Value value;
    Vertex vertex;
    bool operator<(const Entry& other) const { return S::is_better(other.value, value); }
  };
  const std::size_t n = at(network.graph.vertices());
  Row<S> row{std::vector<Value>(n, S::no_path())};
  std::vector<Value>& values = row.values;
  std::vector<bool> wanted(n);
  Index left = 0;
  for (const Index v : targets) {
    if (!wanted[at(v)]) ++left;
    wanted[at(v)] = true;
  }
  bool outgrown = false;                                         // was some sum
  Value worst = S::empty_path();                                 // of the targets that were met
  constexpr bool alike = S::kind == SemiringKind::reachability;  // all paths are
  std::conditional_t<alike, std::stack<Entry>, std::priority_queue<Entry>> queue;
  values[at(from)] = S::empty_path();
  queue.push({S::empty_path(), from});
  while (!queue.empty()) {
    const Entry next = queue.top();
    if (left == 0 && S::is_better(worst, next.value)) break;
    queue.pop();
    if (S::is_better(values[at(next.vertex)], next.value)) continue;  // since made better
    if (left > 0) {
      worst = next.value;
      if (wanted[at(next.vertex)]) --left;
      wanted[at(next.vertex)] = false;
    }
    network.each(next.vertex, [&](Vertex target, Value weight) {
      const Value value = S::extend(next.value, weight);
      if constexpr (S::adds && std::integral<Value>) outgrown |= value >= S::no_path();
      if (!S::is_better(value, values[at(target)])) return;
      values[at(target)] = value;
      queue.push({value, target});
    });
  }
  if (left > 0 && outgrown) refuse_sum(from);
  if (!queue.empty()) row.farthest = worst;
  return row;
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

// Shortest distances where there are negative weights.
template <class S, class T>
Row<S> settle_negative(const Network<S, T>& network, Vertex from) {
  using Search = CycleSearch<ListedArcs<T>>;
  using Value = typename S::Weight;
  check_weights(network.weights);
  const ListedArcs<T> arcs = arcs_of<T>(network.graph, false);
  InputFacts facts;
  facts.largest = largest_weight(arcs);
  std::vector<typename Search::Value> sums;
  Cycle cycle = Search(arcs, tolerance_of({}, weight_type_of<T>, facts)).find_from(from, sums);
  if (!cycle.vertices.empty()) {
    const std::string text = spell_cycle(cycle, [](Index v) { return fmt::format("{}", v); });
    std::vector<Index> named = cycle.vertices;
    named.push_back(from);
    throw Error(ErrorCode::negative_cycle,
                fmt::format("within reach of {} lies a negative cycle: {}", from, text),
                "going round it again and again makes any route shorter, so none is shortest",
                std::move(named), std::move(cycle));
  }
  Row<S> row;
  row.values.reserve(sums.size());
  for (const auto sum : sums) {
    if constexpr (std::integral<T>) {
      const bool fits = sum < S::no_path() && sum > -S::no_path();
      if (sum != Search::kFar && !fits) refuse_sum(from);
    }
    row.values.push_back(sum == Search::kFar ? S::no_path() : static_cast<Value>(sum));
  }
  return row;
}

// The vertices that were settled and the arcs that can be on best paths between them, numbered
// anew: routes are often short, and graphs large.
template <class S>
struct Part {
  using Value = typename S::Weight;

  std::vector<Vertex> number;    // of each vertex of the graph; -1: not settled
  std::vector<Index> vertices;   // ascending
  std::vector<Value> distances;  // of these
  std::vector<typename Links<Value>::Arc> arcs = {};

  explicit Part(const Row<S>& row) : number(row.values.size(), -1) {
    for (std::size_t v = 0; v < number.size(); ++v) {
      const Value value = row.values[v];
      if (value == S::no_path() || S::is_better(row.farthest, value)) continue;
      number[v] = static_cast<Vertex>(vertices.size());
      vertices.push_back(static_cast<Index>(v));
      distances.push_back(value);
    }
  }

  // `all`: also arcs that lead to no distance exactly, where these have been rounded.
  template <class T>
  void add_arcs(const Network<S, T>& network, Index from, bool all) {
    for (const Index vertex : vertices) {
      const Vertex u = number[at(vertex)];
      network.each(static_cast<Vertex>(vertex), [&](Vertex target, Value weight) {
        const Vertex v = number[at(target)];
        if (v < 0 || v == u) return;
        const Value distance = distances[at(v)];
        if constexpr (kRounds<S>) {
          // As near as the weights' own type can tell: then the arc is the route, as for a solve.
          const auto narrow = [](Value value) { return static_cast<T>(value); };
          if (vertex == from && is_best_path<ShortestPath<T>>(narrow(weight), narrow(distance))) {
            weight = distance;
          }
        }
        if (all || !S::is_better(distance, S::extend(distances[at(u)], weight))) {
          arcs.push_back({u, v, weight});
        }
      });
    }
  }
};

template <class S, class T>
std::vector<std::vector<Index>> find_in(const Graph& graph, std::span<const T> weights, Index from,
                                        std::span<const Index> targets) {
  const Network<S, T> network{graph, weights};
  const bool negative =
      S::kind == SemiringKind::shortest_path &&
      std::any_of(weights.begin(), weights.end(), [](T weight) { return weight < T{0}; });
  const auto source = static_cast<Vertex>(from);
  Part<S> part = [&] {
    if constexpr (S::kind == SemiringKind::shortest_path) {
      if (negative) return Part<S>(settle_negative(network, source));
    }
    return Part<S>(settle(network, source, targets));
  }();
  part.add_arcs(network, from, negative);
  Crew crew(1);
  const Links<typename S::Weight> links(static_cast<Index>(part.vertices.size()), {&part.arcs, 1},
                                        S::kind, false, crew);
  Walker<S> walker(links, part.number[at(from)], part.distances);
  std::vector<std::vector<Index>> routes;
  for (const Index to : targets) {
    routes.emplace_back();
    if (part.number[at(to)] < 0) continue;
    for (const Index v : walker.route(part.number[at(to)])) {
      routes.back().push_back(part.vertices[at(v)]);
    }
  }
  return routes;
}

}  // namespace

std::vector<std::vector<Index>> find_routes(const Graph& graph, Index from,
                                            std::span<const Index> targets, SemiringKind semiring) {
  return graph.visit_weights([&]<class T>(std::span<const T> weights) {
    using Value = std::conditional_t<std::floating_point<T>, double, std::int64_t>;
    switch (semiring) {
      case SemiringKind::shortest_path:
        return find_in<ShortestPath<Value>>(graph, weights, from, targets);
      case SemiringKind::widest_path:
        return find_in<WidestPath<Value>>(graph, weights, from, targets);
      case SemiringKind::minimax_path:
        return find_in<MinimaxPath<Value>>(graph, weights, from, targets);
      case SemiringKind::reachability: break;
    }
    return find_in<Reachability>(graph, weights, from, targets);
  });
}

}  // namespace warpath::routes
