#include "cli/solve/proof.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstring>
#include <variant>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/shell/interrupt.hpp"
#include "cli/shell/utf8.hpp"
#include "cli/solve/solve_job.hpp"
#include "cli/solve/summary.hpp"
#include "verify/sample.hpp"
#include "warpath/machine.hpp"

namespace warpath::cli {

VerifyWish parse_verify(const std::string& word) {
  if (word == "none") return {};
  if (word == "full") return {.kind = VerifyWish::full};
  constexpr std::string_view sample = "sample:";
  VerifyWish wish{.kind = VerifyWish::sample};
  if (word.starts_with(sample)) {
    const char* end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data() + sample.size(), end, wish.rows);
    if (error == std::errc{} && stop == end && wish.rows > 0) return wish;
  }
  throw Error(ErrorCode::usage, fmt::format("--verify={} is none of full, sample:K and none", word),
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
              certificate.failure_text([&](Index v) { return readable(names.name(v)); }), remedy);
}

nlohmann::ordered_json proof_json(const verify::Certificate& certificate, const Names& names,
                                  double seconds) {
  nlohmann::ordered_json json;
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
                       {"distance", number_json(where->found)}};
      if (where->via >= 0) {
        json["worst"]["arc_from"] = name_json(names, where->via);
        json["worst"]["arc_from_distance"] = number_json(where->before);
        json["worst"]["weight"] = number_json(where->weight);
      }
    }
  }
  json["seconds"] = seconds;
  return json;
}

RowProof::RowProof(const Job& job, const io::DistanceShape& shape)
    : job_(job), shape_(shape), wish_(parse_verify(job.arguments.verify)) {
  if (wish_.kind == VerifyWish::sample) {
    sampled_ = verify::sample_sources(shape.rows, wish_.rows);
  }
}

RowProof::~RowProof() = default;

void RowProof::take(Index first, const AnyMatrixView& rows, verify::Trees trees) {
  if (wish_.kind == VerifyWish::none) return;
  const auto start = std::chrono::steady_clock::now();
  if (!certifier_) {
    verify::CertificateOptions options;
    options.semiring = shape_.semiring;
    options.undirected = job_.options.undirected;
    options.threads = threads_for(job_.options);
    options.negative_cycle_tolerance = job_.options.negative_cycle_tolerance;
    options.of_rows = shape_.rows;
    options.progress = [](const ProgressReport&) {
      return interrupted() ? ProgressAnswer::cancel : ProgressAnswer::go_on;
    };
    certifier_ = certifier_for(job_.loaded, shape_.weight, options);
  }
  const auto source = [&](Index row) {
    return job_.sources.empty() ? row : job_.sources[static_cast<std::size_t>(row)];
  };
  std::visit(
      [&]<class T>(MatrixView<const T> cells) {
        std::vector<Index> sources;
        if (wish_.kind == VerifyWish::full) {
          for (Index i = 0; i < cells.rows(); ++i) sources.push_back(source(first + i));
          certifier_->check(cells, sources, trees);
          return;
        }
        // The rows of the sample that are among these, side by side.
        const auto low = std::lower_bound(sampled_.begin(), sampled_.end(), first);
        const auto high = std::lower_bound(low, sampled_.end(), first + cells.rows());
        for (auto row = low; row != high; ++row) sources.push_back(source(*row));
        const auto chosen = static_cast<Index>(sources.size());
        if (chosen == 0) return;
        Matrix<T> some(chosen, cells.columns());
        Matrix<std::int32_t> before(trees.rows() > 0 ? chosen : 0, trees.columns());
        for (Index i = 0; i < chosen; ++i) {
          const Index row = *(low + i) - first;
          std::copy_n(&cells(row, 0), cells.columns(), &some(i, 0));
          if (trees.rows() > 0) std::copy_n(&trees(row, 0), trees.columns(), &before(i, 0));
        }
        certifier_->check(std::as_const(some).view(), sources, std::as_const(before).view());
      },
      rows);
  seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  demand(certifier_->certificate(), job_.names,
         "nothing is written; try another --kernel, and please report this");
}

std::optional<verify::Certificate> RowProof::certificate() const {
  if (!certifier_) return {};
  return certifier_->certificate();
}

}  // namespace warpath::cli
