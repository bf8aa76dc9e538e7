#include "bench/case.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "base/dispatch.hpp"
#include "warpath/error.hpp"
#include "warpath/semiring.hpp"

namespace warpath::bench {
namespace {

template <class T>
void fill_from_graph(MatrixView<T> matrix, const Case& what) {
  const Graph graph =
      generate(what.graph, what.n, {.seed = what.seed, .weight = weight_type_of<T>});
  const auto weights = graph.weights<T>();
  for (Index i = 0; i < what.n; ++i) {
    std::fill_n(&matrix(i, 0), what.n, no_path<T>(what.semiring));
    matrix(i, i) = T{0};
    const auto* row = &graph.offsets()[static_cast<std::size_t>(i)];
    for (auto a = static_cast<std::size_t>(row[0]); a < static_cast<std::size_t>(row[1]); ++a) {
      matrix(i, graph.targets()[a]) = weights[a];  // generated graphs have no parallel arcs
    }
  }
}

// Adds p_i - p_j to every arc: the sum around a cycle stays what it was, single arcs get any sign.
// Everything is a whole number, so that floats are exact.
template <class T>
void shift_by_potentials(MatrixView<T> matrix, SemiringKind semiring) {
  const T none = no_path<T>(semiring);
  const auto potential = [](Index v) { return static_cast<T>((v * 2654435761) % 101); };
  for (Index i = 0; i < matrix.rows(); ++i) {
    for (Index j = 0; j < matrix.columns(); ++j) {
      if (i == j || matrix(i, j) == none) continue;
      T weight = matrix(i, j);
      if constexpr (std::is_floating_point_v<T>) weight = std::trunc(weight);
      matrix(i, j) = static_cast<T>(weight + potential(i) - potential(j));
    }
  }
}

template <class T>
Matrix<T> weights_as(const Case& what) {
  Matrix<T> weights(what.n, what.n);
  constexpr bool boolean = std::is_same_v<T, std::uint8_t>;
  if (what.any_sign && (boolean || what.undirected)) {
    throw Error(ErrorCode::usage,
                "negative weights go neither with reachability nor with "
                "undirected graphs, where they are negative cycles");
  }
  if (what.graph == GraphKind::random) {
    fill_random<T>(weights.view(), what.seed, boolean ? T{0} : T{1}, boolean ? T{1} : T{100},
                   what.undirected);
  } else if constexpr (boolean) {
    throw Error(ErrorCode::usage, "reachability is measured on random graphs only",
                "use --graph random");
  } else {
    fill_from_graph<T>(weights.view(), what);
  }
  if constexpr (!boolean) {
    if (what.any_sign) shift_by_potentials<T>(weights.view(), what.semiring);
  }
  return weights;
}

}  // namespace

Options options_of(const Case& what) {
  return {.predecessors = what.predecessors,
          .semiring = what.semiring,
          .undirected = what.undirected,
          .kernel = what.kernel,
          .threads = what.threads,
          .block = what.block,
          .isa = what.isa};
}

DenseMatrix weights_of(const Case& what) {
  return visit_weight(what.weight, [&]<class T>(std::type_identity<T>) -> DenseMatrix {
    return weights_as<T>(what);
  });
}

}  // namespace warpath::bench
