// A kernel that works on arcs, from a graph to rows that are finished: what run_on_arcs.cpp and
// router.cpp share.
#pragma once

#include <optional>
#include <span>

#include "base/stopwatch.hpp"
#include "kernels/kernel.hpp"
#include "kernels/work.hpp"
#include "numerics/prepare.hpp"
#include "routes/predecessors.hpp"
#include "solve/reached_rows.hpp"
#include "solve/request.hpp"
#include "sparse/arcs.hpp"
#include "sparse/plan.hpp"
#include "warpath/error.hpp"
#include "warpath/rows.hpp"

namespace warpath {

template <class S>
class ArcRun {
 public:
  using T = typename S::Weight;

  ArcRun(const Request& request, const Plan& plan)
      : plan_(plan),
        arcs_(arcs_of(request, plan)),
        facts_(sparse::facts_of<S>(arcs_)),
        tolerance_(tolerance_of(request.options, plan.problem.weight, facts_)),
        meter_(request.options.progress, plan.tasks) {}

  const sparse::Arcs<T>& arcs() const { return arcs_; }
  const InputFacts& facts() const { return facts_; }
  ProgressMeter& meter() { return meter_; }

  // For a call of run(), which says where distances go.
  Work work() {
    return {
        .plan = plan_, .facts = facts_, .tolerance = tolerance_, .meter = meter_, .arcs = &arcs_};
  }

  Statistics run(Work& work) {
    meter_.begin();
    if (plan_.problem.n > 0) kernel_of(plan_).run(work);
    Statistics statistics;
    statistics.factor_seconds = work.factor_seconds;
    statistics.sweep_seconds = work.sweep_seconds;
    statistics.kernel_seconds = work.kernel_seconds;
    if (plan_.sparse && !plan_.order_was_kept) {
      statistics.order_seconds = plan_.sparse.data().seconds;
    }
    statistics.seconds = watch_.seconds() + statistics.order_seconds;
    statistics.tasks_per_second = statistics.seconds > 0 ? plan_.tasks / statistics.seconds : 0;
    statistics.plan = plan_;
    meter_.finish();
    return statistics;
  }

 private:
  static sparse::Arcs<T> arcs_of(const Request& request, const Plan& plan) {
    auto arcs = sparse::arcs_of<S>(*request.graph, request.options.undirected);
    arcs.symmetric = plan.problem.symmetric;  // what has been planned for
    return arcs;
  }

  const Stopwatch watch_;
  const Plan& plan_;
  const sparse::Arcs<T> arcs_;
  const InputFacts facts_;
  const CycleTolerance tolerance_;
  ProgressMeter meter_;
};

// What is left to do about rows of distances that a kernel has computed: a look whether any has
// outgrown its type, and their predecessors.
template <class S>
class RowFinish {
 public:
  using T = typename S::Weight;

  // `wanted`: see routes::Links. Predecessors are found where `routes`.
  RowFinish(const Request& request, ArcRun<S>& run, bool routes,
            const routes::Wanted<S>& wanted = {})
      : run_(run), crew_(threads_of(request.options)) {
    if (run.facts().may_overflow) reached_.emplace(run.arcs());
    if (routes) {
      const Stopwatch watch;
      links_.emplace(
          routes::links_of<S>(*request.graph, request.options.undirected, wanted, crew_));
      seconds_ += watch.seconds();
    }
  }

  void check(MatrixView<const T> rows, std::span<const sparse::Vertex> sources) {
    if constexpr (S::kind == SemiringKind::shortest_path) {
      for (Index i = 0; reached_ && i < rows.rows(); ++i) {
        reached_->check(sources.empty() ? static_cast<sparse::Vertex>(i) : sources[sparse::at(i)],
                        &rows(i, 0));
      }
    }
  }

  // No sources: row i is that of vertex i.
  void find_predecessors(MatrixView<const T> rows, std::span<const sparse::Vertex> sources,
                         MatrixView<routes::Vertex> predecessors) {
    if (!links_) return;
    const Stopwatch watch;
    const bool found = routes::find_predecessors<S>(*links_, {rows, predecessors, sources}, crew_,
                                                    [this] { return run_.meter().cancelled(); });
    run_.meter().check();
    if (!found) throw Error(ErrorCode::internal, "there are distances that no path leads to");
    seconds_ += watch.seconds();
  }

  double seconds() const { return seconds_; }  // spent on predecessors

 private:
  ArcRun<S>& run_;
  Crew crew_;
  std::optional<ReachedRows<T>> reached_;
  std::optional<routes::Links<T>> links_;
  double seconds_ = 0;
};

// Rows that a kernel computes some at a time: finished, and handed on; or all kept, without a sink.
template <class S>
class FinishedRows final : public RowTarget {
 public:
  using T = typename S::Weight;

  // Of the graph's n vertices. `routes`: with their predecessors.
  FinishedRows(RowFinish<S>& finish, std::span<const sparse::Vertex> sources, Index n, bool routes,
               const RowSink& sink)
      : finish_(finish), sources_(sources), n_(n), routes_(routes), sink_(sink) {
    if (!sink_) make_room(static_cast<Index>(sources.size()));
  }

  Cells place(Index first, Index count) override {
    rows_.first = first;
    rows_.count = count;
    if (sink_) make_room(count);
    auto& cells = std::get<Matrix<T>>(rows_.distances);
    return {cells.data() + begin() * cells.leading_dimension(), cells.leading_dimension()};
  }

  void done(Index first, Index count) override {
    const auto sources = sources_.subspan(sparse::at(first), sparse::at(count));
    const MatrixView<const T> cells =
        std::get<Matrix<T>>(rows_.distances).view().block(begin(), 0, count, n_);
    finish_.check(cells, sources);
    if (routes_) {
      finish_.find_predecessors(cells, sources,
                                rows_.predecessors.view().block(begin(), 0, count, n_));
    }
    if (!sink_) return;
    const Stopwatch watch;
    sink_(rows_);
    sink_seconds_ += watch.seconds();
  }

  Rows& rows() { return rows_; }
  double sink_seconds() const { return sink_seconds_; }

 private:
  // Whoever received the last ones may have kept them.
  void make_room(Index count) {
    const auto* there = std::get_if<Matrix<T>>(&rows_.distances);
    if (there == nullptr || there->data() == nullptr || there->rows() < count) {
      rows_.distances = Matrix<T>(count, n_);
    }
    auto& before = rows_.predecessors;
    if (routes_ && (before.data() == nullptr || before.rows() < count)) before = {count, n_};
  }

  // Where the rows that are there lie.
  Index begin() const { return sink_ ? 0 : rows_.first; }

  RowFinish<S>& finish_;
  std::span<const sparse::Vertex> sources_;
  const Index n_;
  const bool routes_;
  const RowSink& sink_;
  Rows rows_;
  double sink_seconds_ = 0;
};

}  // namespace warpath
