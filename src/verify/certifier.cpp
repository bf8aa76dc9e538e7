#include "verify/certifier.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "base/any_matrix.hpp"
#include "base/crew.hpp"
#include "base/dispatch.hpp"
#include "base/pool.hpp"
#include "verify/row_check.hpp"
#include "verify/sweep.hpp"
#include "warpath/error.hpp"

namespace warpath::verify {
namespace {

// Some rows of a matrix that may have none.
template <class T>
MatrixView<T> part_of(MatrixView<T> rows, Index first, Index count) {
  return rows.rows() > 0 ? rows.block(first, 0, count, rows.columns()) : rows;
}

template <class T>
class CertifierOf final : public Certifier {
 public:
  static constexpr Index kRows = 64;  // at a time

  template <class Input>
  CertifierOf(const Input& input, const Rules<T>& rules, const CertificateOptions& options)
      : progress_(options.progress),
        crew_(std::max(1, options.threads)),
        arcs_(input, rules, options.undirected, crew_),
        cycles_(find_cycles(arcs_, options.negative_cycle_tolerance)),
        row_check_(arcs_, cycles_),
        exact_(arcs_.facts().exact) {
    certificate_.vertices = arcs_.vertices();
    certificate_.arcs = arcs_.facts().arcs;
    certificate_.of_rows = options.of_rows > 0 ? options.of_rows : arcs_.vertices();
    certificate_.semiring = rules.kind;
    certificate_.weight = weight_type_of<T>;
    certificate_.exact = exact_;
  }

  void check(const AnyMatrixView& any, std::span<const Index> sources, Trees trees) override {
    if (!certificate_.ok()) return;
    const MatrixView<const T> rows = checked(any, sources, trees);
    certificate_.trees = certificate_.trees || trees.rows() > 0;
    for (Index first = 0; first < rows.rows() && certificate_.ok(); first += kRows) {
      const Index count = std::min(kRows, rows.rows() - first);
      check_batch(part_of(rows, first, count), sources.subspan(at(first), at(count)),
                  part_of(trees, first, count));
      if (progress_ &&
          progress_({static_cast<double>(certificate_.rows),
                     static_cast<double>(certificate_.of_rows)}) == ProgressAnswer::cancel) {
        throw Error(ErrorCode::cancelled, "the verification was cancelled");
      }
    }
  }

 private:
  // The rows in their own type, when shapes and types fit.
  MatrixView<const T> checked(const AnyMatrixView& any, std::span<const Index> sources,
                              Trees trees) const {
    const Index n = arcs_.vertices();
    const auto count = static_cast<Index>(sources.size());
    const auto* rows = std::get_if<MatrixView<const T>>(&any);
    if (rows == nullptr) {
      const WeightType found = std::visit(
          []<class Found>(MatrixView<const Found>) { return weight_type_of<Found>; }, any);
      throw Error(ErrorCode::usage, fmt::format("distances are {}, expected {}", to_string(found),
                                                to_string(weight_type_of<T>)));
    }
    const auto fits = [&](const auto& view) {
      return view.rows() == count && view.columns() == n && (n == 0 || view.column_stride() == 1);
    };
    if (!fits(*rows)) {
      throw Error(ErrorCode::usage,
                  fmt::format("{} x {} distances of {} sources in a graph of {} vertices",
                              rows->rows(), rows->columns(), count, n));
    }
    if (trees.rows() > 0 && !fits(trees)) {
      throw Error(ErrorCode::usage, fmt::format("{} x {} predecessors with {} x {} distances",
                                                trees.rows(), trees.columns(), count, n));
    }
    for (const Index s : sources) {
      if (s >= 0 && s < n) continue;
      throw Error(ErrorCode::usage, fmt::format("source {} is not in 0 .. {}", s, n - 1));
    }
    return *rows;
  }

  void check_batch(MatrixView<const T> rows, std::span<const Index> sources, Trees trees) {
    const Index count = rows.rows();
    std::vector<RowVerdict> verdicts(at(count));
    const std::vector<std::uint8_t> swept = sweep(rows, sources, verdicts);
    crew_.run(count, [&](Index i) {
      if (swept[at(i)] != 0 && trees.rows() == 0) return;
      pool_.lend([&](RowScratch<T>& scratch) {
        RowVerdict& verdict = verdicts[at(i)];
        const T* row = &rows(i, 0);
        const Index s = sources[at(i)];
        if (swept[at(i)] == 0) verdict = row_check_.distances(s, row, scratch);
        if (verdict.failure || trees.rows() == 0) return;
        RowVerdict tree = row_check_.tree(s, row, &trees(i, 0), scratch);
        if (tree.failure) verdict = std::move(tree);
      });
    });
    for (const RowVerdict& verdict : verdicts) {
      if (verdict.failure) {
        certificate_.failure = verdict.failure;
        return;
      }
      ++certificate_.rows;
      if (exact_ || verdict.worst <= certificate_.worst) continue;
      certificate_.worst = verdict.worst;
      certificate_.bound = verdict.bound;
      certificate_.where = verdict.where;
    }
  }

  // Which rows hold, as far as can be seen quickly; the worst of them gets its verdict.
  std::vector<std::uint8_t> sweep(MatrixView<const T> rows, std::span<const Index> sources,
                                  std::vector<RowVerdict>& verdicts) {
    std::vector<std::uint8_t> holds(at(rows.rows()), 0);
    if constexpr (!std::is_same_v<T, std::uint8_t>) {
      // For sums only; where there are negative cycles rows are looked at one by one.
      if (!arcs_.algebra().adds || cycles_.any()) return holds;
      if (!sweep_) sweep_.emplace(arcs_, cycles_);
      const auto outcomes = sweep_->run(rows, sources, crew_);
      std::size_t worst = 0;
      for (std::size_t i = 0; i < holds.size(); ++i) {
        holds[i] = outcomes[i].holds;
        if (outcomes[i].units > outcomes[worst].units) worst = i;
      }
      if (!exact_ && outcomes[worst].units > certificate_.worst) {
        verdicts[worst] = row_check_.holds(sources[worst], &rows(static_cast<Index>(worst), 0),
                                           outcomes[worst].target, outcomes[worst].units);
      }
    }
    return holds;
  }

  const Progress progress_;
  Crew crew_;
  const GivenArcs<T> arcs_;
  const Cycles cycles_;
  const RowCheck<T> row_check_;
  const bool exact_;
  std::optional<Sweep<T>> sweep_;
  Pool<RowScratch<T>> pool_;
};

template <class Input>
std::unique_ptr<Certifier> make(const Input& input, WeightType weight,
                                const CertificateOptions& options) {
  std::unique_ptr<Certifier> certifier;
  if (!visit_semiring(options.semiring, weight, [&]<class S>(S) {
        certifier = std::make_unique<CertifierOf<typename S::Weight>>(input, rules_of<S>, options);
      })) {
    throw Error(ErrorCode::unsupported,
                fmt::format("{} does not go with distances of type {}", to_string(options.semiring),
                            to_string(weight)),
                "name the semiring of the solve with --semiring");
  }
  return certifier;
}

}  // namespace

std::unique_ptr<Certifier> make_certifier(const Graph& graph, WeightType weight,
                                          const CertificateOptions& options) {
  return make(graph, weight, options);
}

std::unique_ptr<Certifier> make_certifier(const AnyMatrixView& matrix, WeightType weight,
                                          const CertificateOptions& options) {
  const AnyInput weights = matrix;
  if (weights.rows != weights.columns || (weights.rows > 0 && weights.data == nullptr)) {
    throw Error(ErrorCode::usage,
                fmt::format("a {} x {} matrix of weights at {}", weights.rows, weights.columns,
                            fmt::ptr(weights.data)),
                "hand in the square matrix that was solved");
  }
  return make(matrix, weight, options);
}

namespace {

template <class Input>
Certificate certificate_of(const Input& input, const Result& result,
                           const CertificateOptions& options, std::span<const Index> sources) {
  const AnyMatrixView rows = view_of(result.storage());
  const Index count = std::visit([](const auto& view) { return view.rows(); }, rows);
  std::vector<Index> all(at(count));  // none, too, is what a result may have rows of
  std::iota(all.begin(), all.end(), Index{0});
  const std::span<const Index> kept = result.sources().empty() ? all : result.sources();
  CertificateOptions with = options;
  with.semiring = result.semiring();
  with.of_rows = static_cast<Index>(kept.size());
  const auto certifier = make_certifier(input, result.weight_type(), with);
  const Trees trees = result.has_predecessors() ? result.predecessors() : Trees{};
  if (sources.empty()) certifier->check(rows, kept, trees);
  for (const Index s : sources) {
    const auto found = std::find(kept.begin(), kept.end(), s);
    if (found == kept.end()) {
      throw Error(ErrorCode::usage, fmt::format("the result has no row of source {}", s));
    }
    const Index i = found - kept.begin();
    const auto row = [i](const auto& view) -> AnyMatrixView { return part_of(view, i, 1); };
    certifier->check(std::visit(row, rows), {&s, 1}, part_of(trees, i, 1));
  }
  return certifier->certificate();
}

}  // namespace

Certificate certify(const Graph& graph, const Result& result, const CertificateOptions& options,
                    std::span<const Index> sources) {
  return certificate_of(graph, result, options, sources);
}

Certificate certify(const AnyMatrixView& weights, const Result& result,
                    const CertificateOptions& options, std::span<const Index> sources) {
  return certificate_of(weights, result, options, sources);
}

}  // namespace warpath::verify
