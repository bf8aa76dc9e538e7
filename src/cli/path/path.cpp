// warpath path GRAPH FROM TO: one best route, or many.
#include "cli/path/path.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/input/vertices.hpp"
#include "cli/path/saved_routes.hpp"
#include "cli/shell/console.hpp"
#include "warpath/error.hpp"

namespace warpath::cli {
namespace {

// What does not go together, before anything is read.
void check_questions(const PathArguments& arguments) {
  refuse_if(arguments.pairs && arguments.from, "FROM and --pairs both say where routes start",
            "leave out one of them");
  refuse_if(!arguments.pairs && !arguments.to,
            arguments.from ? "TO is missing" : "FROM and TO are missing",
            "name the ends of the route, or give many by --pairs");
  refuse_if(arguments.pairs == "-" && arguments.graph == "-",
            "graph and --pairs both want standard input", "write one of them to a file");
  refuse_if(!arguments.distances.empty() && arguments.paths.empty(),
            "--distances are compared with the routes of --paths",
            "give both, or leave out --distances");
}

// One search for all routes that start at the same vertex; in the order of the pairs.
std::vector<std::optional<Route>> search(const PathArguments& arguments, const Graph& graph,
                                         const Names& names, const std::vector<Pair>& pairs) {
  std::vector<std::size_t> order(pairs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return pairs[a].first < pairs[b].first; });
  std::vector<std::optional<Route>> routes(pairs.size());
  ProgressBar bar("searching", "routes", !arguments.quiet);
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    const Index from = pairs[order[begin]].first;
    std::vector<Index> targets;
    for (; end < order.size() && pairs[order[end]].first == from; ++end) {
      targets.push_back(pairs[order[end]].second);
    }
    auto found = find_routes(graph, from, targets, arguments.kind(), names);
    for (std::size_t i = begin; i < end; ++i) routes[order[i]] = std::move(found[i - begin]);
    bar.show({static_cast<double>(end), static_cast<double>(order.size())});
  }
  return routes;
}

void run_path(const PathArguments& arguments) {
  check_questions(arguments);
  check_drawing(arguments);
  const NumberedGraph map = load_graph(arguments);
  const Names names(map.graph, map.first_vertex);
  const std::vector<Pair> pairs =
      arguments.pairs ? read_pairs(*arguments.pairs, names)
                      : std::vector<Pair>{{names.find(*arguments.from), names.find(*arguments.to)}};
  std::vector<Coordinate> places;
  if (!arguments.svg.empty()) places = read_places(arguments, map);

  std::optional<SavedRoutes> saved;
  std::vector<std::optional<Route>> found;
  if (arguments.paths.empty()) {
    found = search(arguments, map.graph, names, pairs);
  } else {
    saved.emplace(arguments, map.graph, names);
  }
  const bool list = arguments.pairs.has_value();
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto [from, to] = pairs[i];
    Journey journey{map.graph, names, from, to, arguments.kind()};
    journey.route = saved ? saved->route(from, to) : std::move(found[i]);
    if (!arguments.svg.empty()) write_drawing(arguments, journey, places);
    if (arguments.csv) {
      fmt::print("{}{}\n", i == 0 ? "from,to,total,legs,route\n" : "", csv_line(journey));
    } else if (arguments.json) {
      fmt::print("{}{}", !list ? "" : i == 0 ? "[\n" : ",\n", for_machines(journey).dump(2));
    } else if (!arguments.quiet && list) {
      fmt::print("{}\n", line_for_people(journey, arguments.all));
    } else if (!arguments.quiet) {
      fmt::print(arguments.svg == "-" ? stderr : stdout, "{}", for_people(journey, arguments.all));
    }
  }
  if (arguments.json) fmt::print("{}", list ? "\n]\n" : "\n");
}

}  // namespace

Command path_command() {
  auto arguments = std::make_shared<PathArguments>();
  Command command{"path", "Find the best route from one vertex to another, or many."};
  command.text =
      "Vertices go by their labels, or by their numbers as the file counts. Of equally\n"
      "good routes it takes the arc itself if that is one, else the one with the best\n"
      "last leg, and so on back to the start: those that solve --paths saves, too. That\n"
      "there is no way is an answer, not an error. Saved routes are taken as they are,\n"
      "without solving again, and only as much of the file is read as they need.";
  command.examples = {
      {"path city.gr 1 4096", "the route, leg by leg"},
      {"path city.gr 1 4096 --json", "for a script"},
      {"path city.gr 1 4096 --svg route.svg", "and a picture, by city.co"},
      {"path city.gr --pairs trips.csv --csv", "many, a line from,to for each"},
      {"path city.gr --pairs - --paths pred.npy", "from a saved result"},
      {"path net.gr 3 17 --semiring widest-path", "the largest bottleneck"},
  };
  PathArguments& a = *arguments;
  command.add(input_options(a));
  command.add({
      {.names = "FROM", .help = "Where the route starts", .target = &a.from, .vertex = true},
      {.names = "TO", .help = "Where it ends", .target = &a.to, .vertex = true},
      {"--pairs", "FILE", "Many routes: a file, two names per line; - is stdin", &a.pairs},
      {"--paths", "FILE", "Read routes from what solve --paths saved (.npy)", &a.paths},
      {"--distances", "FILE", "Check the lengths of these routes (.npy)", &a.distances},
      {"--svg", "FILE", "Draw the network and the route; - is stdout", &a.svg},
      {"--coordinates", "FILE", "Where vertices lie: .co, or a table name,x,y", &a.coordinates},
      {"--all", "", "Show every leg of a long route", &a.all},
      {.names = "--csv",
       .help = "As a table from,to,total,legs,route",
       .target = &a.csv,
       .not_with = "--json"},
      json_option(&a.json, "The route for a script"),
      force_option(&a.force, "the picture"),
      quiet_option(&a.quiet, "Print no route, no progress bar"),
  });
  command.run = [arguments] { run_path(*arguments); };
  return command;
}

}  // namespace warpath::cli
