// The picture of a route.
#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "cli/path/path.hpp"
#include "cli/picture/picture.hpp"
#include "cli/shell/console.hpp"
#include "cli/shell/interrupt.hpp"
#include "io/bytes.hpp"
#include "io/format.hpp"
#include "io/output.hpp"
#include "warpath/error.hpp"

namespace warpath::cli {
namespace {

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

}  // namespace

void check_drawing(const PathArguments& arguments) {
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

std::vector<Coordinate> read_places(const PathArguments& arguments, const NumberedGraph& map,
                                    const Names& names) {
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
  std::vector<Coordinate> places = io::read_coordinates(file, map.graph, map.first_vertex);
  check_places(places, names);
  return places;
}

void write_drawing(const PathArguments& arguments, const Journey& journey,
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

}  // namespace warpath::cli
