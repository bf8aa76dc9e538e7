// warpath convert FROM TO: a graph in another format.
#include <algorithm>
#include <memory>
#include <string>

#include <fmt/format.h>

#include "cli/input/load.hpp"
#include "cli/shell/console.hpp"
#include "cli/shell/files.hpp"
#include "cli/shell/interrupt.hpp"
#include "cli/shell/options.hpp"
#include "cli/shell/utf8.hpp"
#include "io/format.hpp"
#include "io/output.hpp"

namespace warpath::cli {
namespace {

struct ConvertArguments : InputArguments {
  std::string to;
  std::string to_format;
  bool force = false;
};

bool has_parallel_arcs(const Graph& graph) {
  for (Index u = 0; u < graph.vertices(); ++u) {
    const auto targets = targets_of(graph, u);
    if (std::adjacent_find(targets.begin(), targets.end()) != targets.end()) return true;
  }
  return false;
}

// Whether the labels are the numbers that the vertices have anyway.
bool labels_are_numbers(const Graph& graph, Index first_vertex) {
  for (std::size_t v = 0; v < graph.labels().size(); ++v) {
    if (graph.labels()[v] != std::to_string(static_cast<Index>(v) + first_vertex)) return false;
  }
  return true;
}

// Not every format has a place for everything.
void warn_about_losses(const NumberedGraph& input, const std::string& output,
                       const io::Format& format) {
  const bool keeps_names = format.name == "csv" || format.name == "tsv";
  if (!keeps_names && !labels_are_numbers(input.graph, format.first_vertex)) {
    complain(
        fmt::format("{} has no names: vertices are numbered in the order of the input", output),
        "convert to .csv or .tsv to keep them");
  } else if (!keeps_names && input.graph.labels().empty() &&
             input.first_vertex != format.first_vertex) {
    complain(fmt::format("vertex {} of the input is vertex {} in {}, and so on", input.first_vertex,
                         format.first_vertex, output));
  }
  if (format.name == "mtx" && has_parallel_arcs(input.graph)) {
    complain(fmt::format("{} has several arcs between the same vertices", output),
             "many readers of Matrix Market add such entries up");
  }
}

void run_convert(const ConvertArguments& arguments) {
  io::WriteOptions write;
  write.format = arguments.to_format;
  write.force = arguments.force;
  const io::Format& format = io::output_format(arguments.to, write);
  io::check_writable(arguments.to, arguments.force);
  check_apart({{"OUTPUT", arguments.to}}, {{"INPUT", arguments.graph}});

  const NumberedGraph input = load_graph(arguments);
  if (!arguments.quiet) warn_about_losses(input, arguments.to, format);
  write.first_vertex = input.first_vertex;

  {
    // Ctrl-C unwinds, so that no temporary file stays behind.
    const Interruptible guard;
    ProgressBar bar("writing", "B", !arguments.quiet);
    write.progress = bar.callback();
    io::write_graph(arguments.to, input.graph, write);
  }
  if (!arguments.quiet && arguments.to != "-") {
    say(fmt::format("{}: {}\n", readable(arguments.to), contents_text(input.graph)));
  }
}

}  // namespace

Command convert_command() {
  auto arguments = std::make_shared<ConvertArguments>();
  auto& a = *arguments;
  Command command{"convert", "Write a graph in another format."};
  command.text =
      "Names, numbers, arcs and weights stay as they are where the format has a place\n"
      "for them. Gzipped files are read as they are, and written where the name ends in\n"
      ".gz.";
  command.examples = {
      {"convert flights.csv flights.gr"},
      {"convert road.gr.gz road.mtx"},
      {"convert links.txt net.gr --undirected", "every line is meant both ways"},
      {"convert net.gr - --to csv | sort", "to the next program"},
  };
  command.options = {
      {"INPUT", "", "A graph or matrix, any format of warpath info; - is stdin", &a.graph},
      {"OUTPUT", "", "A file, whose name tells the format; - is stdout", &a.to},
      {"--from", "NAME", "Format of INPUT, if neither name nor content tells", &a.format,
       format_words()},
      {"--to", "NAME", "Format of OUTPUT, if its name does not tell", &a.to_format,
       graph_format_words()},
      column_option(&a.column),
      columns_option(&a.columns),
      weights_option(&a.options.weights, "Instead of what fits:"),
      {"--undirected", "", "Every arc is meant both ways", &a.options.undirected},
      force_option(&a.force, "OUTPUT"),
      quiet_option(&a.quiet),
  };
  command.run = [arguments] { run_convert(*arguments); };
  return command;
}

}  // namespace warpath::cli
