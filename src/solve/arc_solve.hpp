// A call of a kernel of the sparse method, from a graph to the rows that come out: what solve_sparse.cpp and router.cpp share.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <new>
#include <optional>
#include <span>
#include <vector>

#include "base/dispatch.hpp"
#include "kernels/host.hpp"
#include "kernels/sparse_call.hpp"
#include "routes/predecessors.hpp"
#include "solve/with_semiring.hpp"
#include "sparse/arcs.hpp"
#include "sparse/plan.hpp"
#include "warpath/error.hpp"
#include "warpath/result.hpp"

namespace warpath {

inline double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Looks for distances that have outgrown their type: what a search finds must have been reached.
template <class T>
class ReachedRows {
 public:
  explicit ReachedRows(const sparse::Arcs<T>& arcs)
      : arcs_(arcs), seen_(sparse::at(arcs.vertices()), -1), queue_(sparse::at(arcs.vertices())) {}

  void check(sparse::Vertex source, const T* row) {
    std::size_t end = 0;
    seen_[sparse::at(source)] = round_;
    queue_[end++] = source;
    for (std::size_t next = 0; next < end; ++next) {
      const sparse::Vertex u = queue_[next];
      if (row[u] == no_path<T>()) {
        throw Error(ErrorCode::bad_input,
                    fmt::format("the distance from {} to {} is too large for {}, which holds less "
                                "than {}",
                                source, u, to_string(weight_type_of<T>), no_path<T>()),
                    "use a wider weight type", {source, u});
      }
      for (Index a = arcs_.offsets[sparse::at(u)]; a < arcs_.offsets[sparse::at(u) + 1]; ++a) {
        const sparse::Vertex v = arcs_.targets[sparse::at(a)];
        if (seen_[sparse::at(v)] == round_) continue;
        seen_[sparse::at(v)] = round_;
        queue_[end++] = v;
      }
    }
    ++round_;
  }

 private:
  const sparse::Arcs<T>& arcs_;
  std::vector<Index> seen_;
  std::vector<sparse::Vertex> queue_;
  Index round_ = 0;
};

// A call of the plan's kernel, from arcs on. `want` says where distances go.
template <class S>
class ArcSolve {
 public:
  using T = typename S::Weight;

  ArcSolve(const Graph& graph, const Plan& plan, const Options& options)
      : start_(std::chrono::steady_clock::now()),
        options_(options),
        plan_(plan),
        arcs_(sparse::arcs_of<S>(graph, options.undirected)),
        meter_(options.progress, plan.tasks) {
    const InputFacts facts = sparse::facts_of<S>(arcs_);
    plan_.problem.nonnegative = facts.nonnegative && S::kind == SemiringKind::shortest_path;
    plan_.problem.symmetric = arcs_.symmetric;
    call.emplace(SparseCall{.plan = plan_,
                            .arcs = &arcs_,
                            .facts = facts,
                            .tolerance = tolerance_of(options, plan.problem.weight, facts),
                            .meter = meter_});
  }

  const sparse::Arcs<T>& arcs() const { return arcs_; }
  ProgressMeter& meter() { return meter_; }

  Statistics run() {
    meter_.begin();
    if (plan_.problem.n > 0) plan_.kernel->solve_arcs(*call);
    Statistics statistics;
    statistics.factor_seconds = call->factor_seconds;
    statistics.sweep_seconds = call->sweep_seconds;
    statistics.kernel_seconds = call->factor_seconds + call->sweep_seconds;
    // The order, where it was found for this solve.
    if (plan_.sparse && !options_.sparse_plan)
      statistics.order_seconds = plan_.sparse.data().seconds;
    statistics.seconds = seconds_since(start_) + statistics.order_seconds;
    statistics.tasks_per_second = statistics.seconds > 0 ? plan_.tasks / statistics.seconds : 0;
    statistics.plan = plan_;
    meter_.finish();
    return statistics;
  }

  std::optional<SparseCall> call;

 private:
  std::chrono::steady_clock::time_point start_;
  const Options& options_;
  Plan plan_;
  const sparse::Arcs<T> arcs_;
  ProgressMeter meter_;
};

// What with_semiring() does about the heap, for all that is done beside: plans, lists of sources, copies.
template <class Body>
auto with_heap(const Graph& graph, const Body& body) {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    throw Error(ErrorCode::does_not_fit,
                fmt::format("the system refused memory for a graph of {} vertices and {} arcs",
                            graph.vertices(), graph.arcs()),
                "free some memory, or set a memory limit");
  }
}

// Finds the predecessors of rows that come batch by batch.
template <class S>
class RowRoutes {
 public:
  using T = typename S::Weight;

  RowRoutes(const Graph& graph, const Options& options, ProgressMeter& meter,
            const routes::Wanted<S>& wanted = {})
      : crew_(options.threads != 0 ? options.threads : host_machine().cores),
        meter_(meter),
        links_(routes::links_of<S>(graph, options.undirected, wanted, crew_)) {}

  // The predecessors stay until the next rows come.
  const Matrix<routes::Vertex>& find(MatrixView<const T> distances,
                                     std::span<const routes::Vertex> sources) {
    const auto start = std::chrono::steady_clock::now();
    if (predecessors_.rows() < distances.rows()) {
      predecessors_ = Matrix<routes::Vertex>(distances.rows(), distances.columns());
    }
    find({distances, predecessors_.view(), sources});
    seconds += seconds_since(start);
    return predecessors_;
  }

  // All of them at once, where they are wanted.
  void find_all(MatrixView<const T> distances, MatrixView<routes::Vertex> predecessors) {
    find({distances, predecessors});
  }

  double seconds = 0;

 private:
  void find(const routes::Rows<T>& rows) {
    const bool found =
        routes::find_predecessors<S>(links_, rows, crew_, [this] { return meter_.cancelled(); });
    meter_.check();
    if (!found) throw Error(ErrorCode::internal, "there are distances that no path leads to");
  }

  Crew crew_;
  ProgressMeter& meter_;
  const routes::Links<T> links_;
  Matrix<routes::Vertex> predecessors_;
};

inline std::vector<sparse::Vertex> to_vertices(std::span<const Index> sources, Index n) {
  std::vector<sparse::Vertex> vertices;
  vertices.reserve(sources.size());
  for (const Index v : sources) {
    if (v < 0 || v >= n) {
      throw Error(ErrorCode::usage, fmt::format("source {} in a graph of {} vertices", v, n),
                  "vertices are numbered from 0");
    }
    vertices.push_back(static_cast<sparse::Vertex>(v));
  }
  return vertices;
}

}  // namespace warpath
