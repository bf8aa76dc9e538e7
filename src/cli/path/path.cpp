// warpath path GRAPH FROM TO: one best route, or many.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/input/load.hpp"
#include "cli/input/names.hpp"
#include "cli/path/itinerary.hpp"
#include "cli/path/path_job.hpp"
#include "cli/path/route_list.hpp"
#include "cli/picture/picture.hpp"
#include "cli/shell/command.hpp"
#include "cli/shell/console.hpp"
#include "cli/shell/interrupt.hpp"
#include "cli/shell/utf8.hpp"
#include "cli/shell/vocabulary.hpp"
#include "io/bytes.hpp"
#include "io/output.hpp"
#include "warpath/error.hpp"
#include "warpath/io.hpp"

namespace warpath::cli {
namespace {

NumberedGraph read_map(const PathArguments& arguments) {
  io::ReadOptions read;
  read.format = arguments.format;
  if (!arguments.weights.empty()) read.weights = to_weight_type(arguments.weights);
  read.column = arguments.column;
  read.semiring = to_semiring(arguments.semiring);
  read.undirected = arguments.undirected;
  ProgressBar bar("reading", "B", !arguments.quiet);
  read.progress = bar.callback();
  return load_graph(arguments.graph, read);
}

std::vector<Coordinate> places_of(const PathArguments& arguments, const NumberedGraph& map) {
  std::string file = arguments.coordinates;
  std::error_code error;
  if (file.empty() && arguments.graph != "-") {
    const std::string beside = io::coordinates_beside(arguments.graph);
    if (std::filesystem::exists(beside, error)) file = beside;
  }
  if (file.empty()) {
    throw Error(ErrorCode::usage,
                fmt::format("{} has no coordinates beside it", io::name_of(arguments.graph)),
                "give them with --coordinates: a .co file, or a table of name, x, y");
  }
  return io::read_coordinates(file, map.graph, map.first_vertex);
}

void check_svg(const PathArguments& arguments) {
  if (arguments.svg.empty()) {
    if (arguments.coordinates.empty()) return;
    throw Error(ErrorCode::usage, "--coordinates are for the picture, and there is none",
                "say where it goes with --svg");
  }
  if (arguments.has_pairs) {
    throw Error(ErrorCode::usage, "--svg draws one route, and --pairs asks for many",
                "draw them one by one");
  }
  if (arguments.svg == "-" && (arguments.json || arguments.csv)) {
    throw Error(
        ErrorCode::usage,
        fmt::format("--svg - and --{} both want standard output", arguments.json ? "json" : "csv"),
        "write the picture to a file");
  }
  io::check_writable(arguments.svg, arguments.force);
}

// "14 vertices, 25 edges": what the file has, not the two arcs that an edge is kept as.
std::string size_text(const Graph& graph) {
  const std::string vertices = counted(graph.vertices(), "vertex", "vertices");
  if (graph.direction() == Direction::directed) {
    return fmt::format("{}, {}", vertices, counted(graph.arcs(), "arc", "arcs"));
  }
  Index loops = 0;  // which are kept as one
  for (Index v = 0; v < graph.vertices(); ++v) {
    const auto [first, end] = std::pair(graph.offsets()[static_cast<std::size_t>(v)],
                                        graph.offsets()[static_cast<std::size_t>(v) + 1]);
    loops += std::count(graph.targets().begin() + first, graph.targets().begin() + end, v);
  }
  return fmt::format("{}, {}", vertices, counted((graph.arcs() + loops) / 2, "edge", "edges"));
}

void write_picture(const PathArguments& arguments, const Journey& journey,
                   const std::vector<Coordinate>& places) {
  Picture picture{journey.graph, places, journey.names, journey.from, journey.to};
  picture.title = journey.route ? "From " + title(journey) : title(journey);
  picture.subtitle = size_text(journey.graph);
  if (journey.route) picture.subtitle += ", a route of " + count_legs(journey);
  if (journey.route) picture.route = &*journey.route;
  const std::string text = draw(picture);
  // From here on Ctrl-C unwinds, so that no temporary file stays behind.
  const Interruptible guard;
  ProgressBar bar("writing", "B", !arguments.quiet);
  io::Output output(arguments.svg, arguments.force, bar.callback(), text.size());
  output.write(text);
  output.commit();
}

void run_path(const PathArguments& arguments) {
  const SemiringKind semiring = to_semiring(arguments.semiring);
  check_questions(arguments);
  check_svg(arguments);
  const NumberedGraph map = read_map(arguments);
  const Names names(map.graph, map.first_vertex);
  if (arguments.has_pairs) return run_pairs(arguments, map.graph, names);
  const Index from = names.find(arguments.from);
  const Index to = names.find(arguments.to);
  std::vector<Coordinate> places;
  if (!arguments.svg.empty()) {
    places = places_of(arguments, map);
    check_places(places, names);
  }

  Journey journey{map.graph, names, from, to, semiring};
  journey.route = one_route(arguments, map.graph, names, from, to);
  if (!arguments.svg.empty()) write_picture(arguments, journey, places);
  if (arguments.csv) {
    RouteList list(ListStyle::csv, true);
    list.add(journey);
    list.finish();
  } else if (arguments.json) {
    fmt::print("{}\n", for_machines(journey).dump(2));
  } else if (!arguments.quiet) {
    fmt::print(arguments.svg == "-" ? stderr : stdout, "{}", for_people(journey, arguments.all));
  }
}

}  // namespace

Command path_command() {
  auto arguments = std::make_shared<PathArguments>();
  Command command;
  command.name = "path";
  command.brief = "Find the best route from one vertex to another, or many.";
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
  PathArguments& to = *arguments;
  const auto add = [&](OptionRow row) { command.options.push_back(std::move(row)); };
  add({.names = "GRAPH",
       .help = "A graph or matrix; - is stdin",
       .target = &to.graph,
       .required = true});
  add({.names = "FROM",
       .help = "Where the route starts",
       .target = &to.from,
       .vertex = true,
       .given = &to.has_from});
  add({.names = "TO",
       .help = "Where it ends",
       .target = &to.to,
       .vertex = true,
       .given = &to.has_to});
  add({.names = "--pairs",
       .value = "FILE",
       .help = "Many routes: a file, two names per line; - is stdin",
       .target = &to.pairs,
       .given = &to.has_pairs});
  add({"--paths", "FILE", "Read routes from what solve --paths saved (.npy)", &to.paths});
  add({"--distances", "FILE", "And see that they are as long as these say (.npy)", &to.distances});
  add({"--format", "NAME", "Of GRAPH, if neither name nor content tell", &to.format,
       format_words()});
  add({"--column", "NAME", "Weights of a table, if its header does not tell", &to.column});
  add({.names = "--weights",
       .value = "TYPE",
       .help = "Read weights as float32, float64, int32, int16",
       .target = &to.weights,
       .words = weight_words(),
       .noun = "weight type"});
  add({"--undirected", "", "Travel every arc both ways", &to.undirected});
  add({"--semiring", "NAME", "shortest-path, widest-path, minimax-path, reachability", &to.semiring,
       semiring_words()});
  add({"--svg", "FILE", "Draw the network and the route; - is stdout", &to.svg});
  add({"--coordinates", "FILE", "Where vertices lie: .co, or a table name,x,y", &to.coordinates});
  add({"--all", "", "Show every leg of a long route", &to.all});
  add({.names = "--csv",
       .help = "As a table from,to,total,legs,route",
       .target = &to.csv,
       .not_with = "--json"});
  add({"--json", "", "The route for a script", &to.json});
  add({"--force", "", "Replace the picture if it exists", &to.force});
  add({"-q,--quiet", "", "No route in words, no progress bar", &to.quiet});
  command.run = [arguments] { run_path(*arguments); };
  return command;
}

}  // namespace warpath::cli
