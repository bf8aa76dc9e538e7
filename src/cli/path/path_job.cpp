#include "cli/path/path_job.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/path/pairs.hpp"
#include "cli/path/route_list.hpp"
#include "cli/path/saved_routes.hpp"
#include "cli/shell/console.hpp"
#include "warpath/error.hpp"

namespace warpath::cli {
namespace {

// One search for all routes that start at the same vertex; in the order of the pairs.
std::vector<std::optional<Route>> search_all(const std::vector<Pair>& pairs, const Graph& graph,
                                             const Names& names, SemiringKind semiring,
                                             bool quiet) {
  std::vector<std::size_t> order(pairs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return pairs[a].from < pairs[b].from; });
  std::vector<std::optional<Route>> routes(pairs.size());
  ProgressBar bar("searching", "routes", !quiet);
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    const Index from = pairs[order[begin]].from;
    std::vector<Index> targets;
    for (; end < order.size() && pairs[order[end]].from == from; ++end) {
      targets.push_back(pairs[order[end]].to);
    }
    auto found = find_routes(graph, from, targets, semiring, names);
    for (std::size_t i = begin; i < end; ++i) routes[order[i]] = std::move(found[i - begin]);
    bar.show({static_cast<double>(end), static_cast<double>(order.size())});
  }
  return routes;
}

std::optional<SavedRoutes> saved_routes(const PathArguments& arguments, const Graph& graph,
                                        const Names& names) {
  if (arguments.paths.empty()) return std::nullopt;
  return std::optional<SavedRoutes>(std::in_place,
                                    SavedRoutes::Files{.graph = arguments.graph,
                                                       .predecessors = arguments.paths,
                                                       .distances = arguments.distances},
                                    graph, names, to_semiring(arguments.semiring));
}

ListStyle list_style(const PathArguments& arguments) {
  if (arguments.json) return ListStyle::json;
  return arguments.csv ? ListStyle::csv : ListStyle::people;
}

}  // namespace

void check_questions(const PathArguments& arguments) {
  if (arguments.has_pairs && arguments.has_from) {
    throw Error(ErrorCode::usage, "FROM and --pairs both say where routes start",
                "leave out one of them");
  }
  if (!arguments.has_pairs && !arguments.has_to) {
    throw Error(ErrorCode::usage,
                fmt::format("{} missing", arguments.has_from ? "TO is" : "FROM and TO are"),
                "name the ends of the route, or give many by --pairs");
  }
  if (arguments.has_pairs && arguments.pairs == "-" && arguments.graph == "-") {
    throw Error(ErrorCode::usage, "graph and --pairs both want standard input",
                "write one of them to a file");
  }
  if (!arguments.distances.empty() && arguments.paths.empty()) {
    throw Error(ErrorCode::usage, "--distances are compared with the routes of --paths",
                "give both, or leave out --distances");
  }
}

std::optional<Route> one_route(const PathArguments& arguments, const Graph& graph,
                               const Names& names, Index from, Index to) {
  const auto saved = saved_routes(arguments, graph, names);
  if (saved) return saved->route(from, to);
  return find_routes(graph, from, {&to, 1}, to_semiring(arguments.semiring), names).front();
}

void run_pairs(const PathArguments& arguments, const Graph& graph, const Names& names) {
  const SemiringKind semiring = to_semiring(arguments.semiring);
  const std::vector<Pair> pairs = read_pairs(arguments.pairs, names);
  const auto saved = saved_routes(arguments, graph, names);
  std::vector<std::optional<Route>> found;
  if (!saved) found = search_all(pairs, graph, names, semiring, arguments.quiet);
  const ListStyle style = list_style(arguments);
  RouteList list(style, arguments.all);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    Journey journey{graph, names, pairs[i].from, pairs[i].to, semiring};
    journey.route = saved ? saved->route(journey.from, journey.to) : std::move(found[i]);
    if (style != ListStyle::people || !arguments.quiet) list.add(journey);
  }
  list.finish();
}

}  // namespace warpath::cli
