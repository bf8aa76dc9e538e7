// In two steps. The first finds how good the best routes are (route_search.hpp). The second goes
// breadth-first over the arcs that can be part of such a route. It meets every vertex first by the
// fewest arcs, and as targets are sorted, among these by the smallest numbers, so ties need no
// thought anywhere else.
#include "cli/path/route.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "cli/path/route_search.hpp"

namespace warpath::cli {
namespace {

using Routes = std::vector<std::optional<Route>>;

// The vertices before others on the routes that a breadth-first search over the usable arcs finds.
class Parents {
 public:
  template <class Search, class Usable>
  Parents(const Search& search, Index from, std::span<const Index> targets, const Usable& usable)
      : from_(from), parents_(static_cast<std::size_t>(search.graph.vertices()), kNone) {
    Wanted wanted(search.graph.vertices(), targets);
    std::vector<Vertex> queue{static_cast<Vertex>(from)};
    parent(from) = static_cast<Vertex>(from);
    wanted.meet(from);
    for (std::size_t head = 0; head < queue.size() && !wanted.all_met(); ++head) {
      const Vertex u = queue[head];
      search.each_arc(u, [&](Vertex v, auto weight) {
        if (parent(v) != kNone || !usable(u, v, weight)) return;
        parent(v) = u;
        wanted.meet(v);
        queue.push_back(v);
      });
    }
  }

  // Empty when there is no way.
  std::vector<Index> way_to(Index to) {
    if (parent(to) == kNone) return {};
    std::vector<Index> vertices{to};
    while (vertices.back() != from_) vertices.push_back(parent(vertices.back()));
    std::reverse(vertices.begin(), vertices.end());
    return vertices;
  }

 private:
  static constexpr Vertex kNone = -1;

  Vertex& parent(Index v) { return parents_[static_cast<std::size_t>(v)]; }

  Index from_;
  std::vector<Vertex> parents_;
};

template <template <class> class Semiring, class T>
Route with_legs(const Search<Semiring, T>& search, std::vector<Index> vertices) {
  using S = typename Search<Semiring, T>::S;
  Route route;
  auto total = S::empty_path();
  for (std::size_t i = 1; i < vertices.size(); ++i) {
    const auto weight = search.best_arc(vertices[i - 1], vertices[i]);
    total = S::extend(total, weight);
    route.legs.push_back(static_cast<double>(weight));
  }
  route.vertices = std::move(vertices);
  route.total = static_cast<double>(total);
  // Integers have no infinity of their own.
  if (route.legs.empty()) route.total = Semiring<double>::empty_path();
  return route;
}

Route counting_legs(std::vector<Index> vertices) {
  Route route;
  route.vertices = std::move(vertices);
  route.legs.assign(route.vertices.size() - 1, 1);
  route.total = static_cast<double>(route.legs.size());
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

template <class T>
Routes find_shortest(const Graph& graph, Index from, std::span<const Index> targets,
                     const Names& names) {
  using Search = Search<ShortestPath, T>;
  using Value = typename Search::Value;
  const Search search{graph};
  check_weights(search.weights);
  const bool negative = std::any_of(search.weights.begin(), search.weights.end(),
                                    [](T weight) { return weight < T{0}; });
  Values<Value> values =
      negative ? settle_negative(search, from, names) : settle(search, from, targets);
  constexpr Value none = Search::S::no_path();
  // Below, where rounding was taken for 0: then a parent may have become better a little later.
  Parents parents(search, from, targets, [&](Vertex u, Vertex v, Value weight) {
    return at(values, v) != none && at(values, u) + weight <= at(values, v);
  });
  Routes routes;
  for (const Index to : targets) {
    routes.emplace_back();
    if (at(values, to) != none) routes.back() = with_legs(search, parents.way_to(to));
  }
  return routes;
}

// Widest and minimax: every arc may be used that is no worse than the route.
template <template <class> class Semiring, class T>
Routes find_bottleneck(const Graph& graph, Index from, std::span<const Index> targets) {
  using Search = Search<Semiring, T>;
  using S = typename Search::S;
  using Value = typename Search::Value;
  const Search search{graph};
  Values<Value> values = settle(search, from, targets);
  const auto value = [&](std::size_t i) { return at(values, targets[i]); };
  std::vector<std::size_t> order(targets.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return S::is_better(value(a), value(b)); });
  Routes routes(targets.size());
  // Those that are equally good have their arcs in common.
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    const Value best = value(order[begin]);
    if (best == S::no_path()) break;
    std::vector<Index> together;
    for (; end < order.size() && value(order[end]) == best; ++end) {
      together.push_back(targets[order[end]]);
    }
    Parents parents(search, from, together,
                    [&](Vertex, Vertex, Value weight) { return !S::is_better(best, weight); });
    for (std::size_t i = begin; i < end; ++i) {
      routes[order[i]] = with_legs(search, parents.way_to(targets[order[i]]));
    }
  }
  return routes;
}

template <class T>
Routes find_any(const Graph& graph, Index from, std::span<const Index> targets) {
  const Search<ShortestPath, T> search{graph};
  Parents parents(search, from, targets, [](Vertex, Vertex, auto) { return true; });
  Routes routes;
  for (const Index to : targets) {
    routes.emplace_back();
    std::vector<Index> vertices = parents.way_to(to);
    if (!vertices.empty()) routes.back() = counting_legs(std::move(vertices));
  }
  return routes;
}

template <class T>
Routes find_in(const Graph& graph, Index from, std::span<const Index> targets,
               SemiringKind semiring, const Names& names) {
  switch (semiring) {
    case SemiringKind::shortest_path: return find_shortest<T>(graph, from, targets, names);
    case SemiringKind::widest_path: return find_bottleneck<WidestPath, T>(graph, from, targets);
    case SemiringKind::minimax_path: return find_bottleneck<MinimaxPath, T>(graph, from, targets);
    case SemiringKind::reachability: break;
  }
  return find_any<T>(graph, from, targets);
}

template <template <class> class Semiring, class T>
std::optional<Route> along(const Graph& graph, std::vector<Index> vertices, std::size_t& missing) {
  const Search<Semiring, T> search{graph};
  for (std::size_t i = 1; i < vertices.size(); ++i) {
    if (search.best_arc(vertices[i - 1], vertices[i]) != Search<Semiring, T>::S::no_path()) {
      continue;
    }
    missing = i;
    return std::nullopt;
  }
  return with_legs(search, std::move(vertices));
}

template <class T>
std::optional<Route> along_in(const Graph& graph, std::vector<Index> vertices,
                              SemiringKind semiring, std::size_t& missing) {
  switch (semiring) {
    case SemiringKind::widest_path:
      return along<WidestPath, T>(graph, std::move(vertices), missing);
    case SemiringKind::minimax_path:
      return along<MinimaxPath, T>(graph, std::move(vertices), missing);
    default: break;
  }
  std::optional<Route> route = along<ShortestPath, T>(graph, std::move(vertices), missing);
  if (route && semiring == SemiringKind::reachability) {
    route = counting_legs(std::move(route->vertices));
  }
  return route;
}

// Calls work(T{}) with the type of the graph's weights.
template <class Work>
auto with_weights(const Graph& graph, const Work& work) {
  switch (graph.weight_type()) {
    case WeightType::float32: return work(float{});
    case WeightType::float64: return work(double{});
    case WeightType::int32: return work(std::int32_t{});
    case WeightType::int16: return work(std::int16_t{});
    case WeightType::boolean: break;
  }
  throw Error(ErrorCode::internal, "a graph has boolean weights");
}

}  // namespace

std::vector<std::optional<Route>> find_routes(const Graph& graph, Index from,
                                              std::span<const Index> targets, SemiringKind semiring,
                                              const Names& names) {
  return with_weights(
      graph, [&]<class T>(T) { return find_in<T>(graph, from, targets, semiring, names); });
}

std::optional<Route> find_route(const Graph& graph, Index from, Index to, SemiringKind semiring,
                                const Names& names) {
  return std::move(find_routes(graph, from, {&to, 1}, semiring, names).front());
}

std::optional<Route> route_along(const Graph& graph, std::vector<Index> vertices,
                                 SemiringKind semiring, std::size_t& missing) {
  return with_weights(graph, [&]<class T>(T) {
    return along_in<T>(graph, std::move(vertices), semiring, missing);
  });
}

}  // namespace warpath::cli
