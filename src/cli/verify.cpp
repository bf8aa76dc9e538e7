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

#include "cli/input/load.hpp"
#include "cli/input/names.hpp"
#include "cli/input/sources.hpp"
#include "cli/shell/command.hpp"
#include "cli/shell/console.hpp"
#include "cli/shell/utf8.hpp"
#include "cli/shell/vocabulary.hpp"
#include "cli/solve/proof.hpp"
#include "io/opened.hpp"
#include "verify/sample.hpp"
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
                              readable(distances.path()), distances.rows()));
    }
    return sources;
  }
  if (distances.rows() != names.vertices()) {
    throw Error(
        ErrorCode::bad_input,
        fmt::format("{} has {} rows, and the graph {} vertices", readable(distances.path()),
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
                            readable(distances.path()), distances.columns(), n),
                "these are not the distances of this graph");
  }
  if (trees == nullptr) return;
  if (trees->weight_type() != WeightType::int32) {
    throw Error(ErrorCode::bad_input,
                fmt::format("{} has cells of type {}, expected int32", readable(trees->path()),
                            to_string(trees->weight_type())),
                "predecessors are numbers of vertices, and -1");
  }
  if (trees->rows() != distances.rows() || trees->columns() != n) {
    throw Error(
        ErrorCode::bad_input,
        fmt::format("{} is {} x {}, and {} is {} x {}", readable(trees->path()), trees->rows(),
                    trees->columns(), readable(distances.path()), distances.rows(), n));
  }
}

// Room for rows of a file.
DenseMatrix room_for(const io::NpyRows& file, Index rows) {
  switch (file.weight_type()) {
    case WeightType::float64: return Matrix<double>(rows, file.columns());
    case WeightType::int32: return Matrix<std::int32_t>(rows, file.columns());
    case WeightType::int16: return Matrix<std::int16_t>(rows, file.columns());
    case WeightType::boolean: return Matrix<std::uint8_t>(rows, file.columns());
    default: return Matrix<float>(rows, file.columns());
  }
}

// `count` rows of a file, from `first` on, come to those of `matrix` from `to` on.
void read_rows(const io::NpyRows& file, Index first, Index count, DenseMatrix& matrix, Index to) {
  std::visit(
      [&]<class T>(Matrix<T>& cells) {
        file.read_rows<T>(first, cells.view().block(to, 0, count, cells.columns()));
      },
      matrix);
}

// Rows that lie in the file as `rows` says.
void check_rows(verify::Certifier& certifier, const io::NpyRows& distances,
                const io::NpyRows* trees, std::span<const Index> sources,
                std::span<const Index> rows) {
  for (std::size_t first = 0; first < rows.size(); first += kRows) {
    const auto some = rows.subspan(first, std::min<std::size_t>(kRows, rows.size() - first));
    const auto count = static_cast<Index>(some.size());
    DenseMatrix held = room_for(distances, count);
    Matrix<std::int32_t> before(trees == nullptr ? 0 : count, distances.columns());
    DenseMatrix held_trees = std::move(before);
    const auto read = [&](Index row, Index so_many, Index to) {
      read_rows(distances, row, so_many, held, to);
      if (trees != nullptr) read_rows(*trees, row, so_many, held_trees, to);
    };
    std::vector<Index> from;
    for (const Index row : some) from.push_back(sources[static_cast<std::size_t>(row)]);
    if (some.back() - some.front() + 1 == count) {
      read(some.front(), count, 0);
    } else {
      for (Index i = 0; i < count; ++i) read(some[static_cast<std::size_t>(i)], 1, i);
    }
    certifier.check(view_of(held), from,
                    std::as_const(std::get<Matrix<std::int32_t>>(held_trees)).view());
    if (!certifier.certificate().ok()) return;
  }
}

void run_verify(const VerifyArguments& arguments) {
  const auto start = std::chrono::steady_clock::now();
  const io::NpyRows distances(arguments.distances);
  std::unique_ptr<io::NpyRows> trees;
  if (!arguments.predecessors.empty())
    trees = std::make_unique<io::NpyRows>(arguments.predecessors);
  const Loaded loaded = read_input(arguments, distances.weight_type());
  const Names names(loaded.vertices, loaded.labels, loaded.first_vertex);
  check_shapes(distances, trees.get(), loaded.vertices);
  check_labels(arguments.distances, loaded.labels);
  const std::vector<Index> sources = sources_of(distances, arguments.distances, names);

  verify::CertificateOptions options;
  options.semiring = to_semiring(arguments.semiring);
  options.undirected = arguments.undirected;
  options.threads = arguments.threads > 0 ? arguments.threads : available_cores();
  options.of_rows = distances.rows();
  ProgressBar bar("verifying", "rows", !arguments.quiet);
  options.progress = bar.callback();
  const auto begin = std::chrono::steady_clock::now();
  const auto certifier = certifier_for(loaded, distances.weight_type(), options);
  std::vector<Index> rows(static_cast<std::size_t>(distances.rows()));
  std::iota(rows.begin(), rows.end(), Index{0});
  if (arguments.sample > 0) rows = verify::sample_sources(distances.rows(), arguments.sample);
  check_rows(*certifier, distances, trees.get(), sources, rows);
  const auto end = std::chrono::steady_clock::now();
  const verify::Certificate& certificate = certifier->certificate();
  demand(certificate, options.semiring, names,
         fmt::format("{} is not the result of this graph with these options",
                     readable(distances.path())));
  const double seconds = std::chrono::duration<double>(end - begin).count();
  if (arguments.json) {
    auto json = proof_json(certificate, names, seconds);
    json["seconds_total"] = std::chrono::duration<double>(end - start).count();
    fmt::print("{}\n", json.dump(2));
  } else if (!arguments.quiet) {
    fmt::print("{}: {}; {}\n", readable(distances.path()), verify::to_string(certificate),
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
