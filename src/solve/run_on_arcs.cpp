// Kernels of the sparse and search methods: graph -> arcs -> kernel -> matrix, rows or measures.

#include <fmt/format.h>

#include <limits>
#include <numeric>

#include "base/dispatch.hpp"
#include "base/pages.hpp"
#include "base/too_narrow.hpp"
#include "solve/arc_run.hpp"
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

template <class T>
class OnArcs {
 public:
  OnArcs(const Request& request, const Plan& plan, const Rules<T>& rules)
      : request_(request),
        plan_(plan),
        rules_(rules),
        n_(plan.problem.n),
        run_(request, plan, rules),
        work_(run_.work()) {}

  Outcome outcome() {
    switch (request_.into) {
      case Into::matrix: request_.sources ? rows({}) : new_matrix(); break;
      case Into::memory: request_.on_device ? device() : matrix(request_.memory.as<T>(), {}); break;
      case Into::rows: rows(request_.sink); break;
      case Into::measures: measures(); break;
      case Into::router: break;  // make_router()
    }
    return std::move(outcome_);
  }

 private:
  // Every row, where it belongs.
  void matrix(MatrixView<T> distances, MatrixView<routes::Vertex> predecessors) {
    work_.matrix = {distances.data(), std::max(distances.row_stride(), n_)};
    Statistics& statistics = outcome_.statistics;
    statistics = run_.run(work_);
    const Stopwatch watch;
    run_.check(distances, {});
    if (predecessors.rows() > 0) {
      // Which arcs are best paths is known now; with rounded sums of either sign nothing is sure.
      const bool rounds = rules_.adds && std::is_floating_point_v<T>;
      link({rules_, rounds && !run_.facts().nonnegative ? MatrixView<T>() : distances});
      run_.find_predecessors(distances, {}, predecessors);
      statistics.routes_seconds = watch.seconds();
      statistics.seconds += statistics.routes_seconds;
    }
  }

  void new_matrix() {
    Matrix<T> distances(n_, n_);
    if (plan_.problem.predecessors) {
      outcome_.predecessors = fresh_predecessors(n_, request_.options);
    }
    work_.fresh = true;
    matrix(distances.view(), outcome_.predecessors.view());
    outcome_.distances = std::move(distances);
  }

  // Those that are asked for: to the sink, or into a new matrix.
  void rows(const RowSink& sink) {
    const std::vector<sparse::Vertex> sources = sources_of(request_);
    const bool routes = plan_.problem.predecessors;
    if (routes) link({rules_});
    FinishedRows<T> target(run_, sources, n_, routes, sink);
    work_.sources = sources;
    work_.rows = &target;
    Statistics& statistics = outcome_.statistics;
    statistics = run_.run(work_);
    statistics.routes_seconds = run_.routes_seconds();
    // What others do with the rows is no part of the solve.
    statistics.seconds -= work_.waited_seconds;
    statistics.kernel_seconds -= work_.waited_seconds;
    statistics.sweep_seconds -= work_.waited_seconds;
    statistics.tasks_per_second = statistics.seconds > 0 ? plan_.tasks / statistics.seconds : 0;
    if (sink) return;
    outcome_.distances = std::move(target.rows().distances);
    outcome_.predecessors = std::move(target.rows().predecessors);
  }

  void measures() {
    // On the CPU the kernel looks at every panel. Devices have no type for sums beyond double.
    if (plan_.kernel->backend != Backend::cpu) refuse_overflow(static_cast<Bound>(n_));
    MeasureBuilder builder(n_, request_.extent, plan_.problem.symmetric);
    work_.measures = &builder;
    outcome_.statistics = run_.run(work_);
    outcome_.measures = builder.finish();
  }

  void device() {
    refuse_overflow();
    work_.matrix = {request_.memory.data, request_.memory.row_stride};
    work_.stream = request_.stream;
    outcome_.statistics = run_.run(work_);
  }

  void link(const routes::Wanted<T>& wanted) {
    run_.link(*request_.graph, request_.options.undirected, wanted);
  }

  // Where nobody will look at single rows: refused if a distance might outgrow its type, or the sum of
  // so many of them.
  void refuse_overflow(Bound many = 1) const {
    const bool fits = many * run_.facts().positive_bound < std::numeric_limits<double>::max();
    if (fits && !run_.facts().may_overflow) return;
    throw TooNarrow(plan_.problem.weight,
                    fmt::format("distances up to {} are possible, and {} holds less than {}",
                                static_cast<double>(run_.facts().positive_bound),
                                to_string(plan_.problem.weight), rules_.no_path),
                    "use a wider weight type, or the cpu");
  }

  const Request& request_;
  const Plan& plan_;
  const Rules<T> rules_;
  const Index n_;
  ArcRun<T> run_;
  Work work_;
  Outcome outcome_;
};

}  // namespace

Outcome run_on_arcs(const Request& request, const Plan& plan) {
  Outcome outcome;
  visit_semiring(plan.problem.semiring, plan.problem.weight,
                 [&]<class S>(S) { outcome = OnArcs(request, plan, rules_of<S>).outcome(); });
  return outcome;
}

}  // namespace warpath
