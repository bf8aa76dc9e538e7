// The sparse way of a solve: graph -> plan -> arcs -> kernel -> matrix, rows or measures.

#include "solve/solve_sparse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <limits>
#include <new>
#include <numeric>
#include <vector>

#include "base/dispatch.hpp"
#include "kernels/host.hpp"
#include "kernels/sparse_call.hpp"
#include "numerics/reach_check.hpp"
#include "routes/predecessors.hpp"
#include "solve/arc_solve.hpp"
#include "solve/plain.hpp"
#include "sparse/arcs.hpp"
#include "sparse/plan.hpp"
#include "warpath/cuda.hpp"
#include "warpath/error.hpp"
#include "warpath/solve.hpp"
#include "warpath/sparse.hpp"

namespace warpath {
namespace {

using sparse::at;

// Dense solves of so few vertices are over before anything else has begun.
constexpr Index kSmall = 128;

// Looking for an order pays only where it takes a part of a dense solve: if it was in vain, no more than that is lost.
constexpr double kOrderSeconds = 0.6e-6;    // per vertex with three arcs or more, and per arc of it
constexpr double kReduceSeconds = 0.05e-6;  // per vertex and arc, of any
constexpr double kOrderPart = 0.4;

// A dense solve has to write its matrix, and look it through, before it can begin.
constexpr double kFillBytesPerSecond = 4e9;

// Batches of rows need not be larger than this to be efficient.
constexpr std::size_t kBatchBytes = std::size_t{512} << 20;

Backend backend_of(const Options& options) {
  if (options.device) return *options.device;
  const KernelInfo* kernel = find_kernel(options.kernel);
  return kernel != nullptr ? kernel->backend : Backend::cpu;
}

SparsePlan plan_of(const Graph& graph, const Options& options) {
  if (!options.sparse_plan) return SparsePlan(graph, backend_of(options));
  if (!options.sparse_plan.fits(graph)) {
    throw Error(ErrorCode::usage,
                fmt::format("a sparse plan of {} vertices for a graph of {} whose arcs are others",
                            options.sparse_plan.vertices(), graph.vertices()),
                "a plan can be kept when weights change, not when arcs do; make another");
  }
  return options.sparse_plan;
}

// A plan of one method; without a kernel where it does not fit, or is not offered.
Plan try_plan(const Problem& problem, const Options& options) {
  try {
    return plan_for(problem, options);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::does_not_fit && error.code() != ErrorCode::unsupported) throw;
    return {};
  }
}

double order_seconds(const Graph& graph) {
  double parts = 0;
  for (Index v = 0; v < graph.vertices(); ++v) {
    const Index degree = graph.offsets()[at(v) + 1] - graph.offsets()[at(v)];
    if (degree > 2) parts += static_cast<double>(degree + 1);
  }
  const double all = static_cast<double>(graph.vertices()) + static_cast<double>(graph.arcs());
  return kOrderSeconds * parts + kReduceSeconds * all;
}

// Few sources: searches are over before an order is found. Without a kernel where they are not, or cannot be.
Plan plan_searches(const Problem& problem, const Options& options, double order) {
  if (problem.rows < 0 || options.sparse_plan || backend_of(options) != Backend::cpu) return {};
  Options searching = options;
  searching.method = Method::sparse;
  searching.kernel = "buckets";
  Plan plan = try_plan(problem, searching);
  return plan.kernel != nullptr && plan.predicted_seconds < order ? plan : Plan{};
}

Plan choose(const Graph& graph, const Problem& problem, const Options& options) {
  Options dense_options = options;
  dense_options.method = Method::dense;
  Problem whole = problem;
  whole.rows = -1;
  whole.streamed = false;  // a dense solve needs all of its matrix
  Plan dense = try_plan(whole, dense_options);
  const double n = static_cast<double>(problem.n);
  dense.predicted_seconds += n * n * size_of(problem.weight) / kFillBytesPerSecond;
  const double order = order_seconds(graph);
  if (const Plan searches = plan_searches(problem, options, order); searches.kernel != nullptr) {
    return searches;
  }
  const bool worth_a_look =
      graph.vertices() >= kSmall && (dense.kernel == nullptr || options.sparse_plan ||
                                     order < kOrderPart * dense.predicted_seconds);
  if (!worth_a_look) return dense.kernel != nullptr ? dense : plan_for(whole, dense_options);

  Options sparse_options = options;
  sparse_options.method = Method::sparse;
  sparse_options.sparse_plan = plan_of(graph, options);
  Plan sparse = try_plan(problem, sparse_options);
  if (sparse.kernel == nullptr) {
    return dense.kernel != nullptr ? dense : plan_for(problem, sparse_options);
  }
  const double dense_seconds = dense.predicted_seconds;
  const double sparse_seconds = sparse.predicted_seconds;
  Plan& better = dense.kernel != nullptr && dense_seconds <= sparse_seconds ? dense : sparse;
  better.dense_seconds = dense_seconds;
  better.sparse_seconds = sparse_seconds;
  return better;
}

// Rows that fit the memory beside the plan's workspace.
Index batch_for(const Plan& plan, const Options& options, Index rows) {
  const std::size_t pair = static_cast<std::size_t>(size_of(plan.problem.weight)) +
                           (options.predecessors ? sizeof(routes::Vertex) : 0);
  const auto row = pair * at(plan.problem.n + 1);
  const std::size_t available = available_memory() / 4;
  const std::size_t budget = options.memory_limit != 0 ? options.memory_limit : available;
  const std::size_t left = budget > plan.workspace_bytes ? budget - plan.workspace_bytes : 0;
  // A row, and its trunk, which is shorter.
  const auto most = static_cast<Index>(std::min(left / 2, kBatchBytes) / row);
  if (most == 0 && rows > 0) {
    throw Error(ErrorCode::does_not_fit,
                fmt::format("a row of {} distances beside a workspace of {} bytes is more than {} "
                            "bytes allow",
                            plan.problem.n, plan.workspace_bytes, budget),
                "raise the memory limit");
  }
  return std::max<Index>(1, std::min(most, rows));
}

// The rows of some sources out of a matrix of all.
template <class T>
Matrix<T> chosen(MatrixView<const T> all, std::span<const Index> sources) {
  if (all.rows() == 0) return {};
  Matrix<T> rows(static_cast<Index>(sources.size()), all.columns());
  for (Index i = 0; i < rows.rows(); ++i) {
    std::copy_n(&all(sources[at(i)], 0), all.columns(), &rows(i, 0));
  }
  return rows;
}

Statistics stream_by_arcs(const Graph& graph, std::span<const Index> sources, const Plan& plan,
                          const Options& options, Index batch, const RowSink& sink,
                          const PredecessorSink& predecessor_sink = {}) {
  const std::vector<sparse::Vertex> vertices = to_vertices(sources, graph.vertices());
  Statistics statistics;
  with_semiring(plan.problem, [&]<class S>(S) {
    using T = typename S::Weight;
    ArcSolve<S> solve(graph, plan, options);
    solve.call->sources = vertices;
    solve.call->batch = batch;
    solve.call->sink = sink;
    if constexpr (S::kind == SemiringKind::shortest_path) {
      if (solve.call->facts.may_overflow) {
        solve.call->sink = [&](Index first, const Result::Storage& rows, Index count) {
          const auto& cells = std::get<Matrix<T>>(rows);
          ReachedRows<T> reached(solve.arcs());
          for (Index i = 0; i < count; ++i) reached.check(vertices[at(first + i)], &cells(i, 0));
          sink(first, rows, count);
        };
      }
    }
    std::optional<RowRoutes<S>> routes;
    if (options.predecessors) {
      routes.emplace(graph, options, solve.meter());
      solve.call->sink = [&, hand_on = solve.call->sink](Index first, const Result::Storage& rows,
                                                         Index count) {
        // Before the rows are handed on: who takes them may keep them.
        const auto& cells = std::get<Matrix<T>>(rows);
        const auto& found = routes->find(cells.view().block(0, 0, count, cells.columns()),
                                         std::span(vertices).subspan(at(first), at(count)));
        hand_on(first, rows, count);
        if (predecessor_sink) predecessor_sink(first, found, count);
      };
    }
    statistics = solve.run();
    if (routes) statistics.routes_seconds = routes->seconds;
  });
  return statistics;
}

Problem wanted(const Graph& graph, const Options& options, Index rows, bool streamed) {
  Problem problem = problem_of(graph, options);
  problem.rows = rows == problem.n ? -1 : rows;
  problem.streamed = streamed;
  return problem;
}

}  // namespace

namespace {

Plan make_graph_plan(const Graph& graph, const Problem& problem, const Options& options) {
  const KernelInfo* kernel = find_kernel(options.kernel);
  const Method method = kernel != nullptr ? kernel->method : options.method;
  if (method == Method::automatic && kernel == nullptr && options.kernel == "auto") {
    return choose(graph, problem, options);
  }
  if (method != Method::sparse) {
    Problem whole = problem;
    whole.rows = -1;
    whole.streamed = false;
    return plan_for(whole, options);
  }
  Options with_plan = options;
  const bool ordered = kernel == nullptr || kernel->name.starts_with("sparse");
  if (ordered) {
    (void)plan_for(problem, options);  // what can be refused is refused before the order is found
    with_plan.sparse_plan = plan_of(graph, options);
  } else {
    with_plan.sparse_plan = {};  // searches have no use for one
  }
  return plan_for(problem, with_plan);
}

}  // namespace

Plan plan_graph(const Graph& graph, const Problem& problem, const Options& options) {
  return with_heap(graph, [&] { return make_graph_plan(graph, problem, options); });
}

namespace {

// Distances into a matrix that is there.
template <class S>
Statistics fill_by_arcs(const Graph& graph, const Plan& plan, const Options& options,
                        MatrixView<typename S::Weight> matrix, bool fresh,
                        MatrixView<routes::Vertex> predecessors = {}) {
  using T = typename S::Weight;
  ArcSolve<S> solve(graph, plan, options);
  solve.call->matrix = matrix.data();
  solve.call->ld = matrix.row_stride();
  solve.call->fresh = fresh;
  Statistics statistics = solve.run();
  if constexpr (S::kind == SemiringKind::shortest_path) {
    if (solve.call->facts.may_overflow) {
      ReachedRows<T> reached(solve.arcs());
      for (sparse::Vertex v = 0; v < plan.problem.n; ++v) reached.check(v, &matrix(v, 0));
    }
  }
  if (predecessors.data() != nullptr) {
    const auto start = std::chrono::steady_clock::now();
    routes::Wanted<S> wanted{.distances = matrix};
    // Rounded sums of either sign: nothing is sure to be in vain.
    if (kRounds<S> && !solve.call->facts.nonnegative) wanted = {};
    RowRoutes<S> routes(graph, options, solve.meter(), wanted);
    routes.find_all(matrix, predecessors);
    statistics.routes_seconds = seconds_since(start);
    statistics.seconds += statistics.routes_seconds;
  }
  return statistics;
}

}  // namespace

Result solve_by_arcs(const Graph& graph, const Plan& plan, const Options& options) {
  std::optional<Result> result;
  with_semiring(plan.problem, [&]<class S>(S) {
    const Index n = plan.problem.n;
    Matrix<typename S::Weight> matrix(n, n);
    Matrix<routes::Vertex> predecessors;
    if (options.predecessors) predecessors = fresh_predecessors(n, options);
    Statistics statistics =
        fill_by_arcs<S>(graph, plan, options, matrix.view(), true, predecessors.view());
    result.emplace(std::move(matrix), std::move(statistics), std::vector<Index>(),
                   std::move(predecessors));
  });
  return std::move(*result);
}

template <class T>
Statistics plain_solve_into(const Graph& graph, MatrixView<T> distances, const Options& given) {
  const Options options = complete(given);
  refuse_predecessors(options);
  Problem problem = problem_of(graph, options);
  problem.in_place = true;
  const Index n = problem.n;
  if (problem.weight != weight_type_of<T>) {
    throw Error(ErrorCode::usage,
                fmt::format("distances in {} for a matrix of {}", to_string(problem.weight),
                            to_string(weight_type_of<T>)),
                "set Options::weights, or use a matrix of the weights' type");
  }
  if (distances.rows() != n || distances.columns() != n ||
      (n > 1 && (distances.column_stride() != 1 || distances.row_stride() < n))) {
    throw Error(ErrorCode::usage,
                fmt::format("a {} x {} matrix, strides {} and {}, for the distances of {} vertices",
                            distances.rows(), distances.columns(), distances.row_stride(),
                            distances.column_stride(), n),
                "it must be n x n and row-major");
  }
  const Plan plan = plan_graph(graph, problem, options);
  if (plan.method() == Method::dense) return solve_matrix_into(graph, distances, plan, options);
  Statistics statistics;
  with_semiring(plan.problem, [&]<class S>(S) {
    if constexpr (std::is_same_v<typename S::Weight, T>) {
      statistics = fill_by_arcs<S>(graph, plan, options, distances, false);
    }
  });
  return statistics;
}

namespace {

Result find_rows(const Graph& graph, std::span<const Index> sources, const Options& given) {
  const Options options = complete(given);
  to_vertices(sources, graph.vertices());
  const auto rows = static_cast<Index>(sources.size());
  const Plan plan = plan_graph(graph, wanted(graph, options, rows, false), options);
  std::vector<Index> kept(sources.begin(), sources.end());
  if (plan.method() == Method::dense) {
    const Result all = solve_by_matrix(graph, plan, options);
    return std::visit(
        [&]<class T>(const Matrix<T>& cells) {
          return Result(chosen(cells.view(), sources), all.statistics(), std::move(kept),
                        chosen(all.predecessors(), sources));
        },
        all.storage());
  }
  Result::Storage found;
  const RowSink keep = [&](Index first, const Result::Storage& some, Index count) {
    if (count == rows) {
      // All at once: moved from where they are, which is not needed again.
      found = std::move(const_cast<Result::Storage&>(some));
      return;
    }
    std::visit(
        [&]<class T>(const Matrix<T>& cells) {
          if (first == 0) found = Matrix<T>(rows, cells.columns());
          auto& all = std::get<Matrix<T>>(found);
          for (Index i = 0; i < count; ++i) {
            std::copy_n(&cells(i, 0), cells.columns(), &all(first + i, 0));
          }
        },
        some);
  };
  Matrix<std::int32_t> predecessors;
  if (options.predecessors) predecessors = Matrix<std::int32_t>(rows, graph.vertices());
  const PredecessorSink keep_too = [&](Index first, const Matrix<std::int32_t>& some, Index count) {
    for (Index i = 0; i < count; ++i) {
      std::copy_n(&some(i, 0), some.columns(), &predecessors(first + i, 0));
    }
  };
  Statistics statistics =
      stream_by_arcs(graph, sources, plan, options, std::max<Index>(rows, 1), keep, keep_too);
  if (rows == 0) {
    with_semiring(plan.problem,
                  [&]<class S>(S) { found = Matrix<typename S::Weight>(0, plan.problem.n); });
  }
  return Result(std::move(found), std::move(statistics), std::move(kept), std::move(predecessors));
}

Statistics hand_out_rows(const Graph& graph, std::span<const Index> sources, const Options& given,
                         const RowSink& sink, const PredecessorSink& predecessors) {
  const Options options = complete(given);
  to_vertices(sources, graph.vertices());
  const auto rows = static_cast<Index>(sources.size());
  const Plan plan = plan_graph(graph, wanted(graph, options, rows, true), options);
  if (plan.method() == Method::dense) {
    const Result all = solve_by_matrix(graph, plan, options);
    std::visit(
        [&]<class T>(const Matrix<T>& cells) {
          // As many as there are, each larger than the last: all of them.
          const bool whole = rows == graph.vertices() &&
                             std::adjacent_find(sources.begin(), sources.end(),
                                                std::greater_equal<>()) == sources.end();
          if (rows == 0) return;
          const Result::Storage some =
              whole ? Result::Storage() : Result::Storage(chosen(cells.view(), sources));
          sink(0, whole ? all.storage() : some, rows);
          if (predecessors && all.has_predecessors()) {
            predecessors(0, chosen(all.predecessors(), sources), rows);
          }
        },
        all.storage());
    return all.statistics();
  }
  return stream_by_arcs(graph, sources, plan, options, batch_for(plan, options, rows), sink,
                        predecessors);
}

}  // namespace

Result plain_solve_from(const Graph& graph, std::span<const Index> sources,
                        const Options& options) {
  return with_heap(graph, [&] { return find_rows(graph, sources, options); });
}

Statistics plain_stream_rows(const Graph& graph, std::span<const Index> sources,
                             const Options& options, const RowSink& sink,
                             const PredecessorSink& predecessors) {
  return with_heap(graph,
                   [&] { return hand_out_rows(graph, sources, options, sink, predecessors); });
}

Plan plan_rows(const Graph& graph, Index rows, const Options& given) {
  const Options options = complete(given);
  return plan_graph(graph, wanted(graph, options, rows, true), options);
}

// Where nobody will look at single rows: refused if a distance might outgrow its type.
template <class S>
void refuse_overflow(const SparseCall& call) {
  if (!call.facts.may_overflow) return;
  throw Error(
      ErrorCode::bad_input,
      fmt::format("distances up to {} are possible, and {} holds less than {}",
                  call.facts.positive_bound, to_string(call.plan.problem.weight), S::no_path()),
      "use a wider weight type");
}

template <class T>
Statistics plain_solve_on_device(const Graph& graph, MatrixView<T> distances, const Options& given,
                                 void* stream) {
  Options options = complete(given);
  refuse_predecessors(options);
  const Index n = graph.vertices();
  options.device = Backend::cuda;
  options.method = Method::sparse;
  Problem problem = problem_of(graph, options);
  problem.in_place = problem.resident = true;
  const auto refuse = [](const std::string& what, const char* remedy) {
    throw Error(ErrorCode::usage, what, remedy);
  };
  if (problem.weight != weight_type_of<T>) {
    refuse(fmt::format("distances in {} for a matrix of {}", to_string(problem.weight),
                       to_string(weight_type_of<T>)),
           "set Options::weights, or use a matrix of the weights' type");
  }
  const auto row_bytes = static_cast<std::size_t>(distances.row_stride()) * sizeof(T);
  const bool aligned = n <= 1 || (row_bytes % 16 == 0 &&
                                  reinterpret_cast<std::uintptr_t>(distances.data()) % 16 == 0);
  if (distances.rows() != n || distances.columns() != n || distances.column_stride() != 1 ||
      (n > 1 && distances.row_stride() < n) || !aligned) {
    refuse(fmt::format("a {} x {} matrix, strides {} and {}, for the distances of {} vertices",
                       distances.rows(), distances.columns(), distances.row_stride(),
                       distances.column_stride(), n),
           "it must be n x n, row-major, with rows at multiples of 16 bytes");
  }
  const Plan plan = plan_graph(graph, problem, options);
  Statistics statistics;
  with_semiring(plan.problem, [&]<class S>(S) {
    ArcSolve<S> solve(graph, plan, options);
    refuse_overflow<S>(*solve.call);
    solve.call->matrix = distances.data();
    solve.call->ld = distances.row_stride();
    solve.call->on_device = true;
    solve.call->stream = stream;
    statistics = solve.run();
  });
  return statistics;
}

namespace {

Measures sum_up(const Graph& graph, const Options& given) {
  const Options options = complete(given);
  refuse_predecessors(options);
  if (options.semiring != SemiringKind::shortest_path) {
    throw Error(ErrorCode::unsupported, fmt::format("measures of {}", to_string(options.semiring)),
                "they are there for shortest paths");
  }
  const Index n = graph.vertices();
  const Plan plan = plan_graph(graph, wanted(graph, options, n, true), options);
  MeasureBuilder builder(n);
  Statistics statistics;
  std::vector<Index> all(at(n));
  std::iota(all.begin(), all.end(), Index{0});
  if (plan.sparse) {
    with_semiring(plan.problem, [&]<class S>(S) {
      if constexpr (S::kind == SemiringKind::shortest_path) {
        ArcSolve<S> solve(graph, plan, options);
        // On the CPU the kernel looks at every panel.
        if (plan.kernel->backend != Backend::cpu) refuse_overflow<S>(*solve.call);
        solve.call->measures = &builder;
        solve.call->batch = batch_for(plan, options, n);
        statistics = solve.run();
      }
    });
  } else {
    const RowSink look = [&](Index first, const Result::Storage& rows, Index count) {
      std::visit(
          [&]<class T>(const Matrix<T>& cells) {
            if constexpr (!std::is_same_v<T, std::uint8_t>) {
              // The rows are ours: nobody needs their diagonal any more.
              auto& mine = const_cast<Matrix<T>&>(cells);
              for (Index i = 0; i < count; ++i) mine(i, first + i) = no_path<T>();
              builder.add(MeasureBuilder::look_at(cells.data(), count, n, cells.leading_dimension(),
                                                  no_path<T>()),
                          first);
            }
          },
          rows);
    };
    if (plan.method() == Method::dense) {
      const Result result = solve_by_matrix(graph, plan, options);
      look(0, result.storage(), n);
      statistics = result.statistics();
    } else {
      statistics = stream_by_arcs(graph, all, plan, options, batch_for(plan, options, n), look);
    }
  }
  Measures measures = builder.finish();
  measures.statistics = std::move(statistics);
  return measures;
}

}  // namespace

Measures plain_measure(const Graph& graph, const Options& options) {
  return with_heap(graph, [&] { return sum_up(graph, options); });
}

#define WARPATH_INSTANTIATE(T)                                                       \
  template Statistics plain_solve_into(const Graph&, MatrixView<T>, const Options&); \
  template Statistics plain_solve_on_device(const Graph&, MatrixView<T>, const Options&, void*);
WARPATH_INSTANTIATE(float)
WARPATH_INSTANTIATE(double)
WARPATH_INSTANTIATE(std::int32_t)
WARPATH_INSTANTIATE(std::int16_t)
WARPATH_INSTANTIATE(std::uint8_t)

}  // namespace warpath
