// warpath generate KIND: graphs made to order.
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "cli/input/load.hpp"
#include "cli/shell/console.hpp"
#include "cli/shell/interrupt.hpp"
#include "cli/shell/options.hpp"
#include "cli/shell/utf8.hpp"
#include "generate/kinds.hpp"
#include "io/format.hpp"
#include "io/output.hpp"
#include "warpath/generate.hpp"
#include "warpath/warpath.hpp"

namespace warpath::cli {
namespace {

struct GenerateArguments {
  GraphKind kind{};
  Index vertices = 0;
  std::string output = "-";
  std::string format;
  std::optional<double> degree;
  GenerateOptions options;  // the others
  bool force = false;
  bool quiet = false;
};

void run_generate(const GenerateArguments& arguments) {
  const GraphKind kind = arguments.kind;
  refuse_if(arguments.degree && !has_degree(kind),
            fmt::format("--degree means nothing for a {} graph", to_string(kind)));
  GenerateOptions options = arguments.options;
  if (arguments.degree) options.degree = *arguments.degree;
  io::WriteOptions write;
  write.format = arguments.format;
  write.force = arguments.force;
  write.comment = fmt::format("warpath generate {} -n {} --seed {} --weights {}", to_string(kind),
                              arguments.vertices, options.seed, to_string(options.weight));
  if (has_degree(kind)) write.comment += fmt::format(" --degree {}", options.degree);
  const io::Format& format = io::output_format(arguments.output, write);
  io::check_writable(arguments.output, arguments.force);

  const Graph graph = generate(kind, arguments.vertices, options);
  // Where path --svg looks for them. Pipes and devices have nothing beside them.
  std::string coordinates;
  if (!graph.coordinates().empty() && !io::is_stream(arguments.output)) {
    coordinates = io::coordinates_beside(arguments.output);
    refuse_if(io::same_output(coordinates, arguments.output),
              fmt::format("{} is where the coordinates go, not the graph", coordinates),
              "give the graph another ending, such as .gr");
    io::check_writable(coordinates, arguments.force);
  }
  {
    const Interruptible guard;
    write.progress = quiet_progress;
    io::Changes changes;
    io::Output arcs(arguments.output, write.force, write.progress);
    format.write(arcs, graph, write);
    arcs.finish(changes);
    std::optional<io::Output> places;
    if (!coordinates.empty()) {
      io::write_coordinates(places.emplace(coordinates, write.force, write.progress), graph);
      places->finish(changes);
    }
    io::make_all(changes);
  }
  if (!arguments.quiet && arguments.output != "-") {
    say(fmt::format("{}: {} graph, {}\n", readable(arguments.output), to_string(kind),
                    contents_text(graph)));
    if (!coordinates.empty()) say(fmt::format("{}: their coordinates\n", readable(coordinates)));
  }
}

}  // namespace

Command generate_command() {
  auto arguments = std::make_shared<GenerateArguments>();
  auto& a = *arguments;
  Command command{"generate", "Make a graph of a given kind."};
  command.text = "The same options give the same graph on every machine.\n\nKinds:\n";
  for (const GraphKind kind : graph_kinds()) {
    command.text += fmt::format("  {:<12}{}\n", to_string(kind), describe(kind));
  }
  command.examples = {
      {"generate road -n 4096 -o city.gr"},
      {"generate gnp -n 1000 --degree 4 --weights int32 -o net.gr"},
      {"generate chain -n 100 | warpath solve -"},
  };
  command.options = {
      {"KIND", "", "One of the kinds above", &a.kind, graph_kind_words()},
      {.names = "-n,--vertices",
       .value = "N",
       .help = "How many vertices",
       .target = &a.vertices,
       .at_least = 0,
       .required = true},
      {"--seed", "S", "Another seed, another graph (1)", &a.options.seed},
      {"-o,--output", "FILE", "Where to (stdout); coordinates go to a .co beside it", &a.output},
      {"--format", "NAME", "Format, if the file's name does not tell", &a.format,
       graph_format_words()},
      weights_option(&a.options.weight, "Their type:"),
      {"--degree", "D", "Arcs per vertex (8)", &a.degree},
      force_option(&a.force, "the file"),
      quiet_option(&a.quiet),
  };
  command.run = [arguments] { run_generate(*arguments); };
  return command;
}

}  // namespace warpath::cli
