#include "cli/load.hpp"

#include <utility>
#include <variant>

#include <fmt/format.h>

#include "cli/no_path.hpp"
#include "io/bytes.hpp"
#include "io/dense.hpp"

namespace warpath::cli {
namespace {

template <class T>
Index count_arcs(MatrixView<const T> matrix, SemiringKind semiring) {
  const T none = no_path_of<T>(semiring);
  Index arcs = 0;
  for (Index i = 0; i < matrix.rows(); ++i) {
    for (Index j = 0; j < matrix.columns(); ++j) arcs += i != j && matrix(i, j) != none;
  }
  return arcs;
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
    type = graph->weight_type();
  } else {
    io::check_square(std::get<io::DenseMatrix>(loaded.input), io::name_of(path));
    std::visit(
        [&]<class T>(const Matrix<T>& matrix) {
          loaded.vertices = matrix.rows();
          loaded.arcs = count_arcs<T>(matrix.view(), options.semiring);
          type = weight_type_of<T>;
        },
        std::get<io::DenseMatrix>(loaded.input));
  }
  const auto n = static_cast<std::size_t>(loaded.vertices);
  loaded.result_bytes = n * n * static_cast<std::size_t>(size_of(result_type(type, options)));
  return loaded;
}

Plan plan_loaded(const Loaded& loaded, const Options& options) {
  if (const Graph* graph = std::get_if<Graph>(&loaded.input)) return plan_solve(*graph, options);
  return std::visit(
      [&]<class T>(const Matrix<T>& matrix) {
        const T none = no_path_of<T>(options.semiring);
        Problem problem;
        problem.n = matrix.rows();
        problem.semiring = options.semiring;
        problem.weight = result_type(weight_type_of<T>, options);
        problem.in_place = problem.weight == weight_type_of<T>;
        problem.nonnegative = true;
        problem.symmetric = true;
        for (Index i = 0; i < problem.n; ++i) {
          for (Index j = 0; j < problem.n; ++j) {
            problem.nonnegative &= matrix(i, j) >= T{0} || matrix(i, j) == none;
            problem.symmetric &= options.undirected || matrix(i, j) == matrix(j, i);
          }
        }
        return make_plan(problem, options, Machine::detect());
      },
      std::get<io::DenseMatrix>(loaded.input));
}

Result solve_loaded(Loaded&& loaded, const Options& options) {
  if (const Graph* graph = std::get_if<Graph>(&loaded.input)) return solve(*graph, options);
  return std::visit(
      [&]<class T>(Matrix<T>& matrix) -> Result {
        if (result_type(weight_type_of<T>, options) == weight_type_of<T>) {
          const Statistics statistics = solve_in_place<T>(matrix.view(), options);
          return Result(std::move(matrix), statistics);
        }
        return solve<T>(std::as_const(matrix).view(), options);
      },
      std::get<io::DenseMatrix>(loaded.input));
}

}  // namespace warpath::cli
