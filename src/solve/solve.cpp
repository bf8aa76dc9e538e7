// The way of every solve: input -> working matrix -> plan -> kernel -> result.

#include "warpath/solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <new>

#include "base/dispatch.hpp"
#include "base/pages.hpp"
#include "kernels/host.hpp"
#include "kernels/kernel_call.hpp"
#include "numerics/fill.hpp"
#include "numerics/prepare.hpp"
#include "routes/predecessors.hpp"
#include "routes/tree.hpp"
#include "solve/plain.hpp"
#include "solve/solve_sparse.hpp"
#include "solve/with_semiring.hpp"
#include "warpath/error.hpp"

namespace warpath {
namespace {

// Smaller problems fit into what was free when the process started.
constexpr std::size_t kAskAgain = std::size_t{64} << 20;

// Half the work is worth a look at every pair from here on.
constexpr Index kLookForSymmetry = 128;

// Looking through the input takes threads from here on.
constexpr Index kThreadsToPrepare = 512;

// Devices are looked for only where one is asked for: opening one takes a tenth of a second.
bool wants_device(const Options& options) {
  const KernelInfo* kernel = find_kernel(options.kernel);
  return options.device == Backend::cuda || (kernel != nullptr && kernel->backend == Backend::cuda);
}

}  // namespace

Plan plan_for(const Problem& problem, const Options& options) {
  const double n = static_cast<double>(problem.n);
  const bool small = n * n * size_of(problem.weight) < static_cast<double>(kAskAgain);
  if (small && !wants_device(options)) return make_plan(problem, options, host_machine());
  Machine machine = host_machine();
  machine.memory_available = available_memory();
  if (wants_device(options)) find_devices(machine, true);
  return make_plan(problem, options, machine);
}

// Options with what the environment adds.
Options complete(Options options) {
  const char* isa = std::getenv("WARPATH_ISA");
  if (options.isa.empty() && isa != nullptr) options.isa = isa;
  return options;
}

namespace {

// Predecessors that are wanted beside the distances, and the arcs that they are found by.
template <class S>
struct RouteWish {
  MatrixView<routes::Vertex> predecessors;
  std::function<routes::Links<typename S::Weight>(const routes::Wanted<S>&, Crew&)> links;
};

template <class S>
void find_routes(const RouteWish<S>& wish, const routes::Wanted<S>& wanted, Crew& crew,
                 ProgressMeter& meter) {
  const routes::Rows<typename S::Weight> rows{wanted.distances, wish.predecessors};
  const auto stop = [&] { return meter.cancelled(); };
  // Where the few arcs that are best paths leave something unexplained, all of them cannot.
  if (routes::find_predecessors<S>(wish.links(wanted, crew), rows, crew, stop)) return;
  if (routes::find_predecessors<S>(wish.links({}, crew), rows, crew, stop)) return;
  throw Error(ErrorCode::internal, "there are distances that no path leads to");
}

// Makes trees of predecessors that a kernel has found, where they may be none. False as find_predecessors().
template <class S>
bool settle_routes(const RouteWish<S>& wish, const routes::Wanted<S>& wanted,
                   const std::vector<std::uint8_t>& doubts, Crew& crew) {
  const auto most = std::max_element(doubts.begin(), doubts.end());
  if (most == doubts.end() || *most == 0) return true;
  const routes::Links<typename S::Weight> links = wish.links(wanted, crew);
  if (*most == 1 && !links.has_zero_cycle()) return true;
  std::atomic<bool> explained{true};
  crew.run_each(static_cast<Index>(doubts.size()), [&](Index i) {
    const int doubt = doubts[static_cast<std::size_t>(i)];
    if (doubt == 0 || (doubt == 1 && !links.has_zero_cycle()) || !explained) return;
    if (!routes::make_tree<S>(links, static_cast<routes::Vertex>(i), &wanted.distances(i, 0),
                              &wish.predecessors(i, 0))) {
      explained = false;
    }
  });
  return explained;
}

// Everything from a filled row-major matrix on.
template <class S>
Statistics close(typename S::Weight* w, Index ld, Problem problem, const Options& options,
                 Orientation orientation, const RouteWish<S>& wish = {}) {
  const Index n = problem.n;
  const int threads = options.threads != 0 ? options.threads : host_machine().cores;
  Crew crew(n < kThreadsToPrepare ? 1 : threads);
  const InputFacts facts = prepare<S>(w, n, ld, orientation, options.undirected, crew);
  problem.nonnegative = facts.nonnegative && S::kind == SemiringKind::shortest_path;
  problem.symmetric = problem.symmetric || options.undirected ||
                      (n >= kLookForSymmetry && is_symmetric(w, n, ld, crew));
  Statistics statistics;
  statistics.plan = plan_for(problem, options);

  // Whatever could be refused has been; from here on the matrix changes.
  if (options.undirected) make_symmetric<S>(w, n, ld, crew);
  set_diagonal<S>(w, n, ld);
  ProgressMeter meter(options.progress, statistics.plan.tasks);
  meter.begin();
  KernelCall call{w, ld, statistics.plan, tolerance_of(options, problem.weight, facts), meter};
  call.predecessors.data = wish.predecessors.data();
  call.predecessors.ld = wish.predecessors.row_stride();
  call.predecessors.facts = facts;
  const auto start = std::chrono::steady_clock::now();
  const auto elapsed = [start] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  if (n > 0) statistics.plan.kernel->run(call);
  statistics.kernel_seconds = call.device_seconds > 0 ? call.device_seconds : elapsed();
  finish<S>(w, n, ld, facts, orientation, crew);
  if (n > 0 && wish.links) {
    const double before = elapsed();
    const routes::Wanted<S> wanted{.distances = {w, n, n, ld},
                                   .signs = {!facts.nonnegative, facts.largest}};
    if (!call.predecessors.found ||
        !settle_routes<S>(wish, wanted, call.predecessors.doubts, crew)) {
      find_routes<S>(wish, wanted, crew, meter);
    }
    statistics.routes_seconds = elapsed() - before;
    meter.check();
  }
  statistics.seconds = elapsed();
  const double size = static_cast<double>(n);
  statistics.tasks_per_second =
      statistics.seconds > 0 ? size * size * size / statistics.seconds : 0;
  meter.finish();
  return statistics;
}

template <class T>
void check_square(const MatrixView<T>& matrix) {
  if (matrix.rows() != matrix.columns() || matrix.rows() < 0) {
    throw Error(ErrorCode::usage,
                fmt::format("a {} x {} matrix of weights", matrix.rows(), matrix.columns()),
                "it must be square: one row and one column per vertex");
  }
  if (matrix.rows() > 0 && matrix.data() == nullptr) {
    throw Error(ErrorCode::usage, fmt::format("{} rows at a null pointer", matrix.rows()));
  }
}

// Fills a new working matrix by fill(view) and closes it. links(S(), wanted, crew) are the arcs for routes.
template <class Fill, class LinksOf>
Result solve_copy(const Problem& problem, const Options& options, const Fill& fill_matrix,
                  const LinksOf& links) {
  // Memory and combinations are checked before anything is taken.
  plan_for(problem, options);
  std::optional<Result> result;
  with_semiring(problem, [&]<class S>(S) {
    Matrix<typename S::Weight> matrix(problem.n, problem.n);
    fill_matrix(S(), matrix.view());
    Matrix<routes::Vertex> predecessors;
    RouteWish<S> wish;
    if (options.predecessors) {
      predecessors = fresh_predecessors(problem.n, options);
      wish.predecessors = predecessors.view();
      wish.links = [&](const routes::Wanted<S>& wanted, Crew& crew) {
        return links(S(), wanted, crew);
      };
    }
    Statistics statistics = close<S>(matrix.data(), matrix.leading_dimension(), problem, options,
                                     Orientation::as_seen, wish);
    result.emplace(std::move(matrix), statistics, std::vector<Index>(), std::move(predecessors));
  });
  return std::move(*result);
}

WeightType working_type(WeightType given, const Options& options) {
  if (options.semiring == SemiringKind::reachability) return WeightType::boolean;
  return options.weights.value_or(given);
}

bool has_no_negative_weight(const Graph& graph) {
  const auto check = [](auto weights) {
    return std::all_of(weights.begin(), weights.end(), [](auto weight) { return weight >= 0; });
  };
  switch (graph.weight_type()) {
    case WeightType::float32: return check(graph.weights<float>());
    case WeightType::float64: return check(graph.weights<double>());
    case WeightType::int32: return check(graph.weights<std::int32_t>());
    case WeightType::int16: return check(graph.weights<std::int16_t>());
    case WeightType::boolean: break;
  }
  return true;
}

}  // namespace

Problem problem_of(const Graph& graph, const Options& options) {
  Problem problem;
  problem.n = graph.vertices();
  problem.semiring = options.semiring;
  problem.predecessors = options.predecessors;
  problem.weight = working_type(graph.weight_type(), options);
  problem.symmetric = options.undirected || graph.direction() == Direction::undirected;
  problem.nonnegative =
      problem.semiring == SemiringKind::shortest_path && has_no_negative_weight(graph);
  return problem;
}

Matrix<std::int32_t> fresh_predecessors(Index n, const Options& options) {
  Matrix<std::int32_t> matrix(n, n);
  Crew crew(options.threads != 0 ? options.threads : host_machine().cores);
  detail::touch_pages(matrix.data(), Matrix<std::int32_t>::bytes_needed(n, n), crew);
  return matrix;
}

void refuse_predecessors(const Options& options) {
  if (!options.predecessors) return;
  throw Error(ErrorCode::unsupported, "predecessors of a solve that keeps none",
              "use solve(), solve_from() or stream_rows(), or leave out Options::predecessors");
}

void throw_negative_cycle(Index vertex) {
  throw Error(ErrorCode::negative_cycle,
              fmt::format("a cycle through vertex {} has negative weight: going round it again "
                          "always shortens the path",
                          vertex),
              "remove the cycle; in an undirected graph a single negative edge is one", {vertex});
}

Plan plan_solve(const Graph& graph, const Options& given) {
  const Options options = complete(given);
  return plan_graph(graph, problem_of(graph, options), options);
}

Result solve_by_matrix(const Graph& graph, const Plan& plan, const Options& given) {
  // The choice has been made.
  Options options = given;
  options.kernel = plan.kernel->name;
  options.method = plan.kernel->method;
  return solve_copy(
      problem_of(graph, options), options,
      [&]<class S>(S, MatrixView<typename S::Weight> matrix) {
        fill<S>(matrix, graph, options.undirected);
      },
      [&]<class S>(S, const routes::Wanted<S>& wanted, Crew& crew) {
        return routes::links_of<S>(graph, options.undirected, wanted, crew);
      });
}

Result plain_solve(const Graph& graph, const Options& given) {
  const Options options = complete(given);
  const Plan plan = plan_graph(graph, problem_of(graph, options), options);
  return plan.method() == Method::sparse ? solve_by_arcs(graph, plan, options)
                                         : solve_by_matrix(graph, plan, options);
}

template <class T>
Statistics solve_matrix_into(const Graph& graph, MatrixView<T> distances, const Plan& plan,
                             const Options& given) {
  Options options = given;
  options.kernel = plan.kernel->name;
  options.method = plan.kernel->method;
  Problem problem = problem_of(graph, options);
  problem.in_place = true;
  Statistics statistics;
  with_semiring(problem, [&]<class S>(S) {
    if constexpr (std::is_same_v<typename S::Weight, T>) {
      fill<S>(distances, graph, options.undirected);
      statistics = close<S>(distances.data(), std::max(distances.row_stride(), problem.n), problem,
                            options, Orientation::as_seen);
    }
  });
  return statistics;
}

template <class T>
Result plain_solve(MatrixView<const T> weights, const Options& given) {
  const Options options = complete(given);
  check_square(weights);
  Problem problem;
  problem.n = weights.rows();
  problem.semiring = options.semiring;
  problem.predecessors = options.predecessors;
  problem.weight = working_type(weight_type_of<T>, options);
  return solve_copy(
      problem, options,
      [&]<class S>(S, MatrixView<typename S::Weight> matrix) { fill<S>(matrix, weights); },
      [&]<class S>(S, const routes::Wanted<S>& wanted, Crew& crew) {
        return routes::links_of<S>(weights, options.undirected, wanted, crew);
      });
}

template <class T>
Statistics plain_solve_in_place(MatrixView<T> matrix, const Options& options) {
  if (const Options completed = complete(options); completed.isa != options.isa) {
    return plain_solve_in_place(matrix, completed);
  }
  check_square(matrix);
  refuse_predecessors(options);
  Problem problem;
  problem.n = matrix.rows();
  problem.semiring = options.semiring;
  problem.weight = weight_type_of<T>;
  problem.in_place = true;
  if (options.weights.value_or(problem.weight) != problem.weight) {
    throw Error(ErrorCode::usage,
                fmt::format("a matrix of {} cannot hold {} distances in place",
                            to_string(problem.weight), to_string(*options.weights)),
                "use solve(), which makes a new matrix");
  }
  // Distances of the transpose are the transposed distances: column-major is row-major as well.
  const bool rows_lie = matrix.column_stride() == 1 && matrix.row_stride() >= problem.n;
  const bool columns_lie = matrix.row_stride() == 1 && matrix.column_stride() >= problem.n;
  Statistics statistics;
  if (!is_compiled(problem.semiring, problem.weight)) plan_for(problem, options);  // throws
  with_semiring(problem, [&]<class S>(S) {
    if constexpr (std::is_same_v<typename S::Weight, T>) {
      if (rows_lie || problem.n <= 1) {
        // The stride of a single row may be anything.
        statistics = close<S>(matrix.data(), std::max(matrix.row_stride(), problem.n), problem,
                              options, Orientation::as_seen);
      } else if (columns_lie) {
        statistics = close<S>(matrix.data(), matrix.column_stride(), problem, options,
                              Orientation::transposed);
      } else {
        problem.in_place = false;
        plan_for(problem, options);
        Matrix<T> copy(problem.n, problem.n);
        fill<S>(copy.view(), MatrixView<const T>(matrix));
        statistics =
            close<S>(copy.data(), copy.leading_dimension(), problem, options, Orientation::as_seen);
        for (Index i = 0; i < problem.n; ++i) {
          for (Index j = 0; j < problem.n; ++j) matrix(i, j) = copy(i, j);
        }
      }
    }
  });
  return statistics;
}

#define WARPATH_INSTANTIATE(T)                                             \
  template Result plain_solve(MatrixView<const T>, const Options&);        \
  template Statistics plain_solve_in_place(MatrixView<T>, const Options&); \
  template Statistics solve_matrix_into(const Graph&, MatrixView<T>, const Plan&, const Options&);
WARPATH_INSTANTIATE(float)
WARPATH_INSTANTIATE(double)
WARPATH_INSTANTIATE(std::int32_t)
WARPATH_INSTANTIATE(std::int16_t)
WARPATH_INSTANTIATE(std::uint8_t)

}  // namespace warpath
