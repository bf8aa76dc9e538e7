// warpath path GRAPH FROM TO: one best route, or many.
#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "base/json.hpp"
#include <fmt/format.h>

#include "base/too_narrow.hpp"
#include "cli/input/load.hpp"
#include "cli/input/names.hpp"
#include "cli/input/widen.hpp"
#include "cli/path/itinerary.hpp"
#include "cli/path/route.hpp"
#include "cli/picture/picture.hpp"
#include "cli/shell/console.hpp"
#include "cli/shell/files.hpp"
#include "cli/shell/interrupt.hpp"
#include "cli/shell/utf8.hpp"
#include "io/bytes.hpp"
#include "io/output.hpp"
#include "warpath/io.hpp"

namespace warpath::cli {
namespace {

struct PathArguments : InputArguments {
  std::optional<std::string> from;
  std::optional<std::string> to;
  std::optional<std::string> pairs;
  std::string coordinates;
  std::string svg;
  std::string paths;
  std::string distances;
  bool csv = false;
  bool all = false;
  bool json = false;
  bool force = false;
};

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
  const std::string& svg = arguments.svg;
  refuse_if(svg.empty() && !arguments.coordinates.empty(),
            "--coordinates are for the picture, and there is none", "say where it goes with --svg");
  refuse_if(!svg.empty() && arguments.pairs, "--svg draws one route, and --pairs asks for many",
            "draw them one by one");
  refuse_if(
      svg == "-" && (arguments.json || arguments.csv),
      fmt::format("--svg - and --{} both want standard output", arguments.json ? "json" : "csv"),
      "write the picture to a file");
  if (!svg.empty()) io::check_writable(svg, arguments.force);
  check_apart({{"--svg", svg}}, {{"GRAPH", arguments.graph},
                                 {"--coordinates", arguments.coordinates},
                                 {"--paths", arguments.paths},
                                 {"--distances", arguments.distances}});
  const std::filesystem::path picture = io::unpacked_name(svg);
  refuse_if(picture.has_extension() && picture.extension() != ".svg" && !io::is_stream(svg),
            fmt::format("--svg draws in SVG, and {} is called otherwise", readable(svg)),
            "call it something.svg; browsers and Inkscape turn that into other formats");
}

// One search for all routes that start at the same vertex; in the order of the pairs.
std::vector<std::optional<Route>> search(const PathArguments& arguments, const Graph& graph,
                                         const Names& names, const std::vector<Pair>& pairs) {
  std::map<Index, std::vector<std::size_t>> by_source;
  for (std::size_t i = 0; i < pairs.size(); ++i) by_source[pairs[i].first].push_back(i);
  std::vector<std::optional<Route>> routes(pairs.size());
  ProgressBar bar("searching", "routes", !arguments.quiet);
  double done = 0;
  for (const auto& [from, places] : by_source) {
    std::vector<Index> targets;
    for (const std::size_t i : places) targets.push_back(pairs[i].second);
    auto found = find_routes(graph, from, targets, arguments.options.semiring, names);
    for (std::size_t k = 0; k < places.size(); ++k) routes[places[k]] = std::move(found[k]);
    done += static_cast<double>(places.size());
    bar.show({done, static_cast<double>(pairs.size())});
  }
  return routes;
}

// Where the vertices lie: beside the graph, if nothing else is said.
io::Map read_places(const PathArguments& arguments, const NumberedGraph& map) {
  std::string file = arguments.coordinates;
  std::error_code error;
  if (file.empty() && arguments.graph != "-") {
    const std::string beside = io::coordinates_beside(arguments.graph);
    if (std::filesystem::exists(beside, error)) file = beside;
  }
  refuse_if(file.empty(),
            fmt::format("{} has no coordinates beside it", io::name_of(arguments.graph)),
            "give them with --coordinates: a .co file, or a table of name, x, y");
  return io::read_map(file, map.graph, map.first_vertex);
}

void write_picture(const PathArguments& arguments, const Journey& journey, const io::Map& map) {
  const Graph& graph = journey.graph;
  const bool has_edges = graph.direction() == Direction::undirected;
  std::string subtitle = counted(graph.vertices(), "vertex", "vertices") + ", ";
  subtitle += has_edges ? counted((graph.arcs() + loops_of(graph)) / 2, "edge", "edges")
                        : counted(graph.arcs(), "arc", "arcs");
  if (journey.route) subtitle += ", a route of " + count_legs(journey);
  const std::string text = draw(journey, map.places, subtitle, map.degree);
  // From here on Ctrl-C unwinds, so that no temporary file stays behind.
  const Interruptible guard;
  ProgressBar bar("writing", "B", !arguments.quiet);
  io::Output output(arguments.svg, arguments.force, bar.callback(), text.size());
  output.write(text);
  output.commit();
}

void answer(const PathArguments& arguments) {
  const NumberedGraph map = load_graph(arguments);
  const Names names(map.graph, map.first_vertex);
  const std::vector<Pair> pairs =
      arguments.pairs ? read_pairs(*arguments.pairs, names)
                      : std::vector<Pair>{{names.find(*arguments.from), names.find(*arguments.to)}};
  io::Map places;
  if (!arguments.svg.empty()) places = read_places(arguments, map);

  std::optional<SavedRoutes> saved;
  std::vector<std::optional<Route>> found;
  if (arguments.paths.empty()) {
    try {
      found = search(arguments, map.graph, names, pairs);
    } catch (const TooNarrow& error) {
      const TooNarrow told(error.type(), named(error, names), error.remedy());
      (void)next_type(told, map.graph);
      throw told;
    }
  } else {
    std::optional<SavedMatrix> distances;
    if (!arguments.distances.empty()) {
      distances.emplace(arguments.distances, arguments.graph, names);
    }
    SavedMatrix predecessors(arguments.paths, arguments.graph, names);
    check_predecessors(predecessors.cells());
    saved.emplace(SavedRoutes{map.graph, names, arguments.options.semiring, std::move(predecessors),
                              std::move(distances)});
  }
  const bool list = arguments.pairs.has_value();
  Json json = Json::array();
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto [from, to] = pairs[i];
    Journey journey{map.graph, names, from, to, arguments.options.semiring};
    journey.route = saved ? saved->route(from, to) : std::move(found[i]);
    if (!arguments.svg.empty()) write_picture(arguments, journey, places);
    if (arguments.csv) {
      print(fmt::format("{}{}\n", i == 0 ? "from,to,total,legs,route\n" : "", csv_line(journey)));
    } else if (arguments.json) {
      json.push_back(for_machines(journey));
    } else if (!arguments.quiet && list) {
      print(line_for_people(journey, arguments.all) + '\n');
    } else if (!arguments.quiet) {
      (arguments.svg == "-" ? say : print)(for_people(journey, arguments.all, line_columns()));
    }
  }
  // At the end: what fails before is told instead, not behind the half of a list.
  if (arguments.json) print_json(list ? json : json.elements().front());
}

void run_path(const PathArguments& arguments) {
  check_questions(arguments);
  try {
    answer(arguments);
  } catch (const TooNarrow& error) {
    // Nothing was printed yet; what came through a pipe cannot be read again.
    const std::optional<WeightType> wider = wider_than(error.type());
    const bool piped = arguments.graph == "-" || arguments.pairs == "-";
    if (arguments.options.weights || piped || !wider) throw;
    PathArguments once_more = arguments;
    once_more.options.weights = wider;
    answer(once_more);
  }
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
  command.run = [arguments] {
    name_stdout(arguments->svg);
    run_path(*arguments);
  };
  return command;
}

}  // namespace warpath::cli
