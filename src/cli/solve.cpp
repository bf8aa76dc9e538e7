// warpath solve GRAPH: every distance, and a summary of them.
#include <chrono>
#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/interrupt.hpp"
#include "cli/load.hpp"
#include "cli/summary.hpp"
#include "warpath/io.hpp"
#include "warpath/warpath.hpp"

namespace warpath::cli {
namespace {

struct SolveArguments {
  std::string graph;
  std::string output;
  std::string paths;
  std::string format;
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
  if (arguments.kernel != "auto" && find_kernel(arguments.kernel) == nullptr) {
    std::vector<std::string_view> known{"auto"};
    for (const KernelInfo& kernel : kernels()) known.push_back(kernel.name);
    unknown_word("kernel", arguments.kernel, known);
  }
  if (arguments.device == "cpu") {
    options.device = Backend::cpu;
  } else if (arguments.device == "cuda") {
    options.device = Backend::cuda;
  } else if (arguments.device != "auto") {
    unknown_word("device", arguments.device, {"auto", "cpu", "cuda"});
  }
  if (arguments.method == "sparse") {
    throw Error(ErrorCode::unsupported, "this version has no sparse method yet",
                "use --method dense");
  }
  if (arguments.method != "auto" && arguments.method != "dense") {
    unknown_word("method", arguments.method, {"auto", "dense", "sparse"});
  }
  if (!arguments.paths.empty()) {
    throw Error(ErrorCode::unsupported, "this version does not compute predecessors yet",
                "leave out --paths");
  }
  return options;
}

// All that can be said about the output before the work.
void check_output(const SolveArguments& arguments) {
  if (arguments.output.empty()) return;
  if (arguments.output == "-") {
    if (arguments.json) {
      throw Error(ErrorCode::usage, "-o - and --json both want standard output",
                  "write the distances to a file");
    }
    return;
  }
  // Pipes and devices have any name they like.
  const bool stream = std::filesystem::exists(arguments.output) &&
                      !std::filesystem::is_regular_file(arguments.output);
  if (!stream && !arguments.output.ends_with(".npy") && !arguments.output.ends_with(".npy.gz")) {
    throw Error(ErrorCode::usage,
                fmt::format("{} does not end in .npy or .npy.gz", arguments.output),
                "distances are written as NumPy matrices");
  }
  io::check_writable(arguments.output, arguments.force);
}

// The library counts vertices from 0; where the file does not, its complaints say so.
template <class Work>
Result with_numbering(Index first_vertex, const Work& work) {
  try {
    return work();
  } catch (const Error& error) {
    const bool names_vertices =
        error.code() == ErrorCode::negative_cycle || error.code() == ErrorCode::bad_input;
    if (first_vertex == 0 || !names_vertices) throw;
    throw Error(error.code(),
                fmt::format("{} (counting vertices from 0; the file counts from {})",
                            error.happened(), first_vertex),
                error.remedy());
  }
}

void run_solve(const SolveArguments& arguments) {
  const auto start = std::chrono::steady_clock::now();
  Options options = to_options(arguments);
  check_output(arguments);
  Summary summary;
  summary.input = arguments.graph == "-" ? "standard input" : arguments.graph;
  summary.output = arguments.output == "-" ? "standard output" : arguments.output;

  Loaded loaded = load(arguments.graph, arguments.format, options);
  summary.arcs = loaded.arcs;
  summary.first_vertex = loaded.first_vertex;
  summary.seconds_reading = seconds_since(start);
  if (arguments.dry_run) {
    const Plan planned = plan_loaded(loaded, options);
    if (arguments.json) {
      fmt::print("{}\n", plan_json(planned, loaded.arcs).dump(2));
    } else {
      fmt::print("{}", planned.to_string());
    }
    return;
  }
  if (!arguments.output.empty()) {
    io::check_writable(arguments.output, arguments.force, loaded.result_bytes);
  }

  // From here on Ctrl-C unwinds, so that no temporary file stays behind.
  const Interruptible guard;
  const Result result = [&] {
    ProgressBar bar("solving", "tasks", !arguments.quiet);
    options.progress = bar.callback();
    return with_numbering(summary.first_vertex,
                          [&] { return solve_loaded(std::move(loaded), options); });
  }();
  if (!arguments.output.empty()) {
    const auto writing = std::chrono::steady_clock::now();
    ProgressBar bar("writing", "B", !arguments.quiet);
    io::WriteOptions write;
    write.force = arguments.force;
    write.progress = bar.callback();
    io::write_npy(arguments.output, result.storage(), write);
    summary.seconds_writing = seconds_since(writing);
  }
  summary.seconds_total = seconds_since(start);
  summary.overview = look_over(result);
  if (arguments.json) {
    fmt::print("{}\n", for_machines(result, summary).dump(2));
  } else if (!arguments.quiet) {
    fmt::print(arguments.output == "-" ? stderr : stdout, "{}", for_people(result, summary));
  }
}

}  // namespace

void add_solve(CLI::App& program) {
  auto arguments = std::make_shared<SolveArguments>();
  CLI::App* command = program.add_subcommand(
      "solve",
      "Compute every distance of a graph.\n\n"
      "Examples:\n"
      "  warpath solve city.gr                      a summary\n"
      "  warpath solve city.gr -o dist.npy          and all distances, for numpy.load\n"
      "  warpath solve weights.npy --weights int32  from a matrix, +inf for no arc\n"
      "  warpath solve net.gr --semiring widest-path -o width.npy\n"
      "  warpath solve big.gr --dry-run             the plan, its bytes, its time\n");
  command->add_option("GRAPH", arguments->graph, "A graph (.gr, .npz) or matrix (.npy); - is stdin")
      ->required();
  command
      ->add_option("-o,--output", arguments->output,
                   "Write the distances (.npy, .npy.gz); - is stdout")
      ->type_name("FILE");
  command->add_option("--paths", arguments->paths, "")->group("");
  command->add_option("--format", arguments->format, "Of GRAPH, if neither name nor content tell")
      ->type_name("NAME");
  command->add_option("--method", arguments->method, "auto or dense")->type_name("NAME");
  command->add_option("--kernel", arguments->kernel, "auto, or one that warpath info lists")
      ->type_name("NAME");
  command->add_option("--device", arguments->device, "auto, cpu or cuda")->type_name("NAME");
  command->add_option("--weights", arguments->weights, "Compute in float32, float64, int32, int16")
      ->type_name("TYPE");
  command
      ->add_option("--semiring", arguments->semiring,
                   "shortest-path, widest-path, minimax-path, reachability")
      ->type_name("NAME");
  command->add_flag("--undirected", arguments->undirected, "Travel every arc both ways");
  command->add_option("--threads", arguments->threads, "On the CPU; 0: all there are")
      ->type_name("N")
      ->check(at_least(0));
  command->add_option("--block", arguments->block, "Width of pivot blocks; 0: the kernel's own")
      ->type_name("N")
      ->check(at_least(0));
  command->add_flag("--json", arguments->json, "The summary for a script");
  command->add_flag("--dry-run", arguments->dry_run, "Print the plan, solve nothing");
  command->add_flag("--force", arguments->force, "Replace the output if it exists");
  command->add_flag("-q,--quiet", arguments->quiet, "No summary, no progress bar");
  command->callback([arguments] { run_solve(*arguments); });
}

}  // namespace warpath::cli
