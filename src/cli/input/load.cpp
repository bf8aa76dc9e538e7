#include "cli/input/load.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "io/bytes.hpp"
#include "io/dense.hpp"
#include "warpath/semiring.hpp"

namespace warpath::cli {
namespace {

template <class T>
Index count_arcs(MatrixView<const T> matrix, SemiringKind semiring) {
  const T none = no_path<T>(semiring);
  Index arcs = 0;
  for (Index i = 0; i < matrix.rows(); ++i) {
    for (Index j = 0; j < matrix.columns(); ++j) arcs += i != j && matrix(i, j) != none;
  }
  return arcs;
}

template <class T>
bool has_mostly_zeros(MatrixView<const T> matrix) {
  const Index n = matrix.rows();
  Index zeros = 0;
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) zeros += i != j && matrix(i, j) == T{0};
  }
  return 2 * zeros > n * (n - 1);
}

// Whether no arc has a reverse. Few arcs tell nothing about what was meant. O(arcs log degree).
bool goes_one_way(const Graph& graph) {
  constexpr Index few = 3;
  const auto targets_of = [&](Index v) {
    const auto at = static_cast<std::size_t>(v);
    const Index first = graph.offsets()[at];
    return graph.targets().subspan(static_cast<std::size_t>(first),
                                   static_cast<std::size_t>(graph.offsets()[at + 1] - first));
  };
  Index arcs = 0;
  for (Index u = 0; u < graph.vertices(); ++u) {
    for (const Index v : targets_of(u)) {
      if (v == u) continue;
      const auto back = targets_of(v);
      if (std::binary_search(back.begin(), back.end(), u)) return false;
      ++arcs;
    }
  }
  return arcs >= few;
}

WeightType result_type(WeightType input, const Options& options) {
  if (options.semiring == SemiringKind::reachability) return WeightType::boolean;
  return options.weights.value_or(input);
}

}  // namespace

Loaded load(const std::string& path, const io::ReadOptions& read, const Options& options) {
  Loaded loaded;
  io::Input input = io::read_input(path, read);
  loaded.first_vertex = input.first_vertex;
  loaded.input = std::move(input.content);
  WeightType type{};
  if (const Graph* graph = std::get_if<Graph>(&loaded.input)) {
    loaded.vertices = graph->vertices();
    loaded.labels.assign(graph->labels().begin(), graph->labels().end());
    loaded.arcs = graph->arcs();
    loaded.one_way = !options.undirected && goes_one_way(*graph);
    type = graph->weight_type();
  } else {
    io::check_square(std::get<DenseMatrix>(loaded.input), io::name_of(path));
    std::visit(
        [&]<class T>(const Matrix<T>& matrix) {
          loaded.vertices = matrix.rows();
          loaded.arcs = count_arcs<T>(matrix.view(), options.semiring);
          loaded.mostly_zero =
              options.semiring == SemiringKind::shortest_path && has_mostly_zeros<T>(matrix.view());
          type = weight_type_of<T>;
        },
        std::get<DenseMatrix>(loaded.input));
  }
  loaded.result_weight = result_type(type, options);
  return loaded;
}

NumberedGraph load_graph(const std::string& path, const io::ReadOptions& read) {
  io::Input input = io::read_input(path, read);
  if (Graph* graph = std::get_if<Graph>(&input.content)) {
    return {std::move(*graph), input.first_vertex};
  }
  const auto& matrix = std::get<DenseMatrix>(input.content);
  return {io::graph_of(matrix, io::name_of(path), read), input.first_vertex};
}

void as_graph(Loaded& loaded, const std::string& path) {
  if (const auto* matrix = std::get_if<DenseMatrix>(&loaded.input)) {
    loaded.input = io::graph_of(*matrix, io::name_of(path), {});
  }
}

namespace {

// Where a negative cycle may turn up the weights are kept: it is shown, or marked, by them.
template <class T>
bool needs_weights(const Matrix<T>& matrix, const Options& options) {
  if (options.semiring != SemiringKind::shortest_path) return false;
  for (Index i = 0; i < matrix.rows(); ++i) {
    const T* row = matrix.data() + i * matrix.leading_dimension();
    if (std::any_of(row, row + matrix.columns(), [](T weight) { return weight < T{0}; })) {
      return true;
    }
  }
  return false;
}

bool is_refused_for_memory(const Error& error, const Options& options) {
  return error.code() == ErrorCode::does_not_fit &&
         options.on_negative_cycle == OnNegativeCycle::refuse;
}

}  // namespace

Plan plan_loaded(const Loaded& loaded, Index rows, const Options& options) {
  if (const Graph* graph = std::get_if<Graph>(&loaded.input)) {
    return plan_rows(*graph, rows, options);
  }
  return std::visit(
      [&]<class T>(const Matrix<T>& matrix) {
        const T none = no_path<T>(options.semiring);
        Problem problem;
        problem.n = matrix.rows();
        problem.semiring = options.semiring;
        problem.weight = result_type(weight_type_of<T>, options);
        const bool own_type = problem.weight == weight_type_of<T>;
        problem.in_place = own_type && !loaded.keep && !needs_weights(matrix, options);
        problem.predecessors = options.predecessors;
        problem.nonnegative = true;
        problem.symmetric = true;
        for (Index i = 0; i < problem.n; ++i) {
          for (Index j = 0; j < problem.n; ++j) {
            problem.nonnegative &= matrix(i, j) >= T{0} || matrix(i, j) == none;
            problem.symmetric &= options.undirected || matrix(i, j) == matrix(j, i);
          }
        }
        try {
          return make_plan(problem, options, Machine::detect());
        } catch (const Error& error) {
          if (!own_type || loaded.keep || problem.in_place ||
              !is_refused_for_memory(error, options))
            throw;
        }
        problem.in_place = true;
        return make_plan(problem, options, Machine::detect());
      },
      std::get<DenseMatrix>(loaded.input));
}

namespace {

Result solve_matrix(DenseMatrix& input, bool keep, const Options& options) {
  return std::visit(
      [&]<class T>(Matrix<T>& matrix) -> Result {
        const bool own_type = result_type(weight_type_of<T>, options) == weight_type_of<T>;
        if (own_type && !keep && needs_weights(matrix, options)) {
          try {
            return solve<T>(std::as_const(matrix).view(), options);
          } catch (const Error& error) {
            if (!is_refused_for_memory(error, options)) throw;
          }
        }
        // Without negative weights there is nothing to mark.
        Options in_place = options;
        in_place.on_negative_cycle = OnNegativeCycle::refuse;
        if (own_type && !keep) {
          const Statistics statistics = solve_in_place<T>(matrix.view(), in_place);
          return Result(std::move(matrix), statistics);
        }
        return solve<T>(std::as_const(matrix).view(), options);
      },
      input);
}

}  // namespace

Options as_planned(Options options, const Plan& plan) {
  options.kernel = plan.kernel->name;
  options.method = plan.method();
  options.sparse_plan = plan.sparse;
  return options;
}

Statistics stream_loaded(Loaded& loaded, std::span<const Index> sources, const Options& options,
                         const LoadedSink& sink) {
  if (const Graph* graph = std::get_if<Graph>(&loaded.input)) {
    std::vector<Index> all;
    if (sources.empty()) {
      all.resize(static_cast<std::size_t>(loaded.vertices));
      std::iota(all.begin(), all.end(), Index{0});
      sources = all;
    }
    if (!options.predecessors) {
      return stream_rows(*graph, sources, options,
                         [&](Index first, const DenseMatrix& rows, Index count) {
                           sink(first, rows, count, 0, {});
                         });
    }
    // Distances come first, and stay until their predecessors have come.
    const DenseMatrix* distances = nullptr;
    return stream_rows(
        *graph, sources, options, [&](Index, const DenseMatrix& rows, Index) { distances = &rows; },
        [&](Index first, const Matrix<std::int32_t>& before, Index count) {
          sink(first, *distances, count, 0, before.view().block(0, 0, count, before.columns()));
        });
  }
  const Result result = solve_matrix(std::get<DenseMatrix>(loaded.input), loaded.keep, options);
  if (sources.empty()) {
    sink(0, result.storage(), loaded.vertices, 0, result.predecessors());
  } else {
    for (std::size_t i = 0; i < sources.size(); ++i) {
      const auto before = result.predecessors();
      sink(static_cast<Index>(i), result.storage(), 1, sources[i],
           before.rows() > 0 ? before.block(sources[i], 0, 1, before.columns()) : before);
    }
  }
  return result.statistics();
}

}  // namespace warpath::cli
