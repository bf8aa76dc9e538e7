// warpath solve GRAPH: every distance, and a summary of them.
#include <chrono>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/command.hpp"
#include "cli/console.hpp"
#include "cli/interrupt.hpp"
#include "cli/load.hpp"
#include "cli/names.hpp"
#include "cli/summary.hpp"
#include "cli/utf8.hpp"
#include "cli/vocabulary.hpp"
#include "warpath/io.hpp"
#include "warpath/warpath.hpp"

namespace warpath::cli {
namespace {

struct SolveArguments {
  std::string graph;
  std::string output;
  std::string paths;
  std::string format;
  std::string column;
  std::string method = "auto";
  std::string kernel = "auto";
  std::string device = "auto";
  std::string weights;
  std::string semiring = "shortest-path";
  int threads = 0;
  Index block = 0;
  bool undirected = false;
  bool json = false;
  bool dry_run = false;
  bool force = false;
  bool quiet = false;
};

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

Options to_options(const SolveArguments& arguments) {
  Options options;
  options.semiring = to_semiring(arguments.semiring);
  if (!arguments.weights.empty()) options.weights = to_weight_type(arguments.weights);
  options.undirected = arguments.undirected;
  options.threads = arguments.threads;
  options.block = arguments.block;
  options.kernel = arguments.kernel;
  if (arguments.device == "cpu") options.device = Backend::cpu;
  if (arguments.device == "cuda") options.device = Backend::cuda;
  if (arguments.method == "sparse") {
    throw Error(ErrorCode::unsupported, "this version has no sparse method yet",
                "use --method dense");
  }
  if (!arguments.paths.empty()) {
    throw Error(ErrorCode::unsupported, "this version does not compute predecessors yet",
                "leave out --paths");
  }
  return options;
}

io::WriteOptions to_write_options(const SolveArguments& arguments) {
  io::WriteOptions write;
  write.force = arguments.force;
  return write;
}

// All that can be said about the output before the work.
void check_output(const SolveArguments& arguments) {
  if (arguments.output.empty()) return;
  if (arguments.output == "-" && arguments.json) {
    throw Error(ErrorCode::usage, "-o - and --json both want standard output",
                "write the distances to a file");
  }
  io::check_distances(arguments.output, {}, to_write_options(arguments));
}

Loaded read(const SolveArguments& arguments, const Options& options) {
  ProgressBar bar("reading", "B", !arguments.quiet);
  io::ReadOptions read;
  read.format = arguments.format;
  read.column = arguments.column;
  read.weights = options.weights;
  read.progress = bar.callback();
  return load(arguments.graph, read, options);
}

// The library counts vertices from 0. Its complaints are completed by what people call them.
template <class Work>
Result with_names(const Names& names, const Work& work) {
  try {
    return work();
  } catch (const Error& error) {
    std::string known;
    for (const Index v : error.vertices()) {
      const std::string called = names.has_label(v)
                                     ? readable(names.name(v))
                                     : fmt::format("number {} in the file", names.number(v));
      known += fmt::format("{}vertex {} is {}", known.empty() ? "" : ", ", v, called);
    }
    const bool obvious = !names.has_labels() && names.number(0) == 0;
    if (obvious || (known.empty() && error.code() != ErrorCode::bad_input)) throw;
    if (known.empty()) known = "vertices are counted from 0 here, in the order of the file";
    throw Error(error.code(), fmt::format("{} ({})", error.happened(), known), error.remedy(),
                error.vertices());
  }
}

void print_plan(const SolveArguments& arguments, const Loaded& loaded, const Options& options) {
  const Plan planned = plan_loaded(loaded, options);
  if (arguments.json) {
    fmt::print("{}\n", plan_json(planned, loaded.arcs).dump(2));
  } else {
    fmt::print("{}", planned.to_string());
  }
}

void run_solve(const SolveArguments& arguments) {
  const auto start = std::chrono::steady_clock::now();
  Options options = to_options(arguments);
  check_output(arguments);
  Loaded loaded = read(arguments, options);
  Summary summary;
  summary.input = arguments.graph == "-" ? "standard input" : readable(arguments.graph);
  summary.output = arguments.output == "-" ? "standard output" : readable(arguments.output);
  summary.arcs = loaded.arcs;
  summary.one_way = loaded.one_way;
  summary.mostly_zero = loaded.mostly_zero;
  summary.seconds_reading = seconds_since(start);
  if (arguments.dry_run) return print_plan(arguments, loaded, options);

  const std::vector<std::string> labels = std::move(loaded.labels);
  const Names names(loaded.vertices, labels, loaded.first_vertex);
  const io::Naming naming{labels, loaded.first_vertex};
  io::WriteOptions write = to_write_options(arguments);
  if (!arguments.output.empty()) {
    io::check_distances(arguments.output, naming, write, loaded.result_bytes);
  }

  const Result result = [&] {
    const Interruptible guard;
    ProgressBar bar("solving", "tasks", !arguments.quiet);
    options.progress = bar.callback();
    return with_names(names, [&] { return solve_loaded(std::move(loaded), options); });
  }();
  if (!arguments.output.empty()) {
    // Ctrl-C unwinds, so that no temporary file stays behind.
    const Interruptible guard;
    const auto writing = std::chrono::steady_clock::now();
    ProgressBar bar("writing", "B", !arguments.quiet);
    write.progress = bar.callback();
    io::write_distances(arguments.output, result, naming, write);
    summary.seconds_writing = seconds_since(writing);
    summary.labels = readable(io::labels_written(arguments.output, naming, write));
  }
  summary.seconds_total = seconds_since(start);
  summary.overview = look_over(result);
  if (arguments.json) {
    fmt::print("{}\n", for_machines(result, names, summary).dump(2));
  } else if (!arguments.quiet) {
    fmt::print(arguments.output == "-" ? stderr : stdout, "{}", for_people(result, names, summary));
  }
}

}  // namespace

Command solve_command() {
  auto arguments = std::make_shared<SolveArguments>();
  auto& a = *arguments;
  Command command{"solve", "Compute every distance of a graph."};
  command.examples = {
      {"solve city.gr", "a summary"},
      {"solve city.gr -o dist.npy", "and all distances, for numpy.load"},
      {"solve flights.csv -o dist.csv", "a table from,to,weight in, and out"},
      {"solve weights.npy --weights int32", "from a matrix, +inf for no arc"},
      {"solve net.gr --semiring widest-path -o width.npy"},
      {"solve big.gr --dry-run", "the plan, its bytes, its time"},
  };
  command.options = {
      {.names = "GRAPH",
       .help = "A graph or matrix, any format of warpath info; - is stdin",
       .target = &a.graph,
       .required = true},
      {"-o,--output", "FILE", "Write the distances, .npy or .csv; - is stdout", &a.output},
      {.names = "--paths", .value = "FILE", .target = &a.paths, .hidden = true},
      {"--format", "NAME", "Of GRAPH, if neither name nor content tell", &a.format, format_words()},
      {"--column", "NAME", "Weights of a table, if its header does not tell", &a.column},
      {"--method", "NAME", "auto or dense", &a.method, method_words()},
      {"--kernel", "NAME", "auto, or one that warpath info lists", &a.kernel, kernel_words()},
      {"--device", "NAME", "auto, cpu or cuda", &a.device, device_words()},
      {.names = "--weights",
       .value = "TYPE",
       .help = "Compute in float32, float64, int32, int16",
       .target = &a.weights,
       .words = weight_words(),
       .noun = "weight type"},
      {"--semiring", "NAME", "shortest-path, widest-path, minimax-path, reachability", &a.semiring,
       semiring_words()},
      {"--undirected", "", "Travel every arc both ways", &a.undirected},
      {"--threads", "N", "On the CPU; 0: all there are", &a.threads, {}, 0},
      {"--block", "N", "Width of pivot blocks; 0: the kernel's own", &a.block, {}, 0},
      {"--json", "", "The summary for a script", &a.json},
      {"--dry-run", "", "Print the plan, solve nothing", &a.dry_run},
      {"--force", "", "Replace the output if it exists", &a.force},
      {"-q,--quiet", "", "No summary, no progress bar", &a.quiet},
  };
  command.run = [arguments] { run_solve(*arguments); };
  return command;
}

}  // namespace warpath::cli
