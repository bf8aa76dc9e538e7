#include "cli/path/route.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "base/dispatch.hpp"
#include "base/messages.hpp"
#include "base/too_narrow.hpp"
#include "cli/input/load.hpp"
#include "cli/path/reach.hpp"
#include "cli/shell/console.hpp"
#include "cli/shell/utf8.hpp"
#include "routes/search.hpp"
#include "warpath/error.hpp"
#include "warpath/semiring.hpp"

namespace warpath::cli {
namespace {

// The best arc between two vertices; empty without one. For reachability all arcs are alike.
template <class T>
std::optional<double> best_arc(const Graph& graph, std::span<const T> weights,
                               SemiringKind semiring, Index from, Index to) {
  const auto targets = targets_of(graph, from);
  const auto [begin, end] =
      std::equal_range(targets.begin(), targets.end(), static_cast<Graph::Target>(to));
  if (semiring == SemiringKind::reachability && begin != end) return 1;
  std::optional<double> best;
  for (auto at = begin; at != end; ++at) {
    const T weight = weights[static_cast<std::size_t>(&*at - graph.targets().data())];
    if (weight == no_path<T>(semiring)) continue;
    const auto value = static_cast<double>(weight);
    const bool larger = best && value > *best;
    if (!best || larger == (semiring == SemiringKind::widest_path)) best = value;
  }
  return best;
}

double total_of(const std::vector<double>& legs, SemiringKind semiring) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  switch (semiring) {
    case SemiringKind::widest_path:
      return std::accumulate(legs.begin(), legs.end(), infinity,
                             [](double a, double b) { return std::min(a, b); });
    case SemiringKind::minimax_path:
      return std::accumulate(legs.begin(), legs.end(), -infinity,
                             [](double a, double b) { return std::max(a, b); });
    default: return std::accumulate(legs.begin(), legs.end(), 0.0);
  }
}

// What a matrix says where there is no path, or no end to how short one can be.
struct Extremes {
  double none = 0;
  double unbounded = 0;
  double rounding = 0;  // of its numbers; 0: they are exact
};

Extremes extremes_of(WeightType type, SemiringKind semiring) {
  return visit_weight(type, [&]<class T>(std::type_identity<T>) -> Extremes {
    const auto none = static_cast<double>(no_path<T>(semiring));
    const auto endless = static_cast<double>(unbounded<T>());
    if (std::is_floating_point_v<T>) return {none, endless, std::numeric_limits<T>::epsilon()};
    // Cells of int64 are handed out as doubles.
    const bool rounded = std::is_same_v<T, std::int64_t>;
    return {none, endless, rounded ? std::numeric_limits<double>::epsilon() : 0};
  });
}

// Sums of floats may outgrow their type, and look as if there were no way.
void refuse_infinite(const Graph& graph, Index from, std::span<const Index> targets,
                     SemiringKind semiring, const std::vector<std::optional<Route>>& found) {
  const auto none = std::ranges::count_if(found, [](const auto& route) { return !route; });
  if (none == 0 || semiring != SemiringKind::shortest_path || !is_floating(graph.weight_type())) {
    return;
  }
  const std::vector<bool> reached = reach_of(graph, std::span(&from, 1), semiring);
  for (std::size_t i = 0; i < targets.size(); ++i) {
    if (found[i] || !reached[static_cast<std::size_t>(targets[i])]) continue;
    throw TooNarrow(
        WeightType::float64,
        fmt::format("the distance from {} to {} is too large for float64", from, targets[i]), {},
        {from, targets[i]});
  }
}

}  // namespace

std::optional<Route> route_along(const Graph& graph, std::vector<Index> vertices,
                                 SemiringKind semiring, std::size_t& missing) {
  Route route;
  for (std::size_t i = 1; i < vertices.size(); ++i) {
    const auto weight = graph.visit_weights([&](auto weights) {
      return best_arc(graph, weights, semiring, vertices[i - 1], vertices[i]);
    });
    if (!weight) {
      missing = i;
      return std::nullopt;
    }
    route.legs.push_back(*weight);
  }
  route.vertices = std::move(vertices);
  route.total = total_of(route.legs, semiring);
  return route;
}

// A cycle spoils the routes to what it reaches, and no others: that is left out, and what remains
// is searched again.
std::vector<std::optional<Route>> find_routes(const Graph& graph, Index from,
                                              std::span<const Index> targets, SemiringKind semiring,
                                              const Names& names) {
  std::optional<Graph> rest;
  for (;;) {
    const Graph& searched = rest ? *rest : graph;
    try {
      std::vector<std::optional<Route>> found;
      for (auto& vertices : routes::find_routes(searched, from, targets, semiring)) {
        std::size_t missing = 0;
        found.emplace_back();
        if (!vertices.empty())
          found.back() = route_along(graph, std::move(vertices), semiring, missing);
      }
      refuse_infinite(graph, from, targets, semiring, found);
      return found;
    } catch (const Error& error) {
      const std::vector<Index>& cycle = error.cycle().vertices;
      if (cycle.empty()) throw;
      const std::vector<bool> spoilt = reach_of(searched, cycle, semiring);
      for (const Index to : targets) {
        if (!spoilt[static_cast<std::size_t>(to)]) continue;
        throw NamedCycle(
            error, names, graph.weight_type(),
            fmt::format("on the way from {} to {} lies ", names.brief(from), names.brief(to)),
            error.remedy());
      }
      rest = without(searched, spoilt);
    }
  }
}

std::optional<Route> SavedRoutes::route(Index from, Index to) const {
  const Index n = graph.vertices();
  const auto name = [&](Index v) { return names.brief(v); };
  const auto wrong = [&](const std::string& what) {
    predecessors.refuse(fmt::format("from {} to {}, {}", name(from), name(to), what));
  };
  std::vector<Index> vertices{to};
  while (vertices.back() != from) {
    const Index v = vertices.back();
    const auto before = static_cast<Index>(predecessors.cell(from, v));
    if (before == -1 && v == to) {
      compare(from, to, std::nullopt);
      check_no_way(from, to);
      return std::nullopt;
    }
    if (before == -1) wrong(fmt::format("{} on the way has no predecessor", name(v)));
    if (before < 0 || before >= n) {
      wrong(fmt::format("the predecessor of {} is number {}, and vertices are numbered 0 to {}",
                        name(v), before, n - 1));
    }
    vertices.push_back(before);
    if (static_cast<Index>(vertices.size()) > n) {
      wrong(fmt::format("the predecessors of {} form a loop", name(v)));
    }
  }
  std::reverse(vertices.begin(), vertices.end());
  std::size_t missing = 0;
  std::optional<Route> route = route_along(graph, vertices, semiring, missing);
  if (!route) {
    wrong(fmt::format("it takes an arc from {} to {} that is not in the graph",
                      name(vertices[missing - 1]), name(vertices[missing])));
  }
  compare(from, to, route);
  return route;
}

void SavedRoutes::check_no_way(Index from, Index to) const {
  if (last.from != from) last = {from, reach_of(graph, std::span(&from, 1), semiring)};
  if (!last.vertices[static_cast<std::size_t>(to)]) return;
  (void)find_routes(graph, from, std::span(&to, 1), semiring, names);
  predecessors.refuse(fmt::format("it has no route from {} to {}, and arcs lead there",
                                  names.brief(from), names.brief(to)));
}

void SavedRoutes::compare(Index from, Index to, const std::optional<Route>& route) const {
  if (!distances) return;
  const auto name = [&](Index v) { return names.brief(v); };
  const double distance = distances->cell(from, to);
  const WeightType type = distances->cells().weight_type();
  const Extremes extremes = extremes_of(type, semiring);
  if (semiring == SemiringKind::shortest_path && distance == extremes.unbounded) {
    throw Error(ErrorCode::negative_cycle,
                fmt::format("from {} to {}, a negative cycle makes any route shorter", name(from),
                            name(to)),
                "so none is shortest");
  }
  if (from == to) return;
  const auto differ = [&](const std::string& theirs, const std::string& ours) {
    throw Error(
        ErrorCode::bad_input,
        fmt::format("{} does not belong to {}: from {} to {}, the first says {}, and the "
                    "route of the other {}",
                    readable(distances->cells().path()), readable(predecessors.cells().path()),
                    name(from), name(to), theirs, ours),
        "give the distances and the predecessors of one solve");
  };
  // As doubles, "no path" of int64 and its longest paths are the same.
  const bool alike = type == WeightType::int64 && route.has_value();
  const bool reached = distance != extremes.none || alike;
  if (reached != route.has_value()) {
    differ(reached ? "that there is a way" : "that there is none",
           reached ? "does not exist" : "exists");
  }
  if (!route || type == WeightType::boolean) return;
  double scale = 0;
  for (const double weight : route->legs) scale += std::abs(weight);
  const double most = 2 * extremes.rounding * static_cast<double>(route->legs.size()) * scale;
  if (semiring != SemiringKind::reachability && !(std::abs(distance - route->total) <= most)) {
    differ(number_text(distance), "has " + number_text(route->total));
  }
}

}  // namespace warpath::cli
