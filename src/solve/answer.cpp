// From a request to its outcome.

#include <fmt/format.h>

#include <new>

#include "base/dispatch.hpp"
#include "base/graph_builder.hpp"
#include "base/messages.hpp"
#include "base/resources.hpp"
#include "kernels/host.hpp"
#include "solve/run.hpp"
#include "warpath/error.hpp"

namespace warpath {
namespace {

void check_mark(const Request& request) {
  const Options& options = request.options;
  if (options.on_negative_cycle != OnNegativeCycle::mark ||
      options.semiring != SemiringKind::shortest_path) {
    return;
  }
  const std::string_view what = request.on_device    ? "distances in device memory"
                                : request.in_place() ? "a matrix that is solved in place"
                                : request.into == Into::measures ? "measures"
                                : request.into == Into::router   ? "a Router"
                                                                 : "";
  if (what.empty()) return;
  throw Error(ErrorCode::unsupported, fmt::format("{} cannot have negative cycles marked", what),
              "use solve() or solve_into(), or for a graph solve_from() or stream_rows()");
}

// A matrix as a graph, for kernels that work on arcs.
Graph graph_of(const AnyInput& weights, SemiringKind semiring) {
  return weights.visit([&]<class T>(MatrixView<const T> cells) {
    constexpr bool boolean = std::is_same_v<T, std::uint8_t>;
    using W = std::conditional_t<boolean, std::int16_t, T>;
    // Reachability asks whether there is an arc, whatever it weighs.
    const bool any = semiring == SemiringKind::reachability;
    const T none = any && !boolean ? no_path<T>() : no_path<T>(semiring);
    detail::GraphBuilder<W> builder(cells.rows());
    for (Index i = 0; i < cells.rows(); ++i) {
      for (Index j = 0; j < cells.columns(); ++j) {
        if (cells(i, j) == none) continue;
        builder.append(i, j, any || boolean ? W{1} : static_cast<W>(cells(i, j)));
      }
    }
    return std::move(builder).finish(Direction::directed);
  });
}

bool wants_arcs(const Options& options) {
  const KernelInfo* kernel = find_kernel(options.kernel);
  const Method method = kernel != nullptr ? kernel->method : options.method;
  return method == Method::sparse || method == Method::search;
}

// The same request about the graph of its matrix.
Outcome answer_by_graph(const Request& request) {
  (void)look_at(request);  // refuses weights by their cells
  const Graph graph = graph_of(request.weights, request.options.semiring);
  Request by_graph = request;
  by_graph.graph = &graph;
  by_graph.weights = {};
  const bool copied = request.in_place() && !request.memory.is_row_major();
  if (copied) by_graph.into = Into::matrix;
  Outcome outcome = answer(by_graph);
  if (copied) {
    std::visit(
        [&]<class T>(const Matrix<T>& from) {
          const MatrixView<T> to = request.memory.as<T>();
          for (Index i = 0; i < from.rows(); ++i) {
            for (Index j = 0; j < from.columns(); ++j) to(i, j) = from(i, j);
          }
        },
        outcome.distances);
  }
  return outcome;
}

// Error does_not_fit for what the heap refuses.
template <class Body>
auto with_heap(const Request& request, const Body& body) {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    const std::size_t limit = request.options.memory_limit;
    throw Error(ErrorCode::does_not_fit,
                fmt::format("{} for n = {} in {}",
                            limit == 0 ? "the system refused memory"
                                       : format_bytes(limit) + " of memory are not enough",
                            request.vertices(), to_string(request.weight())),
                limit == 0 ? "free some memory, set a memory limit, or use a narrower weight type"
                           : "raise the memory limit, or use a narrower weight type");
  }
}

bool has_negatives(const Request& request, const Facts& facts) {
  return request.options.semiring == SemiringKind::shortest_path && !facts.weights.nonnegative;
}

Outcome plan_and_run(const Request& request, const Facts& facts) {
  if (has_negatives(request, facts)) return answer_by_potentials(request, facts);
  return run(request, facts, plan_of(request, facts));
}

Outcome look_and_run(const Request& request) {
  check(request);
  check_mark(request);
  if (request.graph == nullptr && !request.on_device && wants_arcs(request.options)) {
    return answer_by_graph(request);
  }
  const Facts facts = look_at(request);
  Outcome outcome = plan_and_run(request, facts);
  // What is done on a device is timed as a whole.
  if (request.on_device && request.graph == nullptr) outcome.statistics.seconds += facts.seconds;
  return outcome;
}

}  // namespace

void throw_cycle(Cycle cycle) {
  const std::string text = spell_cycle(cycle, [](Index v) { return fmt::format("{}", v); });
  std::vector<Index> vertices = cycle.vertices;
  throw Error(ErrorCode::negative_cycle, fmt::format("a negative cycle: {}", text),
              "going round it again and again makes any path shorter; remove it, or set "
              "Options::on_negative_cycle to mark",
              std::move(vertices), std::move(cycle));
}

std::size_t left_of_limit(const Options& options, std::size_t bytes, std::string_view what) {
  const std::size_t limit = options.memory_limit;
  // Little fits into what was free when the process started.
  constexpr std::size_t kLittle = 64'000'000;
  const std::size_t there = bytes < kLittle ? host_machine().memory_available : available_memory();
  if (bytes < there && (limit == 0 || bytes < limit)) return limit - (limit == 0 ? 0 : bytes);
  const bool limited = limit != 0 && limit <= there;
  throw Error(ErrorCode::does_not_fit,
              fmt::format("{} takes {}, and {} are {}", what, format_bytes(bytes),
                          format_bytes(limited ? limit : there), limited ? "allowed" : "available"),
              limited ? "raise the memory limit, or stream the rows of a graph"
                      : "use a machine with more memory, or stream the rows of a graph");
}

Outcome answer(const Request& request) {
  return with_heap(request, [&] {
    Outcome outcome = look_and_run(request);
    if (request.sources) outcome.sources.assign(request.sources->begin(), request.sources->end());
    return outcome;
  });
}

Plan plan_for(const Request& request) {
  return with_heap(request, [&] {
    check(request);
    if (request.graph == nullptr && wants_arcs(request.options)) {
      const Graph graph = graph_of(request.weights, request.options.semiring);
      Request by_graph = request;
      by_graph.graph = &graph;
      return plan_of(by_graph, look_at(by_graph));
    }
    return plan_of(request, look_at(request));
  });
}

}  // namespace warpath
