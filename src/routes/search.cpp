// Distances come first, by Dijkstra's algorithm, or where shortest paths meet negative weights by
// that of cycle.hpp. Then each vertex chooses its predecessor among the arcs that lead to it.
#include "routes/search.hpp"

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <queue>
#include <stack>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "base/dispatch.hpp"
#include "base/messages.hpp"
#include "base/too_narrow.hpp"
#include "routes/cycle.hpp"
#include "routes/tree.hpp"
#include "routes/wanted.hpp"
#include "warpath/error.hpp"

namespace warpath::routes {
namespace {

// The arcs of a graph, with weights in the type of S: wider than the graph's, for the sums.
template <class S>
struct Network {
  using Value = typename S::Weight;

  const Graph& graph;
  std::vector<Value> weights = {};  // of the arcs that each() goes over

  // Calls visit(target, weight) for each arc out of u, one u at a time.
  template <class Visit>
  void each(Index u, const Visit& visit) {
    const std::size_t first = at(graph.offsets()[at(u)]);
    const std::size_t count = at(graph.offsets()[at(u) + 1]) - first;
    weights.resize(count);
    graph.visit_weights([&]<class T>(std::span<const T> all) {
      // For reachability it does not matter what arcs weigh, as long as they are some.
      constexpr bool any = S::kind == SemiringKind::reachability;
      constexpr T none = no_path<T>(any ? SemiringKind::shortest_path : S::kind);
      for (std::size_t i = 0; i < count; ++i) {
        const T weight = all[first + i];
        weights[i] = weight == none ? S::no_path() : any ? Value{1} : static_cast<Value>(weight);
      }
    });
    for (std::size_t i = 0; i < count; ++i) {
      if (weights[i] != S::no_path()) visit(graph.targets()[first + i], weights[i]);
    }
  }
};

// No integer is wider than int64, so that sums of its weights may outgrow it.
[[noreturn]] void refuse_sum(Index from) {
  throw TooNarrow(WeightType::int64,
                  fmt::format("a distance from {} is too large for int64, which holds less than {}",
                              from, no_path<std::int64_t>()),
                  "use float64 weights", {from});
}

// Distances as far as that of the farthest target, and no_path() beyond. Extending must never make
// a path better.
template <class S>
std::vector<typename S::Weight> best_first(Network<S>& network, Vertex from,
                                           std::span<const Index> targets) {
  using Value = typename S::Weight;
  struct Entry {
    Value value;
    Vertex vertex;
    bool operator<(const Entry& other) const { return S::is_better(other.value, value); }
  };
  const std::size_t n = at(network.graph.vertices());
  std::vector<Value> values(n, S::no_path());
  std::vector<bool> is_target(n);
  for (const Index v : targets) is_target[at(v)] = true;
  auto left = std::count(is_target.begin(), is_target.end(), true);
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
    if (left > 0) worst = next.value;
    if (is_target[at(next.vertex)]) --left;
    is_target[at(next.vertex)] = false;
    network.each(next.vertex, [&](Vertex target, Value weight) {
      const Value value = S::extend(next.value, weight);
      if constexpr (S::adds && std::integral<Value>) outgrown |= value >= S::no_path();
      if (!S::is_better(value, values[at(target)])) return;
      values[at(target)] = value;
      queue.push({value, target});
    });
  }
  if (left > 0 && outgrown) refuse_sum(from);
  if (!queue.empty()) {
    const auto is_farther = [&](Value value) { return S::is_better(worst, value); };
    std::replace_if(values.begin(), values.end(), is_farther, S::no_path());
  }
  return values;
}

// Shortest distances where there are negative weights, of type T.
template <class S, class T>
std::vector<typename S::Weight> by_cycle_search(const Graph& graph, std::span<const T> weights,
                                                Vertex from) {
  using Search = CycleSearch<ListedArcs<T>>;
  if constexpr (std::floating_point<T>) {
    if (std::find(weights.begin(), weights.end(), -no_path<T>()) != weights.end()) {
      throw Error(ErrorCode::bad_input, "the weight of an arc is -inf",
                  "weights are finite; use +inf where there is no arc");
    }
  }
  const ListedArcs<T> arcs(graph, false);
  std::vector<typename Search::Value> sums;
  Cycle cycle = Search(arcs, Options{}).find_from(from, sums);
  if (!cycle.vertices.empty()) {
    const std::string text = spell_cycle(cycle, [](Index v) { return fmt::format("{}", v); });
    std::vector<Index> named = cycle.vertices;
    named.push_back(from);
    throw Error(ErrorCode::negative_cycle,
                fmt::format("within reach of {} lies a negative cycle: {}", from, text),
                "going round it again and again makes any route shorter, so none is shortest",
                std::move(named), std::move(cycle));
  }
  std::vector<typename S::Weight> values;
  values.reserve(sums.size());
  for (const auto sum : sums) {
    const bool reached = sum != Search::kFar;
    if constexpr (std::integral<T>) {
      if (reached && (sum >= S::no_path() || sum <= -S::no_path())) refuse_sum(from);
    }
    values.push_back(reached ? static_cast<typename S::Weight>(sum) : S::no_path());
  }
  return values;
}

// The predecessors of all vertices that have a distance, by the rule of predecessors.hpp.
template <class S>
class Choice {
 public:
  using Value = typename S::Weight;

  // `exact`: every distance is the sum along some arc. Distances of `from` to all vertices.
  Choice(Network<S>& network, Vertex from, const std::vector<Value>& distances, bool exact)
      : network_(network),
        from_(from),
        distances_(distances),
        exact_(exact),
        before_(distances.size(), -1),
        weights_(distances.size()) {
    const auto n = static_cast<Vertex>(distances.size());
    for (Vertex u = 0; u < n; ++u) {
      each_link(u, [&](Vertex v, Value weight) {
        if (before_[at(v)] >= 0 && !comes_before(u, v, weight)) return;
        before_[at(v)] = u;
        weights_[at(v)] = weight;
      });
    }
    each_link(from, [&](Vertex v, Value weight) {
      if (is_route(v, weight)) before_[at(v)] = from;
    });
  }

  // The vertices along the way; none where there is no path.
  std::vector<Index> route(Vertex to) {
    if (distances_[at(to)] == S::no_path()) return {};
    std::vector<Index> vertices{to};
    while (vertices.back() != from_) {
      vertices.push_back(before_[at(vertices.back())]);
      if (vertices.size() <= distances_.size()) continue;
      make_tree();
      return route(to);
    }
    std::reverse(vertices.begin(), vertices.end());
    return vertices;
  }

 private:
  // Calls visit(v, weight) for each arc out of u that can be the last of a best path.
  template <class Visit>
  void each_link(Vertex u, const Visit& visit) {
    const Value here = distances_[at(u)];
    if (here == S::no_path()) return;
    network_.each(u, [&](Vertex v, Value weight) {
      const Value there = distances_[at(v)];
      if (v == u || v == from_ || there == S::no_path()) return;
      const bool leads = !exact_ || !S::is_better(there, S::extend(here, weight));
      if (leads || (u == from_ && is_route(v, weight))) visit(v, weight);
    });
  }

  // Whether the arc from the source is the route itself: as near as the weights' own type can tell.
  bool is_route(Vertex v, Value weight) const {
    if (std::floating_point<Value> && network_.graph.weight_type() == WeightType::float32) {
      return is_best_path(S::kind, static_cast<float>(weight),
                          static_cast<float>(distances_[at(v)]));
    }
    return is_best_path(S::kind, weight, distances_[at(v)]);
  }

  // Whether the arc from u is taken rather than the one so far.
  bool comes_before(Vertex u, Vertex v, Value weight) const {
    const Value there = distances_[at(v)];
    const Value sum = S::extend(distances_[at(u)], weight);
    const Value so_far = S::extend(distances_[at(before_[at(v)])], weights_[at(v)]);
    const bool enough = !S::is_better(there, sum);
    if (enough != !S::is_better(there, so_far)) return enough;
    if (!enough && sum != so_far) return S::is_better(sum, so_far);
    return comes_first(S::kind, weight, u, weights_[at(v)], before_[at(v)]);
  }

  void make_tree() {
    const auto n = static_cast<Vertex>(distances_.size());
    TreeBuilder<S> tree(from_, n, distances_.data(), before_.data());
    for (Vertex u = 0; u < n; ++u) {
      if (!tree.is_in_tree(u)) continue;
      each_link(u, [&](Vertex v, Value weight) {
        if (tree.is_loose(v)) tree.offer(u, v, weight);
      });
    }
    if (!tree.grow([&](Vertex u, const auto& visit) { each_link(u, visit); })) {
      throw Error(ErrorCode::internal, "there are distances that no path leads to");
    }
  }

  Network<S>& network_;
  Vertex from_;
  const std::vector<Value>& distances_;
  bool exact_;
  std::vector<Vertex> before_;
  std::vector<Value> weights_;  // of the arcs from there
};

template <class S>
std::vector<std::vector<Index>> find_by(const Graph& graph, Index from,
                                        std::span<const Index> targets) {
  using Value = typename S::Weight;
  Network<S> network{graph};
  const auto source = static_cast<Vertex>(from);
  bool negative = false;
  std::vector<Value> distances;
  if constexpr (S::kind == SemiringKind::shortest_path) {
    graph.visit_weights([&]<class T>(std::span<const T> weights) {
      if constexpr (std::floating_point<T> == std::floating_point<Value>) {
        negative = std::any_of(weights.begin(), weights.end(), [](T w) { return w < T{0}; });
        if (negative) distances = by_cycle_search<S>(graph, weights, source);
      }
    });
  }
  if (!negative) distances = best_first(network, source, targets);
  Choice<S> choice(network, source, distances, !negative);
  std::vector<std::vector<Index>> routes;
  for (const Index to : targets) routes.push_back(choice.route(static_cast<Vertex>(to)));
  return routes;
}

}  // namespace

std::vector<std::vector<Index>> find_routes(const Graph& graph, Index from,
                                            std::span<const Index> targets, SemiringKind semiring) {
  WeightType wide = WeightType::boolean;
  if (semiring != SemiringKind::reachability) {
    wide = is_floating(graph.weight_type()) ? WeightType::float64 : WeightType::int64;
  }
  std::vector<std::vector<Index>> routes;
  visit_semiring(semiring, wide, [&]<class S>(S) {
    constexpr bool is_wide = sizeof(typename S::Weight) == 8 || S::kind == Reachability::kind;
    if constexpr (is_wide) routes = find_by<S>(graph, from, targets);
  });
  return routes;
}

}  // namespace warpath::routes
