// warpath verify GRAPH DIST [PRED]: a proof of distances that lie in a file.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <numeric>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/command.hpp"
#include "cli/console.hpp"
#include "cli/load.hpp"
#include "cli/names.hpp"
#include "cli/proof.hpp"
#include "cli/sources.hpp"
#include "cli/utf8.hpp"
#include "cli/vocabulary.hpp"
#include "io/npy_rows.hpp"
#include "io/opened.hpp"
#include "verify/rows.hpp"
#include "warpath/io.hpp"

namespace warpath::cli {
namespace {

struct VerifyArguments {
  std::string graph;
  std::string distances;
  std::string predecessors;
  std::string format;
  std::string column;
  std::string weights;
  std::string semiring = "shortest-path";
  Index sample = 0;
  int threads = 0;
  bool undirected = false;
  bool json = false;
  bool quiet = false;
};

constexpr Index kRows = 64;  // at a time

bool exists(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

// The graph in the type of its distances, as solve read it.
Loaded read_input(const VerifyArguments& arguments, WeightType distances) {
  ProgressBar bar("reading", "B", !arguments.quiet);
  Options options;
  options.semiring = to_semiring(arguments.semiring);
  options.undirected = arguments.undirected;
  io::ReadOptions read;
  read.format = arguments.format;
  read.column = arguments.column;
  if (!arguments.weights.empty()) {
    read.weights = to_weight_type(arguments.weights);
  } else if (distances != WeightType::boolean) {
    read.weights = distances;
  }
  read.progress = bar.callback();
  return load(arguments.graph, read, options);
}

// Labels beside the distances must be those of the graph, in the same order: they are what columns are.
void check_labels(const std::string& distances, std::span<const std::string> labels) {
  if (labels.empty()) return;
  const std::string path = io::labels_written(distances, {.labels = labels});
  if (path.empty() || !exists(path)) return;
  const io::Opened file(path, {});
  std::string_view rest = file.source().bytes;
  for (std::size_t v = 0; v < labels.size(); ++v) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    if (line != labels[v]) {
      throw Error(ErrorCode::bad_input,
                  fmt::format("{}:{}: column {} is '{}', and vertex {} of the graph is '{}'",
                              readable(path), v + 1, v, readable(line), v, readable(labels[v])),
                  "the distances are those of another graph, or of its vertices in another order");
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

// The vertices of the rows: those that are named beside the file, else all.
std::vector<Index> sources_of(const io::NpyRows& distances, const std::string& file,
                              const Names& names) {
  const Index one = 0;
  const std::string path = io::sources_written(file, {.sources = {&one, 1}});
  std::vector<Index> sources;
  if (!path.empty() && exists(path)) {
    try {
      sources = find_sources("@" + path, names);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::usage) throw;
      throw Error(ErrorCode::bad_input, error.happened(), error.remedy());
    }
    if (static_cast<Index>(sources.size()) != distances.rows()) {
      throw Error(ErrorCode::bad_input,
                  fmt::format("{} names {} rows, and {} has {}", readable(path), sources.size(),
                              readable(distances.name()), distances.rows()));
    }
    return sources;
  }
  if (distances.rows() != names.vertices()) {
    throw Error(
        ErrorCode::bad_input,
        fmt::format("{} has {} rows, and the graph {} vertices", readable(distances.name()),
                    distances.rows(), names.vertices()),
        path.empty() ? "" : fmt::format("name the rows in {}, one per line", readable(path)));
  }
  sources.resize(static_cast<std::size_t>(names.vertices()));
  std::iota(sources.begin(), sources.end(), Index{0});
  return sources;
}

void check_shapes(const io::NpyRows& distances, const io::NpyRows* trees, Index n) {
  if (distances.columns() != n) {
    throw Error(ErrorCode::bad_input,
                fmt::format("{} has {} columns, and the graph {} vertices",
                            readable(distances.name()), distances.columns(), n),
                "these are not the distances of this graph");
  }
  if (trees == nullptr) return;
  if (trees->type() != WeightType::int32) {
    throw Error(ErrorCode::bad_input,
                fmt::format("{} has cells of type {}, expected int32", readable(trees->name()),
                            to_string(trees->type())),
                "predecessors are numbers of vertices, and -1");
  }
  if (trees->rows() != distances.rows() || trees->columns() != n) {
    throw Error(
        ErrorCode::bad_input,
        fmt::format("{} is {} x {}, and {} is {} x {}", readable(trees->name()), trees->rows(),
                    trees->columns(), readable(distances.name()), distances.rows(), n));
  }
}

verify::Trees trees_view(const io::RowsView& view) {
  return std::get<verify::Trees>(view);
}

void check_all(verify::Certifier& certifier, const io::NpyRows& distances, const io::NpyRows* trees,
               std::span<const Index> sources) {
  io::DenseMatrix held;
  io::DenseMatrix held_trees;
  for (Index first = 0; first < distances.rows(); first += kRows) {
    const Index count = std::min(kRows, distances.rows() - first);
    const auto some =
        sources.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
    certifier.check(
        distances.view(first, count, held), some,
        trees == nullptr ? verify::Trees{} : trees_view(trees->view(first, count, held_trees)));
    if (!certifier.certificate().ok()) return;
    distances.passed(first + count);
    if (trees != nullptr) trees->passed(first + count);
  }
}

void check_sample(verify::Certifier& certifier, const io::NpyRows& distances,
                  const io::NpyRows* trees, std::span<const Index> sources, Index rows) {
  const std::vector<Index> chosen = verify::sample_sources(distances.rows(), rows);
  for (std::size_t first = 0; first < chosen.size(); first += kRows) {
    const std::size_t count = std::min<std::size_t>(kRows, chosen.size() - first);
    io::DenseMatrix held = distances.matrix(static_cast<Index>(count));
    io::DenseMatrix held_trees =
        Matrix<std::int32_t>(trees == nullptr ? 0 : static_cast<Index>(count), distances.columns());
    std::vector<Index> some;
    for (std::size_t i = 0; i < count; ++i) {
      const Index row = chosen[first + i];
      some.push_back(sources[static_cast<std::size_t>(row)]);
      distances.copy(row, held, static_cast<Index>(i));
      if (trees != nullptr) trees->copy(row, held_trees, static_cast<Index>(i));
    }
    certifier.check(verify::view_of(held), some,
                    std::as_const(std::get<Matrix<std::int32_t>>(held_trees)).view());
  }
}

void run_verify(const VerifyArguments& arguments) {
  const auto start = std::chrono::steady_clock::now();
  const io::NpyRows distances(arguments.distances);
  std::unique_ptr<io::NpyRows> trees;
  if (!arguments.predecessors.empty())
    trees = std::make_unique<io::NpyRows>(arguments.predecessors);
  const Loaded loaded = read_input(arguments, distances.type());
  const Names names(loaded.vertices, loaded.labels, loaded.first_vertex);
  check_shapes(distances, trees.get(), loaded.vertices);
  check_labels(arguments.distances, loaded.labels);
  const std::vector<Index> sources = sources_of(distances, arguments.distances, names);

  verify::CertificateOptions options;
  options.semiring = to_semiring(arguments.semiring);
  options.undirected = arguments.undirected;
  options.threads = proof_threads(arguments.threads);
  options.of_rows = distances.rows();
  ProgressBar bar("verifying", "rows", !arguments.quiet);
  options.progress = bar.callback();
  const auto begin = std::chrono::steady_clock::now();
  const auto certifier = std::visit(
      [&](const auto& input) {
        return std::make_unique<verify::Certifier>(input, distances.type(), options);
      },
      loaded.input);
  if (arguments.sample > 0) {
    check_sample(*certifier, distances, trees.get(), sources, arguments.sample);
  } else {
    check_all(*certifier, distances, trees.get(), sources);
  }
  const auto end = std::chrono::steady_clock::now();
  const verify::Certificate& certificate = certifier->certificate();
  demand(certificate, options.semiring, names,
         fmt::format("{} is not the result of this graph with these options",
                     readable(distances.name())));
  const double seconds = std::chrono::duration<double>(end - begin).count();
  if (arguments.json) {
    auto json = proof_json(certificate, names, seconds);
    json["seconds_total"] = std::chrono::duration<double>(end - start).count();
    fmt::print("{}\n", json.dump(2));
  } else if (!arguments.quiet) {
    fmt::print("{}: {}; {}\n", readable(distances.name()), verify::to_string(certificate),
               seconds_text(seconds));
  }
}

}  // namespace

Command verify_command() {
  auto arguments = std::make_shared<VerifyArguments>();
  VerifyArguments& a = *arguments;
  Command command{"verify", "Prove distances by the arcs of their graph."};
  command.text =
      "Nothing is solved again: no arc may make a distance shorter, and every distance\n"
      "must be the sum of a chain of arcs from its source. Use the solve's options.\n"
      "Exit status 7, and the arc that tells, if anything is wrong.";
  command.examples = {
      {"verify city.gr dist.npy", "every row"},
      {"verify city.gr dist.npy pred.npy", "and its predecessors"},
      {"verify city.gr dist.npy --sample 64", "rows spread over the matrix"},
      {"verify net.gr width.npy --semiring widest-path"},
  };
  command.options = {
      {.names = "GRAPH",
       .help = "What was solved; - is stdin",
       .target = &a.graph,
       .required = true},
      {.names = "DIST",
       .help = "The distances, .npy; DIST.sources.txt beside it names rows",
       .target = &a.distances,
       .required = true},
      {.names = "PRED", .help = "The predecessors, .npy", .target = &a.predecessors},
      {"--sample", "K", "Check K rows only, spread over all; 0: all", &a.sample, {}, 0},
      {"--format", "NAME", "Of GRAPH, if neither name nor content tell", &a.format, format_words()},
      {"--column", "NAME", "Weights of a table, if its header does not tell", &a.column},
      {.names = "--weights",
       .value = "TYPE",
       .help = "Read weights as float32, float64, int32, int16",
       .target = &a.weights,
       .words = weight_words(),
       .noun = "weight type"},
      {"--semiring", "NAME", "shortest-path, widest-path, minimax-path, reachability", &a.semiring,
       semiring_words()},
      {"--undirected", "", "Every arc was travelled both ways", &a.undirected},
      {"--threads", "N", "On the CPU; 0: all there are", &a.threads, {}, 0},
      {"--json", "", "The proof for a script", &a.json},
      {"-q,--quiet", "", "No line about it, no progress bar", &a.quiet},
  };
  command.run = [arguments] { run_verify(*arguments); };
  return command;
}

}  // namespace warpath::cli
