// warpath bench: how fast the kernels are on this machine.
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "bench/records.hpp"
#include "bench/suite.hpp"
#include "cli/shell/command.hpp"
#include "cli/shell/console.hpp"
#include "cli/shell/interrupt.hpp"
#include "cli/shell/vocabulary.hpp"
#include "io/output.hpp"
#include "warpath/warpath.hpp"

namespace warpath::cli {
namespace {

using bench::Case;
using Json = nlohmann::ordered_json;

struct BenchArguments {
  std::vector<std::string> kernels{"auto"};
  std::vector<Index> sizes{256, 1024, 2048};
  std::vector<std::string> weights{"float32"};
  std::string graph = "random";
  std::string semiring = "shortest-path";
  std::string suite;
  Case common;
  bench::Repeats repeats;
  bool json = false;
  std::string json_file;  // empty: stdout
  bool csv = false;
  bool force = false;
};

std::vector<Case> to_cases(const BenchArguments& arguments) {
  std::vector<std::string> names;
  for (const std::string& name : arguments.kernels) {
    if (name != "all") names.push_back(name);
    if (name != "all") continue;
    for (const KernelInfo& kernel : kernels()) names.emplace_back(kernel.name);
  }
  Case what = arguments.common;
  what.semiring = to_semiring(arguments.semiring);
  what.graph = parse<GraphKind>(arguments.graph).value();
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
class Report final : public bench::Listener {
 public:
  explicit Report(const BenchArguments& arguments)
      : arguments_(arguments),
        for_people_(!arguments.csv && !(arguments.json && arguments.json_file.empty())) {
    if (!arguments.json_file.empty()) {
      io::check_writable(arguments.json_file, arguments.force);
    }
  }

  void on_record(const bench::Record& record) override {
    if (records_.empty()) on_text(bench::table_head());
    records_.push_back(to_json(record));
    if (!arguments_.suite.empty()) records_.back()["suite"] = arguments_.suite;
    on_text(bench::table_line(record));
  }

  void on_goal(const bench::Goal& goal) override {
    goals_.push_back(goal);
    on_finding(to_json(goal));
  }

  void on_finding(const Json& record) override {
    Json json;
    json["suite"] = arguments_.suite;
    json.update(record);
    other_records_.push_back(std::move(json));
  }

  void on_text(const std::string& text) override {
    if (!for_people_) return;
    fmt::print("{}", text);
    std::fflush(stdout);
  }

  void on_skipped(const Case& what, const Error& why) override {
    complain(fmt::format("skipped {}, {}, n = {}: {}", what.kernel, to_string(what.weight), what.n,
                         why.happened()));
  }

  void finish() {
    if (!goals_.empty()) on_text(bench::goals_table(goals_));
    if (arguments_.csv) fmt::print("{}", bench::csv_text(records_));
    if (arguments_.json && arguments_.json_file.empty()) fmt::print("{}", bench::json_text(all()));
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
  std::vector<Json> all() const {
    std::vector<Json> all = records_;
    all.insert(all.end(), other_records_.begin(), other_records_.end());
    return all;
  }

  void write_file() const {
    io::Output output(arguments_.json_file, arguments_.force);
    output.write(bench::json_text(all()));
    output.commit();
  }

  const BenchArguments& arguments_;
  bool for_people_;
  std::vector<Json> records_;
  std::vector<bench::Goal> goals_;
  std::vector<Json> other_records_;
};

void run_bench(const BenchArguments& arguments) {
  if (arguments.csv && arguments.json && arguments.json_file.empty()) {
    throw Error(ErrorCode::usage, "--csv and --json both want standard output",
                "give --json a file");
  }
  Report report(arguments);
  try {
    if (const bench::Suite* suite = bench::find_suite(arguments.suite)) {
      std::optional<Interruptible> guard;
      if (suite->has_files) guard.emplace();
      run_suite(*suite, {arguments.repeats, arguments.common.isa, interrupted}, report);
    } else {
      measure_each(to_cases(arguments), arguments.repeats, report);
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
  };
  std::vector<std::string> suites;
  for (const bench::Suite& suite : bench::suites()) {
    suites.emplace_back(suite.name);
    command.examples.push_back({"bench --suite " + suites.back(), std::string(suite.title)});
  }
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
       .help = fmt::format("A fixed set: {}", fmt::join(suites, ", ")),
       .target = &a.suite,
       .words = suites,
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
