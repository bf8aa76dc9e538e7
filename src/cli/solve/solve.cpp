// warpath solve GRAPH: every distance, and a summary of them.
#include <chrono>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/input/names.hpp"
#include "cli/input/vertices.hpp"
#include "cli/shell/command.hpp"
#include "cli/shell/console.hpp"
#include "cli/shell/utf8.hpp"
#include "cli/shell/vocabulary.hpp"
#include "cli/solve/proof.hpp"
#include "cli/solve/solve_job.hpp"
#include "io/row_writer.hpp"
#include "warpath/warpath.hpp"

namespace warpath::cli {
namespace {

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

Options to_options(const SolveArguments& arguments) {
  Options options;
  options.semiring = arguments.kind();
  options.weights = arguments.weight_type();
  options.undirected = arguments.undirected;
  options.threads = arguments.threads;
  options.block = arguments.block;
  options.kernel = arguments.kernel;
  options.method = parse<Method>(arguments.method).value_or(Method::automatic);
  if (arguments.on_negative_cycle == "mark") options.on_negative_cycle = OnNegativeCycle::mark;
  if (arguments.has_tolerance) options.negative_cycle_tolerance = arguments.cycle_tolerance;
  if (arguments.has_memory) options.memory_limit = to_bytes(arguments.memory);
  if (arguments.device == "cpu") options.device = Backend::cpu;
  if (arguments.device == "cuda") options.device = Backend::cuda;
  options.predecessors = !arguments.paths.empty();
  return options;
}

// What does not go together, before anything is read.
void check_arguments(const SolveArguments& arguments, const Options& options) {
  if (arguments.stats && options.semiring != SemiringKind::shortest_path) {
    throw Error(ErrorCode::usage,
                fmt::format("--stats sums up distances, and a {} has none", arguments.semiring),
                "leave out --semiring, or write what there is with -o");
  }
  if (arguments.stats && options.on_negative_cycle == OnNegativeCycle::mark) {
    throw Error(ErrorCode::usage,
                "--stats needs finite distances, and --on-negative-cycle mark makes others",
                "leave out one of them");
  }
  if (arguments.stats && arguments.has_sources) {
    throw Error(ErrorCode::usage, "--stats is about all vertices, and --sources picks some",
                "leave out one of them");
  }
  if (arguments.graph == "-" && sources_are_input(arguments.sources)) {
    throw Error(ErrorCode::usage, "graph and --sources both want standard input",
                "write one of them to a file");
  }
  if (const auto wish = parse_verify(arguments.verify);
      arguments.stats && wish.kind != VerifyWish::none) {
    throw Error(ErrorCode::usage, "--verify is about rows, and --stats keeps none",
                "leave out one of them");
  }
  if (arguments.stats && !arguments.paths.empty()) {
    throw Error(ErrorCode::usage, "--stats keeps no rows, and --paths wants them",
                "leave out one of them");
  }
  if (!arguments.paths.empty()) {
    if (arguments.paths == "-" && (arguments.json || arguments.output == "-")) {
      throw Error(ErrorCode::usage,
                  fmt::format("--paths - and {} both want standard output",
                              arguments.json ? "--json" : "-o -"),
                  "write the predecessors to a file");
    }
    if (arguments.paths == arguments.output) {
      throw Error(ErrorCode::usage, fmt::format("-o and --paths both name {}", arguments.paths),
                  "give each a file of its own");
    }
    io::check_rows(io::Cells::predecessors, arguments.paths, {}, to_write_options(arguments));
  }
  if (arguments.output.empty()) return;
  if (arguments.output == "-" && arguments.json) {
    throw Error(ErrorCode::usage, "-o - and --json both want standard output",
                fmt::format("write the {} to a file", arguments.stats ? "table" : "distances"));
  }
  if (arguments.stats) {
    io::check_measures(arguments.output, {}, to_write_options(arguments));
  } else {
    io::check_rows(io::Cells::distances, arguments.output, {}, to_write_options(arguments));
  }
}

Loaded read(const SolveArguments& arguments, const Options& options) {
  ProgressBar bar("reading", "B", !arguments.quiet);
  io::ReadOptions read = arguments.read_options();
  read.undirected = false;  // the solve takes arcs both ways
  read.progress = bar.callback();
  return load(arguments.graph, read, options);
}

void run_solve(const SolveArguments& arguments) {
  const auto start = std::chrono::steady_clock::now();
  const Options options = to_options(arguments);
  check_arguments(arguments, options);
  Loaded loaded = read(arguments, options);
  const std::vector<std::string> labels = std::move(loaded.labels);
  const Names names(loaded.vertices, labels, loaded.first_vertex);
  Job job{.arguments = arguments,
          .options = options,
          .loaded = std::move(loaded),
          .labels = labels,
          .sources = {},
          .names = names,
          .summary = {},
          .start = start};
  if (arguments.has_sources) job.sources = find_sources(arguments.sources, names);
  Summary& summary = job.summary;
  summary.input = arguments.graph == "-" ? "standard input" : readable(arguments.graph);
  summary.output = arguments.output == "-" ? "standard output" : readable(arguments.output);
  summary.paths = arguments.paths == "-" ? "standard output" : readable(arguments.paths);
  summary.arcs = job.loaded.arcs;
  summary.vertices = job.loaded.vertices;
  summary.chosen = arguments.has_sources;
  summary.rows = summary.chosen ? static_cast<Index>(job.sources.size()) : job.loaded.vertices;
  summary.one_way = job.loaded.one_way;
  summary.mostly_zero = job.loaded.mostly_zero;
  summary.seconds_reading = seconds_since(start);
  if (arguments.dry_run) {
    if (arguments.stats) as_graph(job.loaded, arguments.graph);
    return print_plan(job);
  }
  if (arguments.stats) return solve_stats(job);
  solve_rows(job);
}

}  // namespace

Command solve_command() {
  auto arguments = std::make_shared<SolveArguments>();
  auto& a = *arguments;
  Command command{"solve", "Compute every distance of a graph."};
  command.examples = {
      {"solve city.gr", "a summary"},
      {"solve city.gr -o dist.npy", "and all distances, for numpy.load"},
      {"solve city.gr --paths pred.npy", "the predecessors on every route"},
      {"solve flights.csv -o dist.csv", "a table from,to,weight in, and out"},
      {"solve weights.npy --weights int32", "from a matrix, +inf for no arc"},
      {"solve net.gr --semiring widest-path -o width.npy"},
      {"solve city.gr --sources 1,7,9", "from three vertices only"},
      {"solve city.gr --stats", "who is central, how far it is"},
      {"solve city.gr --verify -o dist.npy", "proved before it is written"},
      {"solve big.gr --dry-run", "the plan, its bytes, its time"},
  };
  command.add({
      {"-o,--output", "FILE", "Write the distances, .npy or .csv; - is stdout", &a.output},
      {"--paths", "FILE", "Write the predecessor of each vertex, .npy or .csv", &a.paths},
  });
  command.add(
      input_options(a, {.graph = "A graph or matrix, any format of warpath info; - is stdin",
                        .weights = "Compute in"}));
  command.add({
      {.names = "--sources",
       .value = "LIST|FILE",
       .help = "Rows of these vertices only: a,b,c, or a file, one per line; - is stdin",
       .target = &a.sources,
       .given = &a.has_sources},
      {"--stats", "", "Measure all distances, write no matrix; -o takes a .csv", &a.stats},
      {"--method",
       "NAME",
       "auto, dense, sparse or search",
       &a.method,
       {"auto", "dense", "sparse", "search"}},
      {"--kernel", "NAME", "auto, or one that warpath info lists", &a.kernel, kernel_words()},
      {"--device", "NAME", "auto, cpu or cuda", &a.device, {"auto", "cpu", "cuda"}},
      {.names = "--on-negative-cycle",
       .value = "WORD",
       .help = "refuse, or mark the pairs that can use one by -inf",
       .target = &a.on_negative_cycle,
       .words = {"refuse", "mark"}},
      {.names = "--cycle-tolerance",
       .value = "X",
       .help = "Float cycles down to -X count as 0",
       .target = &a.cycle_tolerance,
       .at_least = 0,
       .given = &a.has_tolerance},
      threads_option(&a.threads),
      {"--block", "N", "Width of pivot blocks; 0: the kernel's own", &a.block, {}, 0},
      {.names = "--memory",
       .value = "BYTES",
       .help = "Use no more than this: 500M, 2G, 1.5GiB",
       .target = &a.memory,
       .given = &a.has_memory},
      {.names = "--verify",
       .value = "HOW",
       .help = "Prove the result by the arcs: full, sample:K rows, none",
       .target = &a.verify,
       .bare = "full"},
      {"--json", "", "The summary for a script", &a.json},
      {"--dry-run", "", "Print the plan, solve nothing", &a.dry_run},
      force_option(&a.force, "the output"),
      quiet_option(&a.quiet, "No summary, no progress bar"),
  });
  command.run = [arguments] { run_solve(*arguments); };
  return command;
}

}  // namespace warpath::cli
