#include "bench/proof.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include <fmt/format.h>

#include "base/any_matrix.hpp"
#include "base/resources.hpp"
#include "verify/sample.hpp"
#include "warpath/rows.hpp"

namespace warpath::bench {
namespace {

template <class T>
Matrix<T> rows_of(MatrixView<const T> all, std::span<const Index> which) {
  if (all.rows() == 0) return {};
  Matrix<T> some(static_cast<Index>(which.size()), all.columns());
  for (Index i = 0; i < some.rows(); ++i) {
    std::copy_n(&all(which[static_cast<std::size_t>(i)], 0), all.columns(), &some(i, 0));
  }
  return some;
}

const Graph& seen(const Graph& graph) { return graph; }
AnyMatrixView seen(const DenseMatrix& matrix) { return view_of(matrix); }

}  // namespace

Claim claim_of(const Result& result) {
  return {result.semiring(), view_of(result.storage()), result.predecessors(), result.sources()};
}

template <class Input>
std::string flaw_in(const Claim& claim, const Input& input) {
  verify::CertificateOptions options;
  options.semiring = claim.semiring;
  options.threads = std::max(1, available_cores());
  // Rows of shortest paths are looked at 64 side by side; others, one by one, take longer.
  const Index sample = claim.semiring == SemiringKind::shortest_path ? 64 : 16;
  return std::visit(
      [&]<class T>(const MatrixView<const T>& rows) -> std::string {
        const auto certifier = verify::make_certifier(seen(input), weight_type_of<T>, options);
        if (claim.sources.empty()) {
          const auto sources = verify::sample_sources(rows.rows(), sample);
          const Matrix<T> some = rows_of(rows, sources);
          const Matrix<std::int32_t> trees = rows_of(claim.predecessors, sources);
          certifier->check(some.view(), sources, trees.view());
        } else {
          certifier->check(rows, claim.sources, claim.predecessors);
        }
        return certifier->certificate().failure_text();
      },
      claim.distances);
}

template std::string flaw_in(const Claim&, const Graph&);
template std::string flaw_in(const Claim&, const DenseMatrix&);

void prove_measures(const Measures& measures, const Graph& graph) {
  const auto sources = verify::sample_sources(graph.vertices(), 8);
  const Result rows = solve_from(graph, sources, {.kernel = "dijkstra"});
  prove(claim_of(rows), graph);
  for (const Index v : sources) {
    double farthest = 0;
    for (Index u = 0; u < graph.vertices(); ++u) farthest = std::max(farthest, rows.distance(v, u));
    const double found = measures.eccentricity[static_cast<std::size_t>(v)];
    if (std::abs(found - farthest) <= 1e-4 * farthest) continue;
    throw Error(ErrorCode::verification_failed,
                fmt::format("the eccentricity of {} is {}, expected {}", v, found, farthest),
                "please report this");
  }
}

}  // namespace warpath::bench
