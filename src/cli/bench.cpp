// warpath bench: how fast the kernels are on this machine.
#include <memory>
#include <optional>

#include "base/json.hpp"
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "bench/records.hpp"
#include "bench/suite.hpp"
#include "cli/shell/console.hpp"
#include "cli/shell/interrupt.hpp"
#include "cli/shell/options.hpp"
#include "io/output.hpp"
#include "warpath/io.hpp"
#include "warpath/warpath.hpp"

namespace warpath::cli {
namespace {

using bench::Case;

struct BenchArguments {
  std::vector<std::string> kernels{"auto"};
  std::vector<Index> sizes{256, 1024, 2048};
  std::vector<WeightType> weights{WeightType::float32};
  std::string suite;
  Case common;
  bench::Repeats repeats;
  std::optional<std::string> json;  // its file; empty: stdout
  bool csv = false;
  bool force = false;

  bool json_to_stdout() const { return json && json->empty(); }
  bool json_to_file() const { return json && !json->empty(); }
};

std::vector<Case> to_cases(const BenchArguments& arguments) {
  std::vector<std::string> names;
  for (const std::string& name : arguments.kernels) {
    if (name != "all") names.push_back(name);
    for (const KernelInfo& kernel : kernels()) {
      if (name == "all") names.emplace_back(kernel.name);
    }
  }
  Case what = arguments.common;
  refuse_if(what.undirected && what.graph != GraphKind::random,
            "--undirected goes with --graph random only",
            "grid, road, scale-free and metric graphs are undirected by themselves");
  std::vector<Case> cases;
  for (const WeightType weight : arguments.weights) {
    what.weight = weight;
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
      : arguments_(arguments), for_people_(!arguments.csv && !arguments.json_to_stdout()) {
    if (arguments.json_to_file()) io::check_writable(*arguments.json, arguments.force);
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
    print(text);
    finish_output();
  }

  void on_skipped(const Case& what, const Error& why) override {
    complain(fmt::format("skipped {}, {}, n = {}: {}", what.kernel, to_string(what.weight), what.n,
                         why.happened()));
  }

  void finish() {
    if (!goals_.empty()) on_text(bench::goals_table(goals_));
    if (arguments_.csv) print(bench::csv_text(records_));
    if (arguments_.json_to_stdout()) print(bench::json_text(all()));
    if (arguments_.json_to_file()) write_file();
  }

  // What was measured before something failed took minutes, perhaps.
  void rescue() {
    if (!arguments_.json_to_file() || all().empty()) return;
    write_file();
    complain(fmt::format("{} has the {} records measured so far", *arguments_.json, all().size()));
  }

 private:
  std::vector<Json> all() const {
    std::vector<Json> all = records_;
    all.insert(all.end(), other_records_.begin(), other_records_.end());
    return all;
  }

  void write_file() const {
    const Interruptible guard;  // a hidden name would stay behind
    io::Output output(*arguments_.json, arguments_.force);
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
  refuse_if(arguments.csv && arguments.json_to_stdout(),
            "--csv and --json both want standard output", "give --json a file");
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
  Vocabulary suites{"suite"};
  for (const bench::Suite& suite : bench::suites()) {
    suites.words.emplace_back(suite.name);
    command.examples.push_back({"bench --suite " + suites.words.back(), std::string(suite.title)});
  }
  Vocabulary kernels_or_all = kernel_words();
  kernels_or_all.words.insert(kernels_or_all.words.begin() + 1, "all");
  command.options = {
      {"--kernels", "LIST", "Names, auto or all", &a.kernels, kernels_or_all},
      {"--sizes", "LIST", "Numbers of vertices", &a.sizes, {}, 1},
      {"--weights", "LIST", "Types of weights", &a.weights, cell_type_words()},
      {"--graph", "KIND", "Kind, as for generate (random)", &a.common.graph, graph_kind_words()},
      semiring_option(&a.common.semiring, "As for solve"),
      threads_option(&a.common.threads, "0: all there are"),
      {"--block", "N", "0: the kernel's own", &a.common.block, {}, 0},
      {"--seed", "S", "Of the graph (1)", &a.common.seed},
      {"--undirected", "", "A symmetric matrix", &a.common.undirected},
      {"--any-sign", "", "Some weights negative", &a.common.any_sign},
      {"--paths", "", "Predecessors, too", &a.common.predecessors},
      {"--isa", "NAME", "Instruction set; default: the best", &a.common.isa},
      {"--repeat", "N", "Exactly so many timed solves", &a.repeats.fixed, {}, 1},
      {.names = "--suite",
       .value = "NAME",
       .help = fmt::format("A fixed set: {}", fmt::join(suites.words, ", ")),
       .target = &a.suite,
       .vocabulary = suites,
       .not_with = "--kernels,--sizes,--weights,--graph,--semiring,--threads,--block,--seed,"
                   "--undirected,--any-sign,--paths"},
      {"--json", "[FILE]", "Records, to stdout or a file", &a.json},
      {"--csv", "", "Records as CSV, to stdout", &a.csv},
      force_option(&a.force, "the file of --json"),
  };
  command.run = [arguments] { run_bench(*arguments); };
  return command;
}

}  // namespace warpath::cli
