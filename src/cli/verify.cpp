// warpath verify GRAPH DIST [PRED]: a proof of distances that lie in a file.
#include <algorithm>
#include <chrono>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/dispatch.hpp"
#include "cli/input/load.hpp"
#include "cli/input/names.hpp"
#include "cli/input/saved_matrix.hpp"
#include "cli/shell/command.hpp"
#include "cli/shell/console.hpp"
#include "cli/shell/options.hpp"
#include "cli/shell/utf8.hpp"
#include "cli/solve/proof.hpp"
#include "verify/sample.hpp"
#include "warpath/io.hpp"

namespace warpath::cli {
namespace {

struct VerifyArguments : InputArguments {
  std::string distances;
  std::string predecessors;
  Index sample = 0;
  int threads = 0;
  bool json = false;
};

constexpr Index kRows = 64;  // at a time

// The graph in the type of its distances, as solve read it.
Loaded read_input(const VerifyArguments& arguments, WeightType distances) {
  ProgressBar bar("reading", "B", !arguments.quiet);
  Options options;
  options.semiring = arguments.kind();
  options.undirected = arguments.undirected;
  io::ReadOptions read = arguments.read_options();
  read.undirected = false;  // the arcs stay as they are, and are proved both ways
  if (!read.weights && distances != WeightType::boolean) read.weights = distances;
  read.progress = bar.callback();
  return load(arguments.graph, read, options);
}

void check_trees(const io::NpyRows& trees, const io::NpyRows& distances) {
  if (trees.weight_type() != WeightType::int32) {
    throw Error(ErrorCode::bad_input,
                fmt::format("{} has cells of type {}, expected int32", readable(trees.path()),
                            to_string(trees.weight_type())),
                "predecessors are numbers of vertices, and -1");
  }
  if (trees.rows() != distances.rows() || trees.columns() != distances.columns()) {
    throw Error(ErrorCode::bad_input,
                fmt::format("{} is {} x {}, and {} is {} x {}", readable(trees.path()),
                            trees.rows(), trees.columns(), readable(distances.path()),
                            distances.rows(), distances.columns()));
  }
}

// Room for rows of a file.
DenseMatrix room_for(const io::NpyRows& file, Index rows) {
  return visit_weight(file.weight_type(), [&]<class T>(std::type_identity<T>) -> DenseMatrix {
    return Matrix<T>(rows, file.columns());
  });
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
  const WeightType type = io::NpyRows(arguments.distances).weight_type();
  std::optional<io::NpyRows> trees;
  if (!arguments.predecessors.empty()) trees.emplace(arguments.predecessors);
  const Loaded loaded = read_input(arguments, type);
  const Names names(loaded.vertices, loaded.labels, loaded.first_vertex);
  const SavedMatrix saved(arguments.distances, arguments.graph, names);
  const io::NpyRows& distances = saved.cells();
  if (trees) check_trees(*trees, distances);

  verify::CertificateOptions options;
  options.semiring = arguments.kind();
  options.undirected = arguments.undirected;
  options.threads = arguments.threads > 0 ? arguments.threads : available_cores();
  options.of_rows = distances.rows();
  ProgressBar bar("verifying", "rows", !arguments.quiet);
  options.progress = bar.callback();
  const auto begin = std::chrono::steady_clock::now();
  const auto certifier = certifier_for(loaded, type, options);
  std::vector<Index> rows(static_cast<std::size_t>(distances.rows()));
  std::iota(rows.begin(), rows.end(), Index{0});
  if (arguments.sample > 0) rows = verify::sample_sources(distances.rows(), arguments.sample);
  check_rows(*certifier, distances, trees ? &*trees : nullptr, saved.sources(), rows);
  const auto end = std::chrono::steady_clock::now();
  const verify::Certificate& certificate = certifier->certificate();
  demand(certificate, names,
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
      "Exit status 7, and the arc that shows it, if anything is wrong.";
  command.examples = {
      {"verify city.gr dist.npy", "every row"},
      {"verify city.gr dist.npy pred.npy", "and its predecessors"},
      {"verify city.gr dist.npy --sample 64", "rows spread over the matrix"},
      {"verify net.gr width.npy --semiring widest-path"},
  };
  command.add(input_options(a, {.graph = "What was solved; - is stdin",
                                .undirected = "Every arc was travelled both ways"}));
  command.add({
      {.names = "DIST",
       .help = "The distances, .npy; DIST.sources.txt beside it names rows",
       .target = &a.distances,
       .required = true},
      {.names = "PRED", .help = "The predecessors, .npy", .target = &a.predecessors},
      {"--sample", "K", "Check K rows only, spread over all; 0: all", &a.sample, {}, 0},
      threads_option(&a.threads),
      {"--json", "", "The proof for a script", &a.json},
      quiet_option(&a.quiet, "Print nothing, no progress bar"),
  });
  command.run = [arguments] { run_verify(*arguments); };
  return command;
}

}  // namespace warpath::cli
