// A kernel that works on arcs, from a graph to rows that are finished: what run_on_arcs.cpp and
// router.cpp share.
#pragma once

#include <optional>
#include <span>
#include <utility>

#include "base/stopwatch.hpp"
#include "kernels/kernel.hpp"
#include "kernels/work.hpp"
#include "numerics/prepare.hpp"
#include "routes/predecessors.hpp"
#include "solve/request.hpp"
#include "sparse/arcs.hpp"
#include "sparse/plan.hpp"
#include "warpath/error.hpp"
#include "warpath/rows.hpp"

namespace warpath {

template <class T>
class ArcRun {
 public:
  ArcRun(const Request& request, const Plan& plan, const Rules<T>& rules)
      : plan_(plan),
        rules_(rules),
        crew_(threads_of(request.options)),
        arcs_(arcs_of(request, plan, rules, crew_)),
        facts_(sparse::facts_of(arcs_, rules)),
        meter_(request.options.progress, plan.tasks) {}

  const InputFacts& facts() const { return facts_; }

  // For a call of run(), which says where distances go.
  Work work() { return {.plan = plan_, .facts = facts_, .meter = meter_, .arcs = &arcs_}; }

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

  // Of rows that a kernel has computed. No sources: row i is that of vertex i.
  //
  // Error bad_input when a distance has outgrown its type: where a vertex has been reached, its
  // arcs must have led on.
  void check(MatrixView<const T> rows, std::span<const sparse::Vertex> sources) const {
    if constexpr (!std::is_same_v<T, std::uint8_t>) {
      for (Index i = 0; facts_.may_overflow && i < rows.rows(); ++i) {
        for (sparse::Vertex u = 0; u < arcs_.vertices(); ++u) {
          if (rows(i, u) == rules_.no_path) continue;
          for (Index a = arcs_.offsets[sparse::at(u)]; a < arcs_.offsets[sparse::at(u) + 1]; ++a) {
            const sparse::Vertex v = arcs_.targets[sparse::at(a)];
            if (rows(i, v) != rules_.no_path) continue;
            refuse_distance<T>(sources.empty() ? i : sources[sparse::at(i)], v);
          }
        }
      }
    }
  }

  // Before find_predecessors(): looks up the arcs that are `wanted` (routes::Links).
  void link(const Graph& graph, bool both_ways, const routes::Wanted<T>& wanted) {
    const Stopwatch watch;
    links_.emplace(routes::links_of(graph, both_ways, wanted, crew_));
    routes_seconds_ += watch.seconds();
  }

  void find_predecessors(MatrixView<const T> rows, std::span<const sparse::Vertex> sources,
                         MatrixView<routes::Vertex> predecessors) {
    const Stopwatch watch;
    const bool found = routes::find_predecessors<T>(*links_, {rows, predecessors, sources}, crew_,
                                                    [this] { return meter_.cancelled(); });
    meter_.check();
    if (!found) throw Error(ErrorCode::internal, "there are distances that no path leads to");
    routes_seconds_ += watch.seconds();
  }

  double routes_seconds() const { return routes_seconds_; }  // spent on predecessors

 private:
  static sparse::Arcs<T> arcs_of(const Request& request, const Plan& plan, const Rules<T>& rules,
                                 Crew& crew) {
    auto arcs = sparse::arcs_of(*request.graph, rules, request.options.undirected, crew);
    arcs.symmetric = plan.problem.symmetric;  // what has been planned for
    return arcs;
  }

  const Stopwatch watch_;
  const Plan& plan_;
  const Rules<T> rules_;
  Crew crew_;
  const sparse::Arcs<T> arcs_;
  const InputFacts facts_;
  ProgressMeter meter_;
  std::optional<routes::Links<T>> links_;
  double routes_seconds_ = 0;
};

// Rows that a kernel computes some at a time: finished, and handed on; or all kept, without a sink.
template <class T>
class FinishedRows final : public RowTarget {
 public:
  // Of the graph's n vertices. `routes`: with their predecessors.
  FinishedRows(ArcRun<T>& run, std::span<const sparse::Vertex> sources, Index n, bool routes,
               const RowSink& sink)
      : run_(run), sources_(sources), n_(n), routes_(routes), sink_(sink) {
    if (!sink_) make_room(static_cast<Index>(sources.size()));
  }

  Cells place(Index first, Index count) override {
    if (sink_ && std::exchange(under_way_, true)) std::swap(rows_, before_);
    rows_.first = first;
    rows_.count = count;
    if (sink_) make_room(count);
    auto& cells = std::get<Matrix<T>>(rows_.distances);
    return {cells.data() + begin(first) * cells.leading_dimension(), cells.leading_dimension()};
  }

  double done(Index first, Index count) override {
    const bool last = rows_.first == first;
    if (last) under_way_ = false;
    Rows& rows = last || !sink_ ? rows_ : before_;
    const auto sources = sources_.subspan(sparse::at(first), sparse::at(count));
    const MatrixView<const T> cells =
        std::get<Matrix<T>>(rows.distances).view().block(begin(first), 0, count, n_);
    run_.check(cells, sources);
    if (routes_) {
      run_.find_predecessors(cells, sources,
                             rows.predecessors.view().block(begin(first), 0, count, n_));
    }
    if (!sink_) return 0;
    const Stopwatch watch;
    sink_(rows);
    return watch.seconds();
  }

  Rows& rows() { return rows_; }

 private:
  // Whoever received the last ones may have kept them.
  void make_room(Index count) {
    if (!std::holds_alternative<Matrix<T>>(rows_.distances)) rows_.distances = Matrix<T>();
    make_room(std::get<Matrix<T>>(rows_.distances), count);
    if (routes_) make_room(rows_.predecessors, count);
  }

  // What is too small goes first: both at a time are in no plan.
  template <class Cell>
  void make_room(Matrix<Cell>& cells, Index count) {
    if (cells.data() != nullptr && cells.rows() >= count) return;
    cells = {};
    cells = Matrix<Cell>(count, n_);
  }

  // Where rows from `first` on lie.
  Index begin(Index first) const { return sink_ ? 0 : first; }

  ArcRun<T>& run_;
  std::span<const sparse::Vertex> sources_;
  const Index n_;
  const bool routes_;
  const RowSink& sink_;
  Rows rows_;  // the last that have been given room
  bool under_way_ = false;
  Rows before_;  // those before, where these are not done
};

}  // namespace warpath
