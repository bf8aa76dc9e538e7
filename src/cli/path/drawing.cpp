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
#include "io/output.hpp"
#include "warpath/error.hpp"
#include "warpath/io.hpp"

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
    const Index* offset = &graph.offsets()[static_cast<std::size_t>(v)];
    loops +=
        std::count(graph.targets().begin() + offset[0], graph.targets().begin() + offset[1], v);
  }
  return fmt::format("{}, {}", vertices, counted((graph.arcs() + loops) / 2, "edge", "edges"));
}

}  // namespace

void check_drawing(const PathArguments& arguments) {
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
}

std::vector<Coordinate> read_places(const PathArguments& arguments, const NumberedGraph& map) {
  std::string file = arguments.coordinates;
  std::error_code error;
  if (file.empty() && arguments.graph != "-") {
    const std::string beside = io::coordinates_beside(arguments.graph);
    if (std::filesystem::exists(beside, error)) file = beside;
  }
  refuse_if(file.empty(),
            fmt::format("{} has no coordinates beside it", io::name_of(arguments.graph)),
            "give them with --coordinates: a .co file, or a table of name, x, y");
  return io::read_coordinates(file, map.graph, map.first_vertex);
}

void write_drawing(const PathArguments& arguments, const Journey& journey,
                   const std::vector<Coordinate>& places) {
  std::string subtitle = size_text(journey.graph);
  if (journey.route) subtitle += ", a route of " + count_legs(journey);
  const std::string text = draw(journey, places, subtitle);
  // From here on Ctrl-C unwinds, so that no temporary file stays behind.
  const Interruptible guard;
  ProgressBar bar("writing", "B", !arguments.quiet);
  io::Output output(arguments.svg, arguments.force, bar.callback(), text.size());
  output.write(text);
  output.commit();
}

}  // namespace warpath::cli
