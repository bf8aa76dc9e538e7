#include "cli/solve/proof.hpp"

#include <algorithm>
#include <charconv>
#include <utility>
#include <variant>

#include "base/json.hpp"
#include <fmt/format.h>

#include "cli/shell/console.hpp"
#include "cli/shell/numbers.hpp"
#include "cli/shell/utf8.hpp"
#include "cli/solve/summary.hpp"
#include "verify/sample.hpp"

namespace warpath::cli {

std::optional<Index> rows_to_verify(const std::string& word) {
  if (word == "none") return std::nullopt;
  if (word == "full") return 0;
  constexpr std::string_view sample = "sample:";
  if (word.starts_with(sample)) {
    Index rows = 0;
    const char* end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data() + sample.size(), end, rows);
    if (error == std::errc{} && stop == end && rows > 0) return rows;
  }
  throw Error(ErrorCode::usage,
              fmt::format("--verify {} is none of full, sample:K and none", brief(word)),
              "sample:64 looks at 64 rows");
}

std::unique_ptr<verify::Certifier> certifier_for(const Loaded& loaded, WeightType weight,
                                                 const verify::CertificateOptions& options) {
  if (const Graph* graph = loaded.graph()) {
    return verify::make_certifier(*graph, weight, options);
  }
  return verify::make_certifier(loaded.matrix(), weight, options);
}

void demand(const verify::Certificate& certificate, const Names& names, const std::string& remedy) {
  if (certificate.ok()) return;
  throw Error(ErrorCode::verification_failed,
              certificate.failure_text([&](Index v) { return names.brief(v); }), remedy);
}

Json proof_json(const verify::Certificate& certificate, const Names& names, double seconds) {
  Json json;
  json["rows"] = certificate.rows;
  json["of_rows"] = certificate.of_rows;
  json["arcs"] = certificate.arcs;
  json["exact"] = certificate.exact;
  json["predecessors"] = certificate.trees;
  if (!certificate.exact) {
    json["worst_units"] = certificate.worst;
    json["bound_units"] = certificate.bound;
    json["unit"] = certificate.weight == WeightType::float32 ? "2^-24" : "2^-53";
    json["worst"] = nullptr;
    if (const auto& where = certificate.where) {
      json["worst"] = {{"source", name_json(names, where->source)},
                       {"target", name_json(names, where->target)},
                       {"distance", number_json(where->found, certificate.weight)}};
      if (where->via >= 0) {
        json["worst"]["arc_from"] = name_json(names, where->via);
        json["worst"]["arc_from_distance"] = number_json(where->before, certificate.weight);
        json["worst"]["weight"] = number_json(where->weight, certificate.weight);
      }
    }
  }
  json["seconds"] = seconds;
  return json;
}

RowProof::RowProof(const Job& job, Outcome& outcome)
    : job_(job), outcome_(outcome), wanted_(rows_to_verify(job.arguments.verify)) {
  if (wanted_ && *wanted_ > 0) sampled_ = verify::sample_sources(job.rows(), *wanted_);
}

// As the certifier has them: arcs by their targets, turned round or converted; the cells of a matrix that
// does not lie as it wants, or of a graph that is nearly one; panels of 64 rows, and what threads work
// with.
std::size_t RowProof::bytes(const Job& job) {
  const std::optional<Index> wanted = rows_to_verify(job.arguments.verify);
  if (!wanted) return 0;
  const auto n = static_cast<std::size_t>(job.loaded.vertices);
  const auto arcs = static_cast<std::size_t>(job.loaded.arcs);
  const auto cell = static_cast<std::size_t>(size_of(job.loaded.result_weight));
  const auto threads = static_cast<std::size_t>(job.threads());
  const Graph* graph = job.loaded.graph();
  std::size_t bytes = n * (112 + 64 * cell + threads * (16 * cell + 72));
  const auto lies_ready = [&]<class T>(MatrixView<const T> cells) {
    return weight_type_of<T> == job.loaded.result_weight && cells.column_stride() == 1 &&
           !job.options.undirected;
  };
  const bool copied =
      graph != nullptr ? arcs >= n * n / 4 : !std::visit(lies_ready, job.loaded.matrix());
  if (copied) bytes += n * n * cell;
  if (graph != nullptr) bytes += arcs * ((cell > 4 ? 16 : 8) + cell);
  if (graph != nullptr && job.options.undirected) bytes += 8 * n + arcs * (4 + cell);
  const auto sampled = static_cast<std::size_t>(std::min(*wanted, job.rows()));
  return bytes + sampled * n * (cell + (job.options.predecessors ? 4 : 0));
}

void RowProof::take(Index first, const AnyMatrixView& rows, verify::Trees trees) {
  if (!wanted_) return;
  const Stopwatch watch;
  const Options& options = job_.options;
  if (!certifier_) {
    certifier_ = certifier_for(job_.loaded, job_.loaded.result_weight,
                               {.semiring = options.semiring,
                                .undirected = options.undirected,
                                .threads = job_.threads(),
                                .negative_cycle_tolerance = options.negative_cycle_tolerance,
                                .of_rows = job_.rows(),
                                .progress = quiet_progress});
  }
  const auto source = [&](Index row) {
    return job_.sources.empty() ? row : job_.sources[static_cast<std::size_t>(row)];
  };
  const auto check = [&]<class T>(MatrixView<const T> cells) {
    std::vector<Index> sources;
    if (sampled_.empty()) {
      for (Index i = 0; i < cells.rows(); ++i) sources.push_back(source(first + i));
      return certifier_->check(cells, sources, trees);
    }
    // The rows of the sample that are among these, side by side.
    const auto low = std::lower_bound(sampled_.begin(), sampled_.end(), first);
    const auto high = std::lower_bound(low, sampled_.end(), first + cells.rows());
    if (low == high) return;
    for (auto row = low; row != high; ++row) sources.push_back(source(*row));
    Matrix<T> some(high - low, cells.columns());
    Matrix<std::int32_t> before(trees.rows() > 0 ? high - low : 0, trees.columns());
    for (Index i = 0; i < some.rows(); ++i) {
      const Index row = *(low + i) - first;
      std::copy_n(&cells(row, 0), cells.columns(), &some(i, 0));
      if (trees.rows() > 0) std::copy_n(&trees(row, 0), trees.columns(), &before(i, 0));
    }
    certifier_->check(std::as_const(some).view(), sources, std::as_const(before).view());
  };
  std::visit(check, rows);
  outcome_.seconds_verifying += watch.seconds();
  outcome_.verified = certifier_->certificate();
  demand(*outcome_.verified, job_.names,
         "nothing is written; try another --kernel, and please report this");
}

}  // namespace warpath::cli
