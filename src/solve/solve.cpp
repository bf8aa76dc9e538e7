// The public calls. Each says what is asked for, as a Request, and answer() does the rest:
//
//   check(request) -> look_at(request) -> plan_of(request, facts) -> run(request, facts, plan)
//
// request.cpp, choose.cpp, run_on_matrix.cpp and run_on_arcs.cpp, in that order.

#include "warpath/solve.hpp"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "solve/run.hpp"
#include "warpath/cuda.hpp"
#include "warpath/error.hpp"
#include "warpath/measure.hpp"
#include "warpath/router.hpp"
#include "warpath/rows.hpp"

namespace warpath {
namespace {

// Options with what the environment adds.
Options complete(Options options) {
  const char* isa = std::getenv("WARPATH_ISA");
  if (options.isa.empty() && isa != nullptr) options.isa = isa;
  return options;
}

Request about(const Graph& graph, const Options& options, Into into = Into::matrix) {
  return {.graph = &graph, .into = into, .options = complete(options)};
}

Request about(const AnyInput& weights, const Options& options) {
  return {.weights = weights, .options = complete(options)};
}

Request into(Request request, const AnyMatrix& memory, bool on_device = false,
             void* stream = nullptr) {
  request.into = Into::memory;
  request.memory = memory;
  request.on_device = on_device;
  request.stream = stream;
  return request;
}

Result result_of(const Request& request) {
  Outcome outcome = answer(request);
  return Result(std::move(outcome.distances), request.options.semiring,
                std::move(outcome.statistics), std::move(outcome.sources),
                std::move(outcome.predecessors));
}

}  // namespace

Result solve(const Graph& graph, const Options& options) {
  return result_of(about(graph, options));
}

template <detail::IsWeight T>
Result solve(MatrixView<const T> weights, const Options& options) {
  return result_of(about(weights, options));
}

template <detail::IsWeight T>
Statistics solve_into(const Graph& graph, MatrixView<T> distances, const Options& options) {
  return answer(into(about(graph, options), distances)).statistics;
}

template <detail::IsWeight T>
Statistics solve_into(std::type_identity_t<MatrixView<const T>> weights, MatrixView<T> distances,
                      const Options& options) {
  return answer(into(about(weights, options), distances)).statistics;
}

template <detail::IsWeight T>
Statistics solve_in_place(MatrixView<T> matrix, const Options& options) {
  return answer(into(about(MatrixView<const T>(matrix), options), matrix)).statistics;
}

template <detail::IsWeight T>
Statistics solve_on_device(MatrixView<T> matrix, const Options& options, void* stream) {
  return answer(into(about(MatrixView<const T>(matrix), options), matrix, true, stream)).statistics;
}

template <detail::IsWeight T>
Statistics solve_on_device(const Graph& graph, MatrixView<T> distances, const Options& options,
                           void* stream) {
  return answer(into(about(graph, options), distances, true, stream)).statistics;
}

Result solve_from(const Graph& graph, std::span<const Index> sources, const Options& options) {
  Request request = about(graph, options);
  request.sources = sources;
  return result_of(request);
}

Statistics stream_rows(const Graph& graph, std::span<const Index> sources, const Options& options,
                       const RowSink& sink) {
  if (!sink) {
    throw Error(ErrorCode::usage, "rows for an empty sink", "hand in a function that takes them");
  }
  Request request = about(graph, options, Into::rows);
  request.sources = sources;
  request.sink = sink;
  return answer(request).statistics;
}

Measures measure(const Graph& graph, const Options& options, Extent extent) {
  Request request = about(graph, options, Into::measures);
  request.extent = extent;
  return std::move(answer(request).measures);
}

Router::Router(const Graph& graph, const Options& options) {
  Request request = about(graph, options, Into::router);
  request.options.method = Method::sparse;
  request.options.kernel = "sparse";
  request.options.device = Backend::cpu;
  request.options.predecessors = false;  // are found where they are asked for
  state_ = answer(request).router;
}

Plan plan_solve(const Graph& graph, const Options& options) {
  return plan_for(about(graph, options));
}

template <detail::IsWeight T>
Plan plan_solve(MatrixView<const T> weights, const Options& options) {
  return plan_for(about(weights, options));
}

Plan plan_rows(const Graph& graph, Index rows, const Options& options) {
  Request request = about(graph, options, Into::rows);
  const std::vector<Index> sources(static_cast<std::size_t>(std::max<Index>(rows, 0)), 0);
  request.sources = sources;
  return plan_for(request);
}

Plan plan_measure(const Graph& graph, const Options& options, Extent extent) {
  Request request = about(graph, options, Into::measures);
  request.extent = extent;
  return plan_for(request);
}

#define WARPATH_INSTANTIATE(T, name)                                                       \
  template Result solve(MatrixView<const T>, const Options&);                              \
  template Statistics solve_in_place(MatrixView<T>, const Options&);                       \
  template Statistics solve_into(const Graph&, MatrixView<T>, const Options&);             \
  template Statistics solve_into(MatrixView<const T>, MatrixView<T>, const Options&);      \
  template Statistics solve_on_device(MatrixView<T>, const Options&, void*);               \
  template Statistics solve_on_device(const Graph&, MatrixView<T>, const Options&, void*); \
  template Plan plan_solve(MatrixView<const T>, const Options&);
WARPATH_EACH_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace warpath
