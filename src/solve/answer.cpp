// From a request to its outcome, and what is done when a kernel has met a negative cycle. A kernel
// names one vertex. Here the cycle itself is looked for, on the arcs of the input. If it is there, it
// is reported or marked; if the kernel took rounding for one, it works again with a larger tolerance.

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <limits>
#include <new>
#include <optional>

#include "base/dispatch.hpp"
#include "base/graph_builder.hpp"
#include "base/messages.hpp"
#include "numerics/fill.hpp"
#include "numerics/prepare.hpp"
#include "routes/unbounded.hpp"
#include "solve/run.hpp"
#include "warpath/error.hpp"

namespace warpath {
namespace {

using routes::UnboundedPairs;

// Calls visit(arcs) with the arcs as a solve sees them.
template <class Visit>
void visit_arcs(const Request& request, const Visit& visit) {
  const bool undirected = request.options.undirected;
  visit_arc_weight(request.weight(), [&]<class T>(std::type_identity<T>) {
    if (request.graph != nullptr) {
      visit(routes::ListedArcs<T>(*request.graph, undirected));
      return;
    }
    // The copy takes no more than the solve took, which has ended.
    using S = ShortestPath<T>;
    const Index n = request.vertices();
    Matrix<T> matrix(n, n);
    Crew crew(threads_of(request.options));
    fill(matrix.view(), request.weights, rules_of<S>, crew);
    if (undirected) make_symmetric<S>(matrix.data(), n, matrix.leading_dimension(), crew);
    visit(routes::MatrixArcs<T>{std::as_const(matrix).view()});
  });
}

// What a look at the arcs tells.
struct Look {
  Cycle cycle = {};                          // when it is to be refused
  std::optional<UnboundedPairs> pairs = {};  // when it is to be marked
  double tolerance = 0;                      // the kernel's; 0: it does not round
};

Look look_for_cycles(const Request& request) {
  Look look;
  visit_arcs(request, [&]<class Arcs>(const Arcs& arcs) {
    routes::CycleSearch<Arcs> search(arcs, request.options);
    look.tolerance = search.tolerance();
    if (request.options.on_negative_cycle == OnNegativeCycle::mark) {
      look.pairs.emplace(arcs, search);
    } else {
      look.cycle = search.find();
    }
  });
  return look;
}

// With a larger tolerance, and in the end with no thought of cycles: the arcs have none.
Outcome run_again(Request request, const Facts& facts, const Plan& plan, double tolerance) {
  for (const double times : {8.0, 64.0, 512.0}) {
    request.options.negative_cycle_tolerance = times * tolerance;
    try {
      return run(request, facts, plan);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::negative_cycle) throw;
    }
  }
  request.options.negative_cycle_tolerance = std::numeric_limits<double>::infinity();
  return run(request, facts, plan);
}

// Whether the weights are overwritten while distances are computed.
bool uses_up_weights(const Request& request, const Plan& plan) {
  return request.in_place() && plan.problem.in_place;
}

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
    using W = std::conditional_t<std::is_same_v<T, std::uint8_t>, std::int16_t, T>;
    const T none = no_path<T>(semiring);
    detail::GraphBuilder<W> builder(cells.rows());
    for (Index i = 0; i < cells.rows(); ++i) {
      for (Index j = 0; j < cells.columns(); ++j) {
        if (cells(i, j) == none) continue;
        builder.append(i, j, std::is_same_v<T, std::uint8_t> ? W{1} : static_cast<W>(cells(i, j)));
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
    throw Error(ErrorCode::does_not_fit,
                fmt::format("the system refused memory for n = {} in {}", request.vertices(),
                            to_string(request.weight())),
                "free some memory, set a memory limit, or use a narrower weight type");
  }
}

bool has_negatives(const Request& request, const Facts& facts) {
  return request.options.semiring == SemiringKind::shortest_path && !facts.weights.nonnegative;
}

Outcome plan_and_run(const Request& request) {
  check(request);
  check_mark(request);
  if (request.graph == nullptr && !request.on_device && wants_arcs(request.options)) {
    return answer_by_graph(request);
  }
  const Facts facts = look_at(request);
  if (has_negatives(request, facts) && !request.on_device) {
    return answer_by_potentials(request, facts);
  }
  const Plan plan = plan_of(request, facts);
  std::exception_ptr met;
  try {
    Outcome outcome = run(request, facts, plan);
    if (request.on_device && request.graph == nullptr) {
      outcome.statistics.seconds += facts.seconds;
    }
    return outcome;
  } catch (const Error& error) {
    if (error.code() != ErrorCode::negative_cycle || uses_up_weights(request, plan)) throw;
    met = std::current_exception();
  }
  try {
    Look look = look_for_cycles(request);
    if (look.pairs && look.pairs->any()) {
      return answer_without_cycles(request, std::move(*look.pairs));
    }
    if (!look.cycle.vertices.empty()) throw_cycle(std::move(look.cycle));
    if (look.tolerance > 0) return run_again(request, facts, plan, look.tolerance);
  } catch (const std::bad_alloc&) {
    if (request.options.on_negative_cycle == OnNegativeCycle::mark) {
      throw Error(ErrorCode::does_not_fit, "the system refused memory to mark negative cycles",
                  "free some memory, or stream the rows");
    }
  }
  std::rethrow_exception(met);  // without its cycle
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

std::size_t left_of_limit(const Options& options, std::size_t bytes) {
  const std::size_t limit = options.memory_limit;
  if (limit == 0 || bytes < limit) return limit - (limit == 0 ? 0 : bytes);
  throw Error(ErrorCode::does_not_fit,
              fmt::format("a matrix of weights takes {}, and {} are allowed", format_bytes(bytes),
                          format_bytes(limit)),
              "raise the memory limit, or stream the rows of a graph");
}

Outcome answer(const Request& request) {
  return with_heap(request, [&] {
    Outcome outcome = plan_and_run(request);
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
