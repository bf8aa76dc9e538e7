#include "cli/path/route.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "base/messages.hpp"
#include "cli/input/load.hpp"
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

[[noreturn]] void show_cycle(const Error& error, Index from, const Names& names) {
  const auto name = [&](Index v) { return names.name(v); };
  throw Error(error.code(),
              fmt::format("within reach of {} lies a negative cycle: {}", name(from),
                          spell_cycle(error.cycle(), name)),
              error.remedy(), error.vertices(), error.cycle());
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

std::vector<std::optional<Route>> find_routes(const Graph& graph, Index from,
                                              std::span<const Index> targets, SemiringKind semiring,
                                              const Names& names) {
  std::vector<std::optional<Route>> found;
  try {
    for (auto& vertices : routes::find_routes(graph, from, targets, semiring)) {
      std::size_t missing = 0;
      found.emplace_back();
      if (!vertices.empty())
        found.back() = route_along(graph, std::move(vertices), semiring, missing);
    }
  } catch (const Error& error) {
    if (!error.cycle().vertices.empty()) show_cycle(error, from, names);
    throw;
  }
  return found;
}

}  // namespace warpath::cli
