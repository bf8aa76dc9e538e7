// warpath bench: how fast the kernels are on this machine.
#include <algorithm>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench/measure.hpp"
#include "bench/records.hpp"
#include "bench/suite.hpp"
#include "cli/shell/command.hpp"
#include "cli/shell/console.hpp"
#include "cli/shell/vocabulary.hpp"
#include "io/output.hpp"
#include "warpath/io.hpp"
#include "warpath/warpath.hpp"

namespace warpath::cli {
namespace {

struct BenchArguments {
  std::vector<std::string> kernels{"auto"};
  std::vector<Index> sizes{256, 1024, 2048};
  std::vector<std::string> weights{"float32"};
  std::string graph = "random";
  std::string semiring = "shortest-path";
  std::string suite;
  Case common;
  Repeats repeats;
  bool json = false;
  std::string json_file;  // empty: stdout
  bool csv = false;
  bool force = false;
};

using Json = nlohmann::ordered_json;

std::vector<Case> to_cases(const BenchArguments& arguments) {
  std::vector<std::string> names;
  for (const std::string& name : arguments.kernels) {
    if (name != "all") names.push_back(name);
    if (name != "all") continue;
    for (const KernelInfo& kernel : kernels()) names.emplace_back(kernel.name);
  }
  Case what = arguments.common;
  what.semiring = to_semiring(arguments.semiring);
  what.graph = parse_graph_kind(arguments.graph).value();
  if (what.undirected && what.graph != GraphKind::random) {
    throw Error(ErrorCode::usage, "--undirected goes with --graph random only",
                "grid, road, scale-free and metric graphs are undirected by themselves");
  }
  std::vector<Case> cases;
  for (const std::string& weight : arguments.weights) {
    what.weight = to_weight_type(weight);
    for (const Index n : arguments.sizes) {
      what.n = n;
      for (const std::string& name : names) {
        what.kernel = name;
        cases.push_back(what);
      }
    }
  }
  return cases;
}

// Prints as results come in, and keeps them for the end.
class Report {
 public:
  explicit Report(const BenchArguments& arguments)
      : arguments_(arguments),
        for_people_(!arguments.csv && !(arguments.json && arguments.json_file.empty())) {
    if (!arguments.json_file.empty()) {
      io::check_writable(arguments.json_file, arguments.force);
    }
  }

  void record(const Record& record) {
    if (for_people_ && records_.empty()) fmt::print("{}", table_head());
    records_.push_back(to_json(record));
    if (!arguments_.suite.empty()) records_.back()["suite"] = arguments_.suite;
    if (for_people_) show(table_line(record));
  }

  void goal(const Goal& goal) {
    goals_.push_back(goal);
    Json json;
    json["suite"] = arguments_.suite;
    json["row"] = goal.row;
    json["unit"] = goal.unit;
    json["must"] = goal.must;
    json["aim"] = goal.aim;
    json["reached"] = goal.reached;
    json["smaller_is_better"] = goal.smaller_is_better;
    json["met"] = goal.met(goal.must);
    json["device"] = goal.device.empty() ? Machine::detect().cpu : goal.device;
    json["version"] = version();
    json["date"] = now_text();
    other_records_.push_back(std::move(json));
  }

  void finding(const Json& finding) {
    Json json;
    json["suite"] = arguments_.suite;
    json.update(finding);
    other_records_.push_back(std::move(json));
  }

  void text(const std::string& text) const {
    if (for_people_) show(text);
  }

  void finish() {
    if (for_people_ && !goals_.empty()) {
      fmt::print("\n{:<50} {:>7} {:>7} {:>9}\n", "", "must", "aim", "reached");
      for (const Goal& goal : goals_) {
        fmt::print("{:<50} {:>6.4g}{} {:>6.4g}{} {:>8.4g}{} {}\n", goal.row, goal.must, unit(goal),
                   goal.aim, unit(goal), goal.reached, unit(goal),
                   !goal.met(goal.must) ? "NO"
                   : goal.met(goal.aim) ? "aim"
                                        : "ok");
      }
    }
    if (arguments_.csv) fmt::print("{}", csv_text(records_));
    if (arguments_.json && arguments_.json_file.empty()) fmt::print("{}", json_text(all()));
    if (!arguments_.json_file.empty()) write_file();
  }

  // What was measured before something failed took minutes, perhaps.
  void rescue() {
    if (arguments_.json_file.empty() || all().empty()) return;
    write_file();
    complain(
        fmt::format("{} has the {} records measured so far", arguments_.json_file, all().size()));
  }

 private:
  static std::string unit(const Goal& goal) {
    return goal.unit.empty() || goal.unit == "x" ? fmt::format("{:<1}", goal.unit)
                                                 : fmt::format(" {}", goal.unit);
  }

  std::vector<Json> all() const {
    std::vector<Json> all = records_;
    all.insert(all.end(), other_records_.begin(), other_records_.end());
    return all;
  }

  void write_file() const {
    io::Output output(arguments_.json_file, arguments_.force);
    output.write(json_text(all()));
    output.commit();
  }

  static void show(const std::string& text) {
    fmt::print("{}", text);
    std::fflush(stdout);
  }

  const BenchArguments& arguments_;
  bool for_people_;
  std::vector<Json> records_;
  std::vector<Goal> goals_;
  std::vector<Json> other_records_;
};

void run_cases(const BenchArguments& arguments, Report& report) {
  const auto cases = to_cases(arguments);
  const bool no_device = Machine::detect().devices.empty();
  std::optional<Error> skipped;
  std::size_t measured = 0;
  for (const Case& what : cases) {
    try {
      report.record(measure({&what, 1}, arguments.repeats).front());
      ++measured;
    } catch (const Error& error) {
      // One hole must not end a table over many kernels. A device that fails is no hole.
      const bool hole = error.code() == ErrorCode::unsupported ||
                        (error.code() == ErrorCode::device_unavailable && no_device);
      if (!hole || cases.size() == 1) throw;
      complain(fmt::format("skipped {}, {}, n = {}: {}", what.kernel, to_string(what.weight),
                           what.n, error.happened()));
      skipped = error;
    }
  }
  if (measured == 0 && skipped) throw *skipped;
}

void run_bench(const BenchArguments& arguments) {
  if (arguments.csv && arguments.json && arguments.json_file.empty()) {
    throw Error(ErrorCode::usage, "--csv and --json both want standard output",
                "give --json a file");
  }
  Report report(arguments);
  const SuiteListener listener{[&](const Record& record) { report.record(record); },
                               [&](const Goal& goal) { report.goal(goal); },
                               [&](const Json& finding) { report.finding(finding); },
                               [&](const std::string& text) { report.text(text); }};
  try {
    if (arguments.suite == "cpu") {
      run_cpu_suite(listener, arguments.repeats, arguments.common.isa);
    } else if (arguments.suite == "cuda") {
      run_cuda_suite(listener, arguments.repeats);
    } else if (arguments.suite == "sparse") {
      run_sparse_suite(listener, arguments.repeats);
    } else if (arguments.suite == "sparse-cuda") {
      run_sparse_cuda_suite(listener, arguments.repeats);
    } else if (arguments.suite == "routes") {
      run_routes_suite(listener, arguments.repeats);
    } else if (arguments.suite == "routes-cuda") {
      run_routes_cuda_suite(listener, arguments.repeats);
    } else if (arguments.suite == "paper") {
      run_paper_suite(listener, arguments.repeats);
    } else if (arguments.suite == "io") {
      run_io_suite(listener);
    } else {
      run_cases(arguments, report);
    }
  } catch (const std::exception&) {
    report.rescue();
    throw;
  }
  report.finish();
}

}  // namespace

Command bench_command() {
  auto arguments = std::make_shared<BenchArguments>();
  auto& a = *arguments;
  Command command{"bench", "Measure kernels."};
  command.text =
      "Each is verified before it is timed. The time is the median of several solves in\n"
      "place; the peak is what the instructions allow, on registers alone.\n";
  command.examples = {
      {"bench --sizes 1024,4096"},
      {"bench --kernels cpu,blocked --sizes 512 --weights int32"},
      {"bench --kernels all --sizes 1024 --json results.json"},
      {"bench --suite cpu", "what the CPU engine must reach"},
      {"bench --suite cuda", "what the CUDA engine must reach"},
      {"bench --suite sparse", "what the sparse engine must reach"},
      {"bench --suite sparse-cuda", "and on CUDA"},
      {"bench --suite paper", "the paper's table, on CUDA"},
      {"bench --suite io", "what reading files must reach"},
  };
  std::vector<std::string> kernels_or_all = kernel_words();
  kernels_or_all.insert(kernels_or_all.begin() + 1, "all");
  command.options = {
      {"--kernels", "LIST", "Names, auto or all", &a.kernels, kernels_or_all},
      {"--sizes", "LIST", "Numbers of vertices", &a.sizes, {}, 1},
      {.names = "--weights",
       .value = "LIST",
       .help = "Types of weights",
       .target = &a.weights,
       .words = cell_type_words(),
       .noun = "weight type"},
      {.names = "--graph",
       .value = "KIND",
       .help = "Kind, as for generate (random)",
       .target = &a.graph,
       .words = graph_kind_words(),
       .noun = "kind of graph"},
      {"--semiring", "NAME", "As for solve", &a.semiring, semiring_words()},
      {"--threads", "N", "0: all there are", &a.common.threads, {}, 0},
      {"--block", "N", "0: the kernel's own", &a.common.block, {}, 0},
      {"--seed", "S", "Of the graph (1)", &a.common.seed},
      {"--undirected", "", "A symmetric matrix", &a.common.undirected},
      {"--any-sign", "", "Some weights negative", &a.common.any_sign},
      {"--paths", "", "Predecessors, too", &a.common.predecessors},
      {"--isa", "NAME", "Instruction set; default: the best", &a.common.isa},
      {"--repeat", "N", "Exactly so many timed solves", &a.repeats.fixed, {}, 1},
      {.names = "--suite",
       .value = "NAME",
       .help = "cpu, cuda, sparse, routes (both also -cuda), paper or io",
       .target = &a.suite,
       .words = {"cpu", "cuda", "sparse", "sparse-cuda", "routes", "routes-cuda", "paper", "io"},
       .not_with = "--kernels,--sizes,--weights,--graph,--semiring,--threads,--block,--seed,"
                   "--undirected,--any-sign,--paths"},
      {.names = "--json",
       .value = "FILE",
       .help = "Records, to stdout or a file",
       .target = &a.json_file,
       .value_optional = true,
       .given = &a.json},
      {"--csv", "", "Records as CSV, to stdout", &a.csv},
      {"--force", "", "Replace the file of --json", &a.force},
  };
  command.run = [arguments] { run_bench(*arguments); };
  return command;
}

}  // namespace warpath::cli
