#include "cli/path/saved_routes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "base/dispatch.hpp"
#include "cli/shell/console.hpp"
#include "cli/shell/utf8.hpp"
#include "warpath/error.hpp"
#include "warpath/semiring.hpp"

namespace warpath::cli {
namespace {

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

}  // namespace

SavedRoutes::SavedRoutes(const Graph& graph, const Names& names, SemiringKind semiring,
                         SavedMatrix predecessors, std::optional<SavedMatrix> distances)
    : graph_(graph),
      names_(names),
      semiring_(semiring),
      predecessors_(std::move(predecessors)),
      distances_(std::move(distances)) {
  check_predecessors(predecessors_.cells());
}

void SavedRoutes::wrong(Index from, Index to, const std::string& what) const {
  predecessors_.refuse(fmt::format("from {} to {}, {}", name(from), name(to), what));
}

std::optional<Route> SavedRoutes::route(Index from, Index to) const {
  const Index n = graph_.vertices();
  std::vector<Index> vertices{to};
  while (vertices.back() != from) {
    const Index v = vertices.back();
    const auto before = static_cast<Index>(predecessors_.cell(from, v));
    if (before == -1 && v == to) {
      compare(from, to, std::nullopt);
      return std::nullopt;
    }
    if (before == -1) wrong(from, to, fmt::format("{} on the way has no predecessor", name(v)));
    if (before < 0 || before >= n) {
      wrong(from, to,
            fmt::format("the predecessor of {} is number {}, and vertices are numbered 0 to {}",
                        name(v), before, n - 1));
    }
    vertices.push_back(before);
    if (static_cast<Index>(vertices.size()) > n) {
      wrong(from, to, fmt::format("the predecessors of {} form a loop", name(v)));
    }
  }
  std::reverse(vertices.begin(), vertices.end());
  std::size_t missing = 0;
  std::optional<Route> route = route_along(graph_, vertices, semiring_, missing);
  if (!route) {
    wrong(from, to,
          fmt::format("it takes an arc from {} to {} that is not in the graph",
                      name(vertices[missing - 1]), name(vertices[missing])));
  }
  compare(from, to, route);
  return route;
}

void SavedRoutes::compare(Index from, Index to, const std::optional<Route>& route) const {
  if (!distances_) return;
  const double distance = distances_->cell(from, to);
  const WeightType type = distances_->cells().weight_type();
  const Extremes extremes = extremes_of(type, semiring_);
  if (semiring_ == SemiringKind::shortest_path && distance == extremes.unbounded) {
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
                    readable(distances_->cells().path()), readable(predecessors_.cells().path()),
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
  if (semiring_ != SemiringKind::reachability && !(std::abs(distance - route->total) <= most)) {
    differ(number_text(distance), "has " + number_text(route->total));
  }
}

}  // namespace warpath::cli
