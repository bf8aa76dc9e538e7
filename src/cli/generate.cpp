// warpath generate KIND: graphs made to order.
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/interrupt.hpp"
#include "io/format.hpp"
#include "warpath/generate.hpp"
#include "warpath/warpath.hpp"

namespace warpath::cli {
namespace {

struct GenerateArguments {
  std::string kind;
  Index vertices = 0;
  std::string output = "-";
  std::string format;
  std::string weights = "float32";
  GenerateOptions options;
  bool degree_given = false;
  bool force = false;
  bool quiet = false;
};

GraphKind to_kind(std::string_view word) {
  if (const auto kind = parse_graph_kind(word)) return *kind;
  std::vector<std::string_view> known;
  for (const GraphKind kind : graph_kinds()) known.push_back(to_string(kind));
  unknown_word("kind of graph", word, known);
}

void run_generate(const GenerateArguments& arguments) {
  const GraphKind kind = to_kind(arguments.kind);
  if (arguments.degree_given && !has_degree(kind)) {
    throw Error(ErrorCode::usage,
                fmt::format("--degree means nothing for a {} graph", arguments.kind));
  }
  GenerateOptions options = arguments.options;
  options.weight = to_weight_type(arguments.weights);
  io::WriteOptions write;
  write.format = arguments.format;
  write.force = arguments.force;
  write.comment = fmt::format("warpath generate {} -n {} --seed {} --weights {}", arguments.kind,
                              arguments.vertices, options.seed, arguments.weights);
  if (has_degree(kind)) write.comment += fmt::format(" --degree {}", options.degree);
  io::output_format(arguments.output, write);  // complains now rather than after the work
  io::check_writable(arguments.output, arguments.force);

  const Graph graph = generate(kind, arguments.vertices, options);
  const Interruptible guard;
  ProgressBar bar("writing", "B", false);
  write.progress = bar.callback();
  io::write_graph(arguments.output, graph, write);
  if (!arguments.quiet && arguments.output != "-") {
    fmt::print(stderr, "{}: {} graph, {} vertices, {} arcs, {}\n", arguments.output, arguments.kind,
               grouped(graph.vertices()), grouped(graph.arcs()), to_string(graph.weight_type()));
  }
}

}  // namespace

void add_generate(CLI::App& program) {
  auto arguments = std::make_shared<GenerateArguments>();
  std::string description =
      "Make a graph of a given kind.\n\n"
      "The same options give the same graph on every machine.\n\n"
      "Examples:\n"
      "  warpath generate road -n 4096 -o city.gr\n"
      "  warpath generate gnp -n 1000 --degree 4 --seed 7 --weights int32 -o net.gr\n"
      "  warpath generate chain -n 100 | warpath solve -\n\n"
      "Kinds:\n";
  for (const GraphKind kind : graph_kinds()) {
    description += fmt::format("  {:<12}{}\n", to_string(kind), describe(kind));
  }
  CLI::App* command = program.add_subcommand("generate", description);
  command->add_option("KIND", arguments->kind, "One of the kinds above")->required();
  command->add_option("-n,--vertices", arguments->vertices, "How many vertices")
      ->required()
      ->type_name("N")
      ->check(at_least(0));
  command->add_option("--seed", arguments->options.seed, "Another seed, another graph (1)")
      ->type_name("S");
  command->add_option("-o,--output", arguments->output, "Where to; - or nothing: stdout, as .gr")
      ->type_name("FILE");
  command->add_option("--format", arguments->format, "Format, if the file's name does not tell")
      ->type_name("NAME");
  command->add_option("--weights", arguments->weights, "float32, float64, int32 or int16")
      ->type_name("TYPE");
  CLI::Option* degree =
      command->add_option("--degree", arguments->options.degree, "Arcs per vertex (8)")
          ->type_name("D");
  command->add_flag("--force", arguments->force, "Replace the file if it exists");
  command->add_flag("-q,--quiet", arguments->quiet, "Say nothing");
  command->callback([arguments, degree] {
    arguments->degree_given = degree->count() > 0;
    run_generate(*arguments);
  });
}

}  // namespace warpath::cli
