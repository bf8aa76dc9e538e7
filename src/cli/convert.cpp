// warpath convert FROM TO: a graph in another format.
#include <memory>
#include <string>

#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/console.hpp"
#include "cli/interrupt.hpp"
#include "cli/vocabulary.hpp"
#include "io/format.hpp"
#include "warpath/io.hpp"

namespace warpath::cli {
namespace {

struct ConvertArguments {
  std::string from;
  std::string to;
  std::string from_format;
  std::string to_format;
  std::string weights;
  bool undirected = false;
  bool force = false;
  bool quiet = false;
};

// Not every format has a place for everything.
void warn_about_losses(const Graph& graph, const std::string& output, std::string_view format) {
  const bool keeps_names = format == "csv" || format == "tsv";
  if (!graph.labels().empty() && !keeps_names) {
    complain(
        fmt::format("{} has no names: vertices are numbered in the order of the input", output),
        "convert to .csv or .tsv to keep them");
  }
}

void run_convert(const ConvertArguments& arguments) {
  io::WriteOptions write;
  write.format = arguments.to_format;
  write.force = arguments.force;
  const io::Format& format = io::output_format(arguments.to, write);
  io::check_writable(arguments.to, arguments.force);

  io::ReadOptions read;
  read.format = arguments.from_format;
  read.undirected = arguments.undirected;
  if (!arguments.weights.empty()) read.weights = to_weight_type(arguments.weights);
  const Graph graph = [&] {
    ProgressBar bar("reading", "B", !arguments.quiet);
    read.progress = bar.callback();
    return io::read_graph(arguments.from, read);
  }();
  if (!arguments.quiet) warn_about_losses(graph, arguments.to, format.name);

  {
    // Ctrl-C unwinds, so that no temporary file stays behind.
    const Interruptible guard;
    ProgressBar bar("writing", "B", !arguments.quiet);
    write.progress = bar.callback();
    io::write_graph(arguments.to, graph, write);
  }
  if (!arguments.quiet && arguments.to != "-") {
    fmt::print(stderr, "{}: {}, {}, {}\n", arguments.to,
               counted(graph.vertices(), "vertex", "vertices"),
               counted(graph.arcs(), "arc", "arcs"), to_string(graph.weight_type()));
  }
}

}  // namespace

Command convert_command() {
  auto arguments = std::make_shared<ConvertArguments>();
  auto& a = *arguments;
  Command command{"convert", "Write a graph in another format."};
  command.text =
      "Weights and arcs stay as they are. Gzipped files are read as they are, and\n"
      "written where the name ends in .gz.";
  command.examples = {
      {"convert flights.csv flights.gr"},
      {"convert road.gr.gz road.mtx"},
      {"convert links.txt net.gr --undirected", "every line is meant both ways"},
      {"convert net.gr - --to csv | sort", "to the next program"},
  };
  command.options = {
      {.names = "INPUT",
       .help = "A graph or matrix, any format of warpath info; - is stdin",
       .target = &a.from,
       .required = true},
      {.names = "OUTPUT",
       .help = "A file, whose name tells the format; - is stdout",
       .target = &a.to,
       .required = true},
      {"--from", "NAME", "Format of INPUT, if neither name nor content tell", &a.from_format,
       format_words()},
      {.names = "--to",
       .value = "NAME",
       .help = "Format of OUTPUT, if its name does not tell",
       .target = &a.to_format,
       .words = graph_format_words(),
       .noun = "format for written graphs"},
      {.names = "--weights",
       .value = "TYPE",
       .help = "float32, float64, int32, int16; default: what fits",
       .target = &a.weights,
       .words = weight_words(),
       .noun = "weight type"},
      {"--undirected", "", "Every arc is meant both ways", &a.undirected},
      {"--force", "", "Replace OUTPUT if it exists", &a.force},
      {"-q,--quiet", "", "Say nothing", &a.quiet},
  };
  command.run = [arguments] { run_convert(*arguments); };
  return command;
}

}  // namespace warpath::cli
