// warpath solve GRAPH: every distance, and a summary of them.
#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/command.hpp"
#include "cli/console.hpp"
#include "cli/interrupt.hpp"
#include "cli/load.hpp"
#include "cli/names.hpp"
#include "cli/row_output.hpp"
#include "cli/sources.hpp"
#include "cli/stats.hpp"
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
  std::string sources;
  std::string memory;
  std::string method = "auto";
  std::string kernel = "auto";
  std::string device = "auto";
  std::string weights;
  std::string semiring = "shortest-path";
  int threads = 0;
  Index block = 0;
  bool has_sources = false;
  bool has_memory = false;
  bool stats = false;
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
  options.method = parse_method(arguments.method).value_or(Method::automatic);
  if (arguments.has_memory) options.memory_limit = to_bytes(arguments.memory);
  if (arguments.device == "cpu") options.device = Backend::cpu;
  if (arguments.device == "cuda") options.device = Backend::cuda;
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

// What does not go together, before anything is read.
void check_arguments(const SolveArguments& arguments, const Options& options) {
  if (arguments.stats && options.semiring != SemiringKind::shortest_path) {
    throw Error(ErrorCode::usage,
                fmt::format("--stats sums up distances, and a {} has none", arguments.semiring),
                "leave out --semiring, or write what there is with -o");
  }
  if (arguments.stats && arguments.has_sources) {
    throw Error(ErrorCode::usage, "--stats is about all vertices, and --sources picks some",
                "leave out one of them");
  }
  if (arguments.graph == "-" && sources_are_input(arguments.sources)) {
    throw Error(ErrorCode::usage, "graph and --sources both want standard input",
                "write one of them to a file");
  }
  if (arguments.output.empty()) return;
  if (arguments.output == "-" && arguments.json) {
    throw Error(ErrorCode::usage, "-o - and --json both want standard output",
                fmt::format("write the {} to a file", arguments.stats ? "table" : "distances"));
  }
  if (arguments.stats) {
    io::check_measures(arguments.output, {}, to_write_options(arguments));
  } else {
    io::check_distances(arguments.output, {}, to_write_options(arguments));
  }
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
auto with_names(const Names& names, const Work& work) {
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

// Everything that is known when the work starts.
struct Job {
  const SolveArguments& arguments;
  Options options;
  Loaded loaded;
  std::span<const std::string> labels;
  std::vector<Index> sources;  // empty: all vertices
  Names names;
  Summary summary;
  std::optional<Plan> plan = {};  // of a graph
  double plan_seconds = 0;

  io::Naming naming() const { return {labels, loaded.first_vertex, sources}; }
};

Plan plan_of(const Job& job) {
  return with_names(job.names,
                    [&] { return plan_loaded(job.loaded, job.summary.rows, job.options); });
}

void print_plan(const Job& job) {
  const Plan plan = plan_of(job);
  if (job.arguments.json) {
    fmt::print("{}\n", plan_json(plan, job.loaded.arcs).dump(2));
  } else {
    fmt::print("{}", plan.to_string());
  }
}

// While a graph is planned nothing can be left behind, and a signal ends the program at once.
void make_plan(Job& job) {
  if (!std::holds_alternative<Graph>(job.loaded.input)) return;
  const auto start = std::chrono::steady_clock::now();
  job.plan = plan_of(job);
  job.plan_seconds = seconds_since(start);
  job.options = as_planned(job.options, *job.plan);
}

// The time of the solve: with its order, which was found before, and without what others did
// meanwhile with its rows.
void settle(Statistics& statistics, const Job& job, double elsewhere) {
  if (!job.plan || statistics.plan.method() != Method::sparse) return;
  Plan& plan = statistics.plan;
  plan.dense_seconds = job.plan->dense_seconds;
  plan.sparse_seconds = job.plan->sparse_seconds;
  if (plan.sparse) statistics.order_seconds = job.plan_seconds;
  statistics.sweep_seconds -= elsewhere;
  statistics.kernel_seconds -= elsewhere;
  statistics.seconds += statistics.order_seconds - elsewhere;
  statistics.tasks_per_second = statistics.seconds > 0 ? plan.tasks / statistics.seconds : 0;
}

void print_summary(const Job& job, const std::string& text) {
  if (!job.arguments.quiet) fmt::print(job.arguments.output == "-" ? stderr : stdout, "{}", text);
}

void solve_rows(Job& job, std::chrono::steady_clock::time_point start) {
  const SolveArguments& arguments = job.arguments;
  const io::DistanceShape shape{job.summary.rows, job.loaded.vertices, job.loaded.result_weight,
                                job.options.semiring};
  const io::WriteOptions write = to_write_options(arguments);
  if (!arguments.output.empty()) {
    const std::size_t bytes = static_cast<std::size_t>(shape.rows) *
                              static_cast<std::size_t>(shape.columns) *
                              static_cast<std::size_t>(size_of(shape.weight));
    io::check_distances(arguments.output, job.naming(), write, bytes);
  }
  make_plan(job);
  RowOutput output({.path = arguments.output,
                    .shape = shape,
                    .naming = job.naming(),
                    .write = write,
                    .at_once = !job.plan || job.plan->method() == Method::dense,
                    .quiet = arguments.quiet});
  Statistics statistics;
  {
    // Ctrl-C unwinds, so that no temporary file stays behind.
    const Interruptible guard;
    ProgressBar bar("solving", "tasks", !arguments.quiet);
    job.options.progress = bar.callback();
    statistics = with_names(job.names, [&] {
      return stream_loaded(std::move(job.loaded), job.sources, job.options,
                           [&](Index first, const Result::Storage& rows, Index count, Index begin) {
                             output.take(first, rows, count, begin);
                           });
    });
    output.finish();
  }
  settle(statistics, job, output.seconds());
  Summary& summary = job.summary;
  summary.overview = output.overview();
  if (!arguments.output.empty()) {
    summary.seconds_writing = output.writing_seconds();
    summary.labels = readable(io::labels_written(arguments.output, job.naming(), write));
    summary.sources = readable(io::sources_written(arguments.output, job.naming(), write));
  }
  summary.seconds_total = seconds_since(start);
  if (arguments.json) {
    fmt::print("{}\n", for_machines(statistics, job.names, summary).dump(2));
  } else {
    print_summary(job, for_people(statistics, job.names, summary));
  }
}

void solve_stats(Job& job, std::chrono::steady_clock::time_point start) {
  const SolveArguments& arguments = job.arguments;
  io::WriteOptions write = to_write_options(arguments);
  if (!arguments.output.empty()) io::check_measures(arguments.output, job.naming(), write);
  as_graph(job.loaded, arguments.graph);
  make_plan(job);
  Measures measures;
  {
    const Interruptible guard;
    ProgressBar bar("solving", "tasks", !arguments.quiet);
    job.options.progress = bar.callback();
    measures = with_names(job.names,
                          [&] { return measure(std::get<Graph>(job.loaded.input), job.options); });
    if (!arguments.output.empty()) {
      const auto writing = std::chrono::steady_clock::now();
      write.progress = bar.callback();
      io::write_measures(arguments.output, measures, job.naming(), write);
      job.summary.seconds_writing = seconds_since(writing);
    }
  }
  settle(measures.statistics, job, 0);
  job.summary.seconds_total = seconds_since(start);
  if (arguments.json) {
    fmt::print("{}\n", stats_for_machines(measures, job.names, job.summary).dump(2));
  } else {
    print_summary(job, stats_for_people(measures, job.names, job.summary));
  }
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
          .summary = {}};
  if (arguments.has_sources) job.sources = find_sources(arguments.sources, names);
  Summary& summary = job.summary;
  summary.input = arguments.graph == "-" ? "standard input" : readable(arguments.graph);
  summary.output = arguments.output == "-" ? "standard output" : readable(arguments.output);
  summary.arcs = job.loaded.arcs;
  summary.chosen = arguments.has_sources;
  summary.rows = summary.chosen ? static_cast<Index>(job.sources.size()) : job.loaded.vertices;
  summary.one_way = job.loaded.one_way;
  summary.mostly_zero = job.loaded.mostly_zero;
  summary.seconds_reading = seconds_since(start);
  if (arguments.dry_run) {
    if (arguments.stats) as_graph(job.loaded, arguments.graph);
    return print_plan(job);
  }
  if (arguments.stats) return solve_stats(job, start);
  solve_rows(job, start);
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
      {"solve city.gr --sources 1,7,9", "from three vertices only"},
      {"solve city.gr --stats", "who is central, how far it is"},
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
      {.names = "--sources",
       .value = "LIST|FILE",
       .help = "Rows of these vertices only: a,b,c, or a file, one per line; - is stdin",
       .target = &a.sources,
       .given = &a.has_sources},
      {"--stats", "", "Measure all distances, write no matrix; -o takes a .csv", &a.stats},
      {"--method", "NAME", "auto, dense or sparse", &a.method, method_words()},
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
      {.names = "--memory",
       .value = "BYTES",
       .help = "Use no more than this: 500M, 2G, 1.5GiB",
       .target = &a.memory,
       .given = &a.has_memory},
      {"--json", "", "The summary for a script", &a.json},
      {"--dry-run", "", "Print the plan, solve nothing", &a.dry_run},
      {"--force", "", "Replace the output if it exists", &a.force},
      {"-q,--quiet", "", "No summary, no progress bar", &a.quiet},
  };
  command.run = [arguments] { run_solve(*arguments); };
  return command;
}

}  // namespace warpath::cli
