// warpath verify GRAPH DIST [PRED]: a proof of distances that lie in a file.
#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/json.hpp"
#include <fmt/format.h>

#include "base/crew.hpp"
#include "base/dispatch.hpp"
#include "base/stopwatch.hpp"
#include "cli/input/load.hpp"
#include "cli/input/names.hpp"
#include "cli/input/saved_matrix.hpp"
#include "cli/shell/console.hpp"
#include "cli/shell/options.hpp"
#include "cli/shell/utf8.hpp"
#include "cli/solve/proof.hpp"
#include "io/npy_rows.hpp"
#include "verify/sample.hpp"

namespace warpath::cli {
namespace {

struct VerifyArguments : InputArguments {
  std::string distances;
  std::optional<std::string> predecessors;
  Index sample = 0;
  bool json = false;
};

void check_trees(const io::NpyRows& trees, const io::NpyRows& distances) {
  check_predecessors(trees);
  if (trees.rows() != distances.rows() || trees.columns() != distances.columns()) {
    throw Error(ErrorCode::bad_input,
                fmt::format("{} is {} x {}, and {} is {} x {}", readable(trees.path()),
                            trees.rows(), trees.columns(), readable(distances.path()),
                            distances.rows(), distances.columns()));
  }
}

// Some rows of a file, side by side; in one go, if they lie so.
template <class T>
Matrix<T> read_rows(const io::NpyRows& file, std::span<const Index> rows) {
  const auto count = static_cast<Index>(rows.size());
  Matrix<T> matrix(count, file.columns());
  if (rows.back() - rows.front() + 1 == count) {
    file.read_rows<T>(rows.front(), matrix.view());
  } else {
    for (Index i = 0; i < count; ++i) {
      const Index row = rows[static_cast<std::size_t>(i)];
      file.read_rows<T>(row, matrix.view().block(i, 0, 1, file.columns()));
    }
  }
  return matrix;
}

// Rows that lie in the file as `rows` says.
void check_rows(verify::Certifier& certifier, const SavedMatrix& saved, const io::NpyRows* trees,
                std::span<const Index> rows) {
  constexpr std::size_t most = 64;  // at a time
  for (std::size_t first = 0; first < rows.size() && certifier.certificate().ok(); first += most) {
    const auto some = rows.subspan(first, std::min(most, rows.size() - first));
    std::vector<Index> from;
    for (const Index row : some) from.push_back(saved.sources()[static_cast<std::size_t>(row)]);
    Matrix<std::int32_t> before;
    if (trees != nullptr) before = read_rows<std::int32_t>(*trees, some);
    visit_weight(saved.cells().weight_type(), [&]<class T>(std::type_identity<T>) {
      const Matrix<T> held = read_rows<T>(saved.cells(), some);
      certifier.check(held.view(), from, std::as_const(before).view());
    });
  }
}

// The number of a predecessor that is no vertex's, which is all that a certificate knows of it.
std::optional<Index> strange_predecessor(const verify::Certificate::Evidence& at,
                                         const SavedMatrix& saved, const io::NpyRows& trees) {
  const std::vector<Index>& sources = saved.sources();
  for (std::size_t row = 0; row < sources.size(); ++row) {
    if (sources[row] != at.source) continue;
    const auto before = static_cast<Index>(trees.cell(static_cast<Index>(row), at.target));
    if (before < -1 || before >= trees.columns()) return before;
  }
  return std::nullopt;
}

// Error verification_failed, naming the file that is wrong, if the certificate has a failure.
void demand_files(const verify::Certificate& certificate, const Names& names,
                  const SavedMatrix& saved, const io::NpyRows* trees) {
  using Rule = verify::Certificate::Rule;
  const std::string distances = readable(saved.cells().path());
  if (certificate.ok() || trees == nullptr || certificate.failure->rule < Rule::tree_root) {
    return demand(certificate, names,
                  fmt::format("{} is not the result of this graph with these options", distances));
  }
  const auto& at = certificate.failure->at;
  const std::string remedy =
      fmt::format("{} does not hold the predecessors of {}", readable(trees->path()), distances);
  const std::optional<Index> strange = strange_predecessor(at, saved, *trees);
  if (!strange) return demand(certificate, names, remedy);
  throw Error(
      ErrorCode::verification_failed,
      fmt::format("the predecessor of {} on the way from {} is number {}, and vertices "
                  "are numbered 0 to {}",
                  names.brief(at.target), names.brief(at.source), *strange, trees->columns() - 1),
      remedy);
}

void run_verify(const VerifyArguments& arguments) {
  const Stopwatch clock;
  const WeightType type = io::NpyRows(arguments.distances).weight_type();
  std::optional<io::NpyRows> trees;
  if (arguments.predecessors) trees.emplace(*arguments.predecessors);
  // The graph in the type of its distances, as solve read it.
  Options options = arguments.options;
  if (!options.weights && type != WeightType::boolean) options.weights = type;
  const Loaded loaded = load(arguments, options);
  const Names names(loaded.vertices, loaded.labels(), loaded.first_vertex);
  const SavedMatrix saved(arguments.distances, arguments.graph, names);
  const io::NpyRows& distances = saved.cells();
  if (trees) check_trees(*trees, distances);

  ProgressBar bar("verifying", "rows", !arguments.quiet);
  const Stopwatch verifying;
  const auto certifier = certifier_for(loaded, type,
                                       {.semiring = options.semiring,
                                        .undirected = options.undirected,
                                        .threads = crew_size(options.threads),
                                        .of_rows = distances.rows(),
                                        .progress = bar.callback()});
  std::vector<Index> rows(static_cast<std::size_t>(distances.rows()));
  std::iota(rows.begin(), rows.end(), Index{0});
  if (arguments.sample > 0) rows = verify::sample_sources(distances.rows(), arguments.sample);
  check_rows(*certifier, saved, trees ? &*trees : nullptr, rows);
  const double seconds = verifying.seconds();
  const verify::Certificate& certificate = certifier->certificate();
  demand_files(certificate, names, saved, trees ? &*trees : nullptr);
  if (arguments.json) {
    auto json = proof_json(certificate, names, seconds);
    json["seconds_total"] = clock.seconds();
    print_json(json);
  } else if (!arguments.quiet) {
    print(fmt::format("{}: {}; {}\n", readable(distances.path()), verify::to_string(certificate),
                      seconds_text(seconds)));
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
      {"DIST", "", "The distances, .npy; DIST.sources.txt beside it names rows", &a.distances},
      {"PRED", "", "The predecessors, .npy", &a.predecessors},
      {"--sample", "K", "Check K rows only, spread over all; 0: all", &a.sample, {}, 0},
      threads_option(&a.options.threads),
      json_option(&a.json, "The proof for a script"),
      quiet_option(&a.quiet, "Print nothing, no progress bar"),
  });
  command.run = [arguments] { run_verify(*arguments); };
  return command;
}

}  // namespace warpath::cli
