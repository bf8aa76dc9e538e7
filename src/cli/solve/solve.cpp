// warpath solve GRAPH: every distance, and a summary of them.
#include <filesystem>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/crew.hpp"
#include "base/dispatch.hpp"
#include "base/does_not_fit.hpp"
#include "base/too_narrow.hpp"
#include "cli/input/names.hpp"
#include "cli/input/widen.hpp"
#include "cli/shell/console.hpp"
#include "cli/shell/files.hpp"
#include "cli/solve/proof.hpp"
#include "cli/solve/solve_job.hpp"
#include "io/bytes.hpp"
#include "warpath/io.hpp"
#include "warpath/warpath.hpp"

namespace warpath::cli {
namespace {

Options to_options(const SolveArguments& arguments) {
  Options options = arguments.options;
  if (arguments.on_negative_cycle == "mark") options.on_negative_cycle = OnNegativeCycle::mark;
  if (arguments.device == "cpu") options.device = Backend::cpu;
  if (arguments.device == "cuda") options.device = Backend::cuda;
  options.predecessors = !arguments.paths.empty();
  return options;
}

// Whether there is a driver: on servers, under WSL, on Jetson boards.
bool may_have_device() {
  for (const char* node : {"/dev/nvidiactl", "/dev/dxg", "/dev/nvhost-ctrl", "/dev/nvmap"}) {
    if (std::filesystem::exists(node)) return true;
  }
  return false;
}

// The driver of CUDA takes memory of its own, which is nobody's here, where there is a device.
MemoryLimit limit_of(const SolveArguments& arguments, const Options& options) {
  const std::size_t bytes = arguments.memory ? to_bytes(*arguments.memory) : 0;
  if (bytes == 0) return {};
  return {bytes, crew_size(options.threads), options.device == Backend::cpu || !may_have_device()};
}

// What does not go together, before anything is read.
void check_arguments(const SolveArguments& arguments, const Options& options) {
  constexpr const char* one = "leave out one of them";
  const std::string& output = arguments.output;
  const std::string& paths = arguments.paths;
  const bool stats = arguments.stats;
  refuse_if(
      stats && options.semiring != SemiringKind::shortest_path,
      fmt::format("--stats sums up distances, and a {} has none", to_string(options.semiring)),
      "leave out --semiring, or write what there is with -o");
  refuse_if(stats && options.on_negative_cycle == OnNegativeCycle::mark,
            "--stats needs finite distances, and --on-negative-cycle mark makes others", one);
  refuse_if(stats && arguments.sources, "--stats is about all vertices, and --sources picks some",
            one);
  refuse_if(arguments.graph == "-" && sources_are_input(arguments.sources.value_or("")),
            "graph and --sources both want standard input", "write one of them to a file");
  const bool verifies = rows_to_verify(arguments.verify).has_value();
  refuse_if(stats && verifies, "--verify is about rows, and --stats keeps none", one);
  refuse_if(stats && !paths.empty(), "--stats keeps no rows, and --paths wants them", one);
  refuse_if(
      paths == "-" && (arguments.json || output == "-"),
      fmt::format("--paths - and {} both want standard output", arguments.json ? "--json" : "-o -"),
      "write the predecessors to a file");
  refuse_if(output == "-" && arguments.json, "-o - and --json both want standard output",
            fmt::format("write the {} to a file", stats ? "table" : "distances"));
  const std::string sources = arguments.sources.value_or("");
  check_apart({{"-o", output}, {"--paths", paths}},
              {{"GRAPH", arguments.graph},
               {"--sources", sources.starts_with('@') ? sources.substr(1) : sources}});
  const io::WriteOptions write = arguments.write_options();
  if (!paths.empty()) io::check_rows(io::Cells::predecessors, paths, {}, write);
  if (!output.empty() && stats) io::check_measures(output, {}, write);
  if (!output.empty() && !stats) io::check_rows(io::Cells::distances, output, {}, write);
  const auto has_names = [](const std::string& file) {
    return io::has_extension(file, ".npy") && !io::is_stream(file);
  };
  const std::string names = io::name_beside(paths, io::kLabels);
  refuse_if(has_names(output) && has_names(paths) &&
                io::same_output(io::name_beside(output, io::kLabels), names),
            fmt::format("the names of -o and of --paths would both lie in {}", names),
            "call them differently, by more than .gz");
}

void do_job(Job& job) {
  if (job.arguments.dry_run) {
    if (job.arguments.stats) as_graph(job.loaded, job.arguments.graph, job.memory);
    job.set_limit();
    print_plan(job);
  } else if (job.arguments.stats) {
    solve_stats(job);
  } else {
    solve_rows(job);
  }
}

// The library's remedies are calls and fields; these are what somebody at a terminal can do.
std::string remedy_for(const DoesNotFit& error, const Job& job) {
  const WeightType type = job.loaded.result_weight;
  std::vector<std::string> remedies;
  const KernelInfo* kernel = find_kernel(job.options.kernel);
  if (job.loaded.graph() != nullptr && kernel != nullptr && kernel->method == Method::dense) {
    remedies.push_back(fmt::format("leave out --kernel {}", kernel->name));
  } else if (job.loaded.graph() != nullptr && job.options.method == Method::dense) {
    remedies.emplace_back("leave out --method dense");
  }
  if (type == WeightType::int32) {
    remedies.emplace_back("compute in --weights int16, if distances fit");
  } else if (size_of(type) > 4) {
    remedies.push_back(fmt::format("compute in --weights {}, if distances fit",
                                   is_floating(type) ? "float32" : "int32"));
  }
  if (error.limited() && job.memory) {
    remedies.push_back(job.memory.with_more(error.more()));
  } else {
    remedies.emplace_back("use a machine with more memory");
  }
  return fmt::format("{}", fmt::join(remedies, ", or "));
}

void solve_within(const MemoryLimit& memory, const SolveArguments& arguments,
                  const Options& options) {
  const Stopwatch clock;
  const bool keeps_input = options.predecessors || arguments.verify != "none" || arguments.stats ||
                           options.on_negative_cycle == OnNegativeCycle::mark;
  Loaded loaded = load(arguments, options, memory, keeps_input);
  const Names names(loaded.vertices, loaded.labels(), loaded.first_vertex);
  Job job{arguments, options, memory, std::move(loaded), names, {}, clock};
  if (arguments.sources) job.sources = find_sources(*arguments.sources, names);
  job.seconds_reading = clock.seconds();
  for (;;) {
    try {
      return do_job(job);
    } catch (const TooNarrow& error) {
      // The type of the weights need not be that of the distances, unless somebody wants it.
      const Graph* graph = job.loaded.graph();
      const WeightType wider =
          graph != nullptr ? next_type(error, *graph) : next_type(error, job.loaded.matrix());
      if (arguments.options.weights || job.is_final) throw;
      if (!job.too_narrow) job.too_narrow = error.type();
      job.options.weights = job.loaded.result_weight = wider;
    } catch (const DoesNotFit& error) {
      throw Error(error.code(), error.happened(), remedy_for(error, job));
    }
  }
}

void run_solve(const SolveArguments& arguments) {
  const Options options = to_options(arguments);
  check_arguments(arguments, options);
  const MemoryLimit memory = limit_of(arguments, options);
  try {
    solve_within(memory, arguments, options);
  } catch (const Error& error) {
    if (!memory || error.code() != ErrorCode::does_not_fit) throw;
    // Where it is not known how much would do; the library calls it by another name.
    const bool unknown = error.remedy().starts_with("raise the memory limit");
    throw Error(error.code(), memory.explained(error.happened()),
                unknown ? "raise --memory" : error.remedy());
  } catch (const std::bad_alloc&) {
    if (!memory) throw;
    throw Error(ErrorCode::does_not_fit,
                memory.explained(io::name_of(arguments.graph) + " with its distances does not fit"),
                "raise --memory");
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
      {"solve city.gr --paths pred.npy", "the predecessors on every route"},
      {"solve flights.csv -o dist.csv", "a table from,to,weight in, and out"},
      {"solve weights.npy --weights int32", "from a matrix, +inf for no arc"},
      {"solve net.gr --semiring widest-path -o width.npy"},
      {"solve city.gr --sources 1,7,9", "from three vertices only"},
      {"solve city.gr --stats", "who is central, how far it is"},
      {"solve city.gr --verify -o dist.npy", "proved before it is written"},
      {"solve big.gr --dry-run", "the plan, its bytes, its time"},
  };
  const Vocabulary methods{"method", {"auto", "dense", "sparse", "search"}};
  const Vocabulary devices{"device", {"auto", "cpu", "cuda"}};
  const Vocabulary on_cycles{"on-negative-cycle", {"refuse", "mark"}};
  const Vocabulary proofs{"way to verify", {"full", "sample:K", "none"}};
  command.add({
      {"-o,--output", "FILE", "Write the distances, .npy or .csv; - is stdout", &a.output},
      {"--paths", "FILE", "Write the predecessor of each vertex, .npy or .csv", &a.paths},
  });
  command.add(
      input_options(a, {.graph = "A graph or matrix, any format of warpath info; - is stdin",
                        .weights = "Compute in"}));
  command.add({
      {"--sources", "LIST|FILE",
       "Rows of these vertices only: a,b,c, or a file, one per line; - is stdin", &a.sources},
      {"--stats", "", "Measure all distances, write no matrix; -o takes a .csv", &a.stats},
      {"--method", "NAME", "auto, dense, sparse or search", &a.options.method, methods},
      {"--kernel", "NAME", "auto, or one that warpath info lists", &a.options.kernel,
       kernel_words()},
      {"--device", "NAME", "auto, cpu or cuda", &a.device, devices},
      {"--on-negative-cycle", "WORD", "refuse, or mark the pairs that can use one by -inf",
       &a.on_negative_cycle, on_cycles},
      {"--cycle-tolerance",
       "X",
       "Float cycles down to -X count as 0",
       &a.options.negative_cycle_tolerance,
       {},
       0},
      threads_option(&a.options.threads),
      {"--block", "N", "Width of pivot blocks; 0: the kernel's own", &a.options.block, {}, 0},
      {"--memory", "BYTES", "Use no more than this: 500M, 2G, 1.5GiB", &a.memory},
      {.names = "--verify",
       .value = "HOW",
       .help = "Prove the result by the arcs: full, sample:K rows, none",
       .target = &a.verify,
       .vocabulary = proofs,
       .bare = "full"},
      json_option(&a.json, "The summary for a script"),
      {"--dry-run", "", "Print the plan, solve nothing", &a.dry_run},
      force_option(&a.force, "the output"),
      quiet_option(&a.quiet, "No summary, no progress bar"),
  });
  command.run = [arguments] {
    name_stdout(arguments->output);
    name_stdout(arguments->paths);
    run_solve(*arguments);
  };
  return command;
}

}  // namespace warpath::cli
