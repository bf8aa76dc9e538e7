// The public solves: the plain ones, and what is done when a kernel has met a negative cycle. A kernel names one vertex.
// Here the cycle itself is looked for, on the arcs of the input. If it is there, it is reported or marked; if the kernel took
// rounding for one, it works again with a larger tolerance.

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <limits>
#include <new>
#include <optional>

#include "base/dispatch.hpp"
#include "base/messages.hpp"
#include "numerics/fill.hpp"
#include "numerics/prepare.hpp"
#include "routes/cycle.hpp"
#include "solve/mark_cycles.hpp"
#include "solve/plain.hpp"
#include "warpath/cuda.hpp"
#include "warpath/error.hpp"
#include "warpath/solve.hpp"
#include "warpath/sparse.hpp"

namespace warpath {
namespace {

using routes::UnboundedPairs;

[[noreturn]] void throw_cycle(Cycle cycle) {
  const std::string text = spell_cycle(cycle, [](Index v) { return fmt::format("{}", v); });
  std::vector<Index> vertices = cycle.vertices;
  throw Error(ErrorCode::negative_cycle, fmt::format("a negative cycle: {}", text),
              "going round it again and again makes any path shorter; remove it, or set "
              "Options::on_negative_cycle to mark",
              std::move(vertices), std::move(cycle));
}

// Calls visit(arcs) with the arcs as a solve sees them.
template <class Visit>
void visit_arcs(const Graph& graph, const Options& options, const Visit& visit) {
  const WeightType weight = options.weights.value_or(graph.weight_type());
  visit_semiring(SemiringKind::shortest_path, weight, [&]<class S>(S) {
    if constexpr (S::kind == SemiringKind::shortest_path) {
      visit(routes::arcs_of<typename S::Weight>(graph, options.undirected));
    }
  });
}

// The copy takes no more than the solve took, which has ended.
template <class From, class Visit>
void visit_arcs(MatrixView<const From> weights, const Options& options, const Visit& visit) {
  const WeightType weight = options.weights.value_or(weight_type_of<From>);
  visit_semiring(SemiringKind::shortest_path, weight, [&]<class S>(S) {
    if constexpr (S::kind == SemiringKind::shortest_path) {
      using T = typename S::Weight;
      const Index n = weights.rows();
      Matrix<T> matrix(n, n);
      fill<S>(matrix.view(), weights);
      Crew crew(1);
      if (options.undirected) make_symmetric<S>(matrix.data(), n, matrix.leading_dimension(), crew);
      visit(routes::MatrixArcs<T>{std::as_const(matrix).view()});
    }
  });
}

// What a look at the arcs tells.
struct Look {
  Cycle cycle = {};                          // when it is to be refused
  std::optional<UnboundedPairs> pairs = {};  // when it is to be marked
  double tolerance = 0;                      // the kernel's; 0: it does not round
};

template <class Input>
Look look_at(const Input& input, const Options& options) {
  Look look;
  visit_arcs(input, options, [&]<class Arcs>(const Arcs& arcs) {
    using T = typename Arcs::Weight;
    InputFacts facts;
    facts.largest = routes::largest_weight(arcs);
    const CycleTolerance tolerance = tolerance_of(options, weight_type_of<T>, facts);
    if constexpr (std::is_floating_point_v<T>) {
      look.tolerance =
          std::max(tolerance.absolute, std::numeric_limits<T>::epsilon() * facts.largest);
    }
    if (options.on_negative_cycle == OnNegativeCycle::mark) {
      look.pairs.emplace(arcs, tolerance);
    } else {
      look.cycle = routes::CycleSearch<Arcs>(arcs, tolerance).find();
    }
  });
  return look;
}

// With a larger tolerance, and in the end with no thought of cycles: the arcs have none.
template <class Work>
auto work_again(Options options, double tolerance, const Work& work) {
  for (const double times : {8.0, 64.0, 512.0}) {
    options.negative_cycle_tolerance = times * tolerance;
    try {
      return work(options);
    } catch (const Error& error) {
      if (error.code() != ErrorCode::negative_cycle) throw;
    }
  }
  options.negative_cycle_tolerance = std::numeric_limits<double>::infinity();
  return work(options);
}

// Runs work(options). If its kernel meets a negative cycle, the arcs decide: `mark` takes over where one is to be marked.
template <class Input, class Work, class Mark>
auto settle(const Input& input, const Options& options, const Work& work, const Mark& mark) {
  std::exception_ptr met;
  try {
    return work(options);
  } catch (const Error& error) {
    if (error.code() != ErrorCode::negative_cycle) throw;
    met = std::current_exception();
  }
  try {
    Look look = look_at(input, options);
    if (look.pairs && look.pairs->any()) return mark(std::move(*look.pairs));
    if (!look.cycle.vertices.empty()) throw_cycle(std::move(look.cycle));
    if (look.tolerance > 0) return work_again(options, look.tolerance, work);
  } catch (const std::bad_alloc&) {
    if (options.on_negative_cycle == OnNegativeCycle::mark) {
      throw Error(ErrorCode::does_not_fit, "the system refused memory to mark negative cycles",
                  "free some memory, or stream the rows");
    }
  }
  std::rethrow_exception(met);  // without its cycle
}

// For what cannot be marked.
template <class Input, class Work>
auto settle(const Input& input, const Options& options, const Work& work) {
  return settle(input, options, work, [&](UnboundedPairs) { return work(options); });
}

void refuse_to_mark(const Options& options, std::string_view what) {
  if (options.on_negative_cycle != OnNegativeCycle::mark ||
      options.semiring != SemiringKind::shortest_path) {
    return;
  }
  throw Error(ErrorCode::unsupported, fmt::format("{} cannot have negative cycles marked", what),
              "use solve(), solve_into(), solve_from() or stream_rows()");
}

// Whether a matrix is overwritten by its distances while they are computed.
template <class T>
bool is_used_up(const MatrixView<T>& matrix) {
  const Index n = matrix.rows();
  return n <= 1 || (matrix.column_stride() == 1 && matrix.row_stride() >= n) ||
         (matrix.row_stride() == 1 && matrix.column_stride() >= n);
}

}  // namespace

Result solve(const Graph& graph, const Options& options) {
  return settle(
      graph, options, [&](const Options& these) { return plain_solve(graph, these); },
      [&](UnboundedPairs pairs) { return solve_marked(graph, options, std::move(pairs)); });
}

template <class T>
Result solve(MatrixView<const T> weights, const Options& options) {
  return settle(
      weights, options, [&](const Options& these) { return plain_solve(weights, these); },
      [&](UnboundedPairs pairs) { return solve_marked(weights, options, std::move(pairs)); });
}

template <class T>
Statistics solve_in_place(MatrixView<T> matrix, const Options& options) {
  refuse_to_mark(options, "a matrix that is solved in place");
  if (is_used_up(matrix)) return plain_solve_in_place(matrix, options);
  return settle(MatrixView<const T>(matrix), options,
                [&](const Options& these) { return plain_solve_in_place(matrix, these); });
}

template <class T>
Statistics solve_into(const Graph& graph, MatrixView<T> distances, const Options& options) {
  return settle(
      graph, options,
      [&](const Options& these) { return plain_solve_into(graph, distances, these); },
      [&](UnboundedPairs pairs) {
        return solve_into_marked(graph, distances, options, std::move(pairs));
      });
}

Result solve_from(const Graph& graph, std::span<const Index> sources, const Options& options) {
  return settle(
      graph, options, [&](const Options& these) { return plain_solve_from(graph, sources, these); },
      [&](UnboundedPairs pairs) {
        return solve_from_marked(graph, sources, options, std::move(pairs));
      });
}

// Kernels look for cycles before the first row is there.
Statistics stream_rows(const Graph& graph, std::span<const Index> sources, const Options& options,
                       const RowSink& sink, const PredecessorSink& predecessors) {
  return settle(
      graph, options,
      [&](const Options& these) {
        return plain_stream_rows(graph, sources, these, sink, predecessors);
      },
      [&](UnboundedPairs pairs) {
        return stream_rows_marked(graph, sources, options, sink, predecessors, std::move(pairs));
      });
}

Measures measure(const Graph& graph, const Options& options) {
  refuse_to_mark(options, "measures");
  return settle(graph, options, [&](const Options& these) { return plain_measure(graph, these); });
}

template <class T>
Statistics solve_on_device(const Graph& graph, MatrixView<T> distances, const Options& options,
                           void* stream) {
  refuse_to_mark(options, "distances in device memory");
  return settle(graph, options, [&](const Options& these) {
    return plain_solve_on_device(graph, distances, these, stream);
  });
}

Router::Router(const Graph& graph, const Options& options) {
  refuse_to_mark(options, "a Router");
  state_ = settle(graph, options, [&](const Options& these) { return plain_router(graph, these); });
}

#define WARPATH_INSTANTIATE(T)                                                 \
  template Result solve(MatrixView<const T>, const Options&);                  \
  template Statistics solve_in_place(MatrixView<T>, const Options&);           \
  template Statistics solve_into(const Graph&, MatrixView<T>, const Options&); \
  template Statistics solve_on_device(const Graph&, MatrixView<T>, const Options&, void*);
WARPATH_INSTANTIATE(float)
WARPATH_INSTANTIATE(double)
WARPATH_INSTANTIATE(std::int32_t)
WARPATH_INSTANTIATE(std::int16_t)
WARPATH_INSTANTIATE(std::uint8_t)

}  // namespace warpath
