// Kernels of the sparse and search methods: graph -> arcs -> kernel -> matrix, rows or measures.

#include <fmt/format.h>

#include <numeric>

#include "base/dispatch.hpp"
#include "base/pages.hpp"
#include "solve/arc_run.hpp"
#include "solve/matrix_measures.hpp"
#include "solve/run.hpp"

namespace warpath {
namespace {

std::vector<sparse::Vertex> sources_of(const Request& request) {
  std::vector<sparse::Vertex> vertices(sparse::at(request.rows()));
  if (request.sources) {
    std::copy(request.sources->begin(), request.sources->end(), vertices.begin());
  } else {
    std::iota(vertices.begin(), vertices.end(), 0);
  }
  return vertices;
}

// Rows that are kept: each has its place in a matrix.
template <class S>
class RowsInMatrix final : public RowTarget {
 public:
  using T = typename S::Weight;

  RowsInMatrix(RowFinish<S>& finish, std::span<const sparse::Vertex> sources, MatrixView<T> rows,
               MatrixView<routes::Vertex> predecessors)
      : finish_(finish), sources_(sources), rows_(rows), predecessors_(predecessors) {}

  Cells place(Index first, Index) override {
    return {rows_.data() + first * rows_.row_stride(), rows_.row_stride()};
  }

  void done(Index first, Index count) override {
    const auto sources = sources_.subspan(sparse::at(first), sparse::at(count));
    const MatrixView<const T> rows = rows_.block(first, 0, count, rows_.columns());
    finish_.check(rows, sources);
    if (predecessors_.rows() == 0) return;
    finish_.find_predecessors(rows, sources, predecessors_.block(first, 0, count, rows_.columns()));
  }

 private:
  RowFinish<S>& finish_;
  std::span<const sparse::Vertex> sources_;
  MatrixView<T> rows_;
  MatrixView<routes::Vertex> predecessors_;
};

// Rows that are handed on.
template <class S>
class RowsForSink final : public RowTarget {
 public:
  using T = typename S::Weight;

  RowsForSink(RowFinish<S>& finish, std::span<const sparse::Vertex> sources, Index n,
              bool predecessors, const RowSink& sink)
      : finish_(finish), sources_(sources), n_(n), predecessors_(predecessors), sink_(sink) {}

  Cells place(Index first, Index count) override {
    rows_.first = first;
    rows_.count = count;
    // Whoever received the last ones may have kept them.
    const auto* there = std::get_if<Matrix<T>>(&rows_.distances);
    if (there == nullptr || there->data() == nullptr || there->rows() < count) {
      rows_.distances = Matrix<T>(count, n_);
    }
    if (predecessors_ &&
        (rows_.predecessors.data() == nullptr || rows_.predecessors.rows() < count)) {
      rows_.predecessors = Matrix<routes::Vertex>(count, n_);
    }
    auto& cells = std::get<Matrix<T>>(rows_.distances);
    return {cells.data(), cells.leading_dimension()};
  }

  void done(Index first, Index count) override {
    const auto sources = sources_.subspan(sparse::at(first), sparse::at(count));
    const MatrixView<const T> rows =
        std::get<Matrix<T>>(rows_.distances).view().block(0, 0, count, n_);
    finish_.check(rows, sources);
    if (predecessors_) {
      finish_.find_predecessors(rows, sources, rows_.predecessors.view().block(0, 0, count, n_));
    }
    const Stopwatch watch;
    sink_(rows_);
    seconds_ += watch.seconds();
  }

  double sink_seconds() const { return seconds_; }

 private:
  RowFinish<S>& finish_;
  std::span<const sparse::Vertex> sources_;
  Index n_;
  bool predecessors_;
  const RowSink& sink_;
  Rows rows_;
  double seconds_ = 0;
};

// Where nobody will look at single rows: refused if a distance might outgrow its type.
template <class S>
void refuse_overflow(const Plan& plan, const InputFacts& facts) {
  if (!facts.may_overflow) return;
  throw Error(ErrorCode::bad_input,
              fmt::format("distances up to {} are possible, and {} holds less than {}",
                          static_cast<double>(facts.positive_bound), to_string(plan.problem.weight),
                          S::no_path()),
              "use a wider weight type");
}

template <class S>
class OnArcs {
 public:
  using T = typename S::Weight;

  OnArcs(const Request& request, const Plan& plan)
      : request_(request),
        plan_(plan),
        n_(plan.problem.n),
        run_(request, plan),
        work_(run_.work()) {}

  Outcome outcome() {
    switch (request_.into) {
      case Into::matrix: request_.sources ? some_rows() : new_matrix(); break;
      case Into::memory: request_.on_device ? device() : matrix(request_.memory.as<T>(), {}); break;
      case Into::rows: stream(request_.sink); break;
      case Into::measures: measures(); break;
      case Into::router: break;  // make_router()
    }
    return std::move(outcome_);
  }

 private:
  bool wants_predecessors() const { return plan_.problem.predecessors; }

  // Every row, where it belongs.
  void matrix(MatrixView<T> distances, MatrixView<routes::Vertex> predecessors) {
    work_.matrix = {distances.data(), std::max(distances.row_stride(), n_)};
    Statistics& statistics = outcome_.statistics;
    statistics = run_.run(work_);
    // Which arcs are best paths is known now; with rounded sums of either sign nothing is sure.
    routes::Wanted<S> wanted{.distances = distances};
    if (kRounds<S> && !run_.facts().nonnegative) wanted = {};
    const Stopwatch watch;
    RowFinish<S> finish(request_, run_, predecessors.rows() > 0, wanted);
    finish.check(distances, {});
    if (predecessors.rows() > 0) {
      finish.find_predecessors(distances, {}, predecessors);
      statistics.routes_seconds = watch.seconds();
      statistics.seconds += statistics.routes_seconds;
    }
  }

  void new_matrix() {
    Matrix<T> distances(n_, n_);
    if (wants_predecessors()) outcome_.predecessors = fresh_predecessors(n_, request_.options);
    work_.fresh = true;
    matrix(distances.view(), outcome_.predecessors.view());
    outcome_.distances = std::move(distances);
  }

  void run_rows(RowFinish<S>& finish, std::span<const sparse::Vertex> sources, RowTarget& target) {
    work_.sources = sources;
    work_.rows = &target;
    outcome_.statistics = run_.run(work_);
    outcome_.statistics.routes_seconds = finish.seconds();
  }

  void some_rows() {
    const std::vector<sparse::Vertex> sources = sources_of(request_);
    Matrix<T> rows(request_.rows(), n_);
    if (wants_predecessors()) {
      outcome_.predecessors = Matrix<routes::Vertex>(request_.rows(), n_);
    }
    RowFinish<S> finish(request_, run_, wants_predecessors());
    RowsInMatrix<S> target(finish, sources, rows.view(), outcome_.predecessors.view());
    run_rows(finish, sources, target);
    outcome_.distances = std::move(rows);
  }

  void stream(const RowSink& sink) {
    const std::vector<sparse::Vertex> sources = sources_of(request_);
    RowFinish<S> finish(request_, run_, wants_predecessors());
    RowsForSink<S> target(finish, sources, n_, wants_predecessors(), sink);
    run_rows(finish, sources, target);
    // What others do with the rows is no part of the solve.
    Statistics& statistics = outcome_.statistics;
    statistics.seconds -= target.sink_seconds();
    statistics.kernel_seconds -= target.sink_seconds();
    statistics.sweep_seconds -= target.sink_seconds();
    statistics.tasks_per_second = statistics.seconds > 0 ? plan_.tasks / statistics.seconds : 0;
  }

  void measures() {
    if constexpr (S::kind == SemiringKind::shortest_path) {
      MeasureBuilder builder(n_);
      if (kernel_of(plan_).gives_measures) {
        // On the CPU the kernel looks at every panel.
        if (plan_.kernel->backend != Backend::cpu) refuse_overflow<S>(plan_, run_.facts());
        work_.measures = &builder;
        outcome_.statistics = run_.run(work_);
      } else {
        Crew crew(threads_of(request_.options));
        stream([&](Rows& rows) { add_rows(builder, rows, crew); });
      }
      outcome_.measures = builder.finish();
    }
  }

  void device() {
    refuse_overflow<S>(plan_, run_.facts());
    work_.matrix = {request_.memory.data, request_.memory.row_stride};
    work_.stream = request_.stream;
    outcome_.statistics = run_.run(work_);
  }

  const Request& request_;
  const Plan& plan_;
  const Index n_;
  ArcRun<S> run_;
  Work work_;
  Outcome outcome_;
};

}  // namespace

Outcome run_on_arcs(const Request& request, const Plan& plan) {
  Outcome outcome;
  visit_semiring(plan.problem.semiring, plan.problem.weight,
                 [&]<class S>(S) { outcome = OnArcs<S>(request, plan).outcome(); });
  return outcome;
}

}  // namespace warpath
