#include "warpath/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <type_traits>
#include <utility>

#include "base/crew.hpp"
#include "base/dispatch.hpp"
#include "verify/cycles.hpp"
#include "verify/links.hpp"
#include "verify/pool.hpp"
#include "verify/row_check.hpp"
#include "verify/sweep.hpp"
#include "warpath/error.hpp"

namespace warpath::verify {

class Certifier::State {
 public:
  explicit State(const CertificateOptions& options) : options_(options) {}
  virtual ~State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  virtual void check(const AnyMatrixView& rows, std::span<const Index> sources, Trees trees) = 0;

  const Certificate& certificate() const { return certificate_; }

 protected:
  CertificateOptions options_;
  Certificate certificate_;
};

namespace {

// Whether sums of so many weights are never rounded.
template <class S>
bool is_exact(const Links<S>& links) {
  using T = typename S::Weight;
  if (!std::is_floating_point_v<T> || !Algebra<S>::adds) return true;
  const double limit = std::ldexp(1.0, std::numeric_limits<T>::digits);
  return links.facts().whole &&
         links.facts().magnitude * static_cast<double>(links.vertices()) <= limit;
}

}  // namespace

template <class S>
class CheckerOf final : public Certifier::State {
 public:
  using T = typename S::Weight;
  static constexpr Index kRows = 64;  // at a time

  template <class Input>
  CheckerOf(const Input& input, const CertificateOptions& options)
      : State(options),
        crew_(std::max(1, options.threads)),
        links_(input, options.undirected, crew_),
        cycles_(find_cycles<S>(links_, options.negative_cycle_tolerance)),
        exact_(is_exact(links_)),
        row_check_(links_, cycles_, exact_) {
    certificate_.vertices = links_.vertices();
    certificate_.arcs = links_.facts().arcs;
    certificate_.of_rows = options.of_rows > 0 ? options.of_rows : links_.vertices();
    certificate_.weight = weight_type_of<T>;
    certificate_.exact = exact_;
  }

  void check(const AnyMatrixView& rows, std::span<const Index> sources, Trees trees) override {
    const auto* view = std::get_if<MatrixView<const T>>(&rows);
    check_shapes(rows, sources, trees);
    certificate_.trees = certificate_.trees || trees.rows() > 0;
    for (Index first = 0; first < view->rows() && certificate_.ok(); first += kRows) {
      const Index count = std::min(kRows, view->rows() - first);
      const auto some = sources.subspan(at(first), at(count));
      check_batch(view->block(first, 0, count, view->columns()), some,
                  trees.rows() > 0 ? trees.block(first, 0, count, trees.columns()) : Trees{});
      tell(first + count == view->rows());
    }
  }

 private:
  void check_shapes(const AnyMatrixView& rows, std::span<const Index> sources, Trees trees) const {
    const Index n = links_.vertices();
    std::visit(
        [&]<class Found>(const MatrixView<const Found>& view) {
          if (!std::is_same_v<Found, T>) {
            throw Error(ErrorCode::usage, fmt::format("distances are {}, expected {}",
                                                      to_string(weight_type_of<Found>),
                                                      to_string(weight_type_of<T>)));
          }
          if (view.columns() != n || view.rows() != static_cast<Index>(sources.size()) ||
              (n > 0 && view.column_stride() != 1)) {
            throw Error(ErrorCode::usage,
                        fmt::format("{} x {} distances of {} sources in a graph of {} vertices",
                                    view.rows(), view.columns(), sources.size(), n));
          }
        },
        rows);
    if (trees.rows() > 0 && (trees.rows() != static_cast<Index>(sources.size()) ||
                             trees.columns() != n || trees.column_stride() != 1)) {
      throw Error(ErrorCode::usage, fmt::format("{} x {} predecessors with {} x {} distances",
                                                trees.rows(), trees.columns(), sources.size(), n));
    }
    for (const Index s : sources) {
      if (s < 0 || s >= n) {
        throw Error(ErrorCode::usage, fmt::format("source {} is not in 0 .. {}", s, n - 1));
      }
    }
  }

  void check_batch(MatrixView<const T> rows, std::span<const Index> sources, Trees trees) {
    const Index count = rows.rows();
    std::vector<RowVerdict> verdicts(at(count));
    std::vector<std::uint8_t> done(at(count), 0);
    if constexpr (Algebra<S>::adds) {
      // Where there are negative cycles rows are looked at one by one.
      if (!cycles_.any()) {
        if (!sweep_) sweep_.emplace(links_, cycles_, exact_);
        const auto outcomes = sweep_->run(rows, sources, crew_);
        Index worst = -1;
        for (Index i = 0; i < count; ++i) {
          if (!outcomes[at(i)].holds) continue;
          done[at(i)] = 1;
          if (worst < 0 || outcomes[at(i)].units > outcomes[at(worst)].units) worst = i;
        }
        if (worst >= 0 && !exact_ && outcomes[at(worst)].units > certificate_.worst) {
          verdicts[at(worst)] = swept(sources[at(worst)], &rows(worst, 0), outcomes[at(worst)]);
        }
      }
    }
    crew_.run(
        count,
        [&](Index i) {
          if (done[at(i)] != 0 && trees.rows() == 0) return;
          pool_.with([&](RowScratch<S>& scratch) {
            RowVerdict& verdict = verdicts[at(i)];
            const T* row = &rows(i, 0);
            const Index s = sources[at(i)];
            if (done[at(i)] == 0) verdict = row_check_.distances(s, row, scratch);
            if (verdict.failure || trees.rows() == 0) return;
            RowVerdict tree = row_check_.tree(s, row, &trees(i, 0), scratch);
            if (tree.failure) verdict = std::move(tree);
          });
        },
        [] { return false; });
    for (RowVerdict& verdict : verdicts) {
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

  // What the sweep saw at its worst, as evidence.
  template <class Outcome>
  RowVerdict swept(Index source, const T* row, const Outcome& outcome) const {
    RowVerdict verdict;
    double largest = 0;
    for (Index v = 0; v < links_.vertices(); ++v) {
      if (row[v] != S::no_path())
        largest = std::max(largest, std::abs(static_cast<double>(row[v])));
    }
    verdict.worst = outcome.units;
    verdict.bound = row_check_.bound_units(largest);
    if (outcome.target < 0) return verdict;
    const Index v = outcome.target;
    Evidence where{.source = source, .target = v};
    where.found = static_cast<double>(row[v]);
    double best = std::numeric_limits<double>::infinity();
    for (Index u = 0; u < links_.vertices(); ++u) {
      const T weight = u == v ? S::no_path() : links_.weight(u, v);
      const double sum = static_cast<double>(row[u]) + static_cast<double>(weight);
      if (weight == S::no_path() || !(sum < best)) continue;
      best = sum;
      where.via = u;
      where.before = static_cast<double>(row[u]);
      where.weight = static_cast<double>(weight);
    }
    if (where.via >= 0) {
      where.allowed = verdict.bound * static_cast<double>(row_check_.unit(
                                          row[where.via], links_.weight(where.via, v), row[v]));
    }
    verdict.where = where;
    return verdict;
  }

  void tell(bool last) {
    if (!options_.progress) return;
    const auto now = std::chrono::steady_clock::now();
    if (!last && now - told_ < std::chrono::milliseconds(50)) return;
    told_ = now;
    if (options_.progress({static_cast<double>(certificate_.rows),
                           static_cast<double>(certificate_.of_rows)}) == ProgressAnswer::cancel) {
      throw Error(ErrorCode::cancelled, "the verification was cancelled");
    }
  }

  Crew crew_;
  Links<S> links_;
  Cycles cycles_;
  bool exact_;
  RowCheck<S> row_check_;
  struct Nothing {
    template <class... Any>
    explicit Nothing(const Any&...) {}
  };
  std::optional<std::conditional_t<Algebra<S>::adds, Sweep<S>, Nothing>> sweep_;
  Pool<RowScratch<S>> pool_;
  std::chrono::steady_clock::time_point told_;
};

namespace {

template <class Make>
void with_semiring(WeightType weight, const CertificateOptions& options, const Make& make) {
  if (visit_semiring(options.semiring, weight, make)) return;
  throw Error(ErrorCode::unsupported,
              fmt::format("{} does not go with distances of type {}", to_string(options.semiring),
                          to_string(weight)),
              "name the semiring of the solve with --semiring");
}

}  // namespace

Certifier::Certifier(const Graph& graph, WeightType weight, const CertificateOptions& options) {
  with_semiring(weight, options,
                [&]<class S>(S) { state_ = std::make_unique<CheckerOf<S>>(graph, options); });
}

Certifier::Certifier(const AnyMatrixView& matrix, WeightType weight,
                     const CertificateOptions& options) {
  with_semiring(weight, options,
                [&]<class S>(S) { state_ = std::make_unique<CheckerOf<S>>(matrix, options); });
}

Certifier::~Certifier() = default;

void Certifier::check(const AnyMatrixView& rows, std::span<const Index> sources, Trees trees) {
  if (state_->certificate().ok()) state_->check(rows, sources, trees);
}

const Certificate& Certifier::certificate() const { return state_->certificate(); }

Certificate certify(const Graph& graph, const Result& result, const CertificateOptions& options,
                    std::span<const Index> sources) {
  std::vector<Index> all(at(graph.vertices()));
  std::iota(all.begin(), all.end(), Index{0});
  const std::span<const Index> kept = result.sources().empty() ? all : result.sources();
  CertificateOptions with = options;
  with.semiring = result.semiring();
  with.of_rows = static_cast<Index>(kept.size());
  Certifier certifier(graph, result.weight_type(), with);
  const AnyMatrixView rows = view_of(result.storage());
  const Trees trees = result.has_predecessors() ? result.predecessors() : Trees{};
  if (sources.empty()) {
    certifier.check(rows, kept, trees);
    return certifier.certificate();
  }
  for (const Index s : sources) {
    const auto row = std::find(kept.begin(), kept.end(), s);
    if (row == kept.end()) {
      throw Error(ErrorCode::usage, fmt::format("the result has no row of source {}", s));
    }
    const Index i = row - kept.begin();
    const AnyMatrixView one = std::visit(
        [&](const auto& view) -> AnyMatrixView { return view.block(i, 0, 1, view.columns()); },
        rows);
    certifier.check(one, std::span(&*row, 1),
                    trees.rows() > 0 ? trees.block(i, 0, 1, trees.columns()) : Trees{});
  }
  return certifier.certificate();
}

}  // namespace warpath::verify
