#include "bench/proof.hpp"

#include <algorithm>
#include <variant>

#include "verify/sample.hpp"
#include "warpath/machine.hpp"

namespace warpath::bench {
namespace {

// Rows of shortest paths are looked at 64 side by side; others, one by one, take longer.
Index sample_size(SemiringKind semiring) {
  return semiring == SemiringKind::shortest_path ? 64 : 16;
}

template <class T>
Matrix<T> rows_of(MatrixView<const T> all, std::span<const Index> which) {
  Matrix<T> some(static_cast<Index>(which.size()), all.columns());
  for (Index i = 0; i < some.rows(); ++i) {
    std::copy_n(&all(which[static_cast<std::size_t>(i)], 0), all.columns(), &some(i, 0));
  }
  return some;
}

template <class Input>
std::string flaw(const Claim& claim, const Input& input) {
  verify::CertificateOptions options;
  options.semiring = claim.semiring;
  options.threads = std::max(1, Machine::detect().cores);
  return std::visit(
      [&]<class T>(const MatrixView<const T>& rows) -> std::string {
        const auto certifier = verify::make_certifier(input, weight_type_of<T>, options);
        if (claim.sources.empty()) {
          const auto sources = verify::sample_sources(rows.rows(), sample_size(claim.semiring));
          const Matrix<T> some = rows_of(rows, sources);
          const bool trees = claim.predecessors.rows() > 0;
          const auto chosen = trees ? rows_of(claim.predecessors, sources) : Matrix<std::int32_t>();
          certifier->check(some.view(), sources, chosen.view());
        } else {
          certifier->check(rows, claim.sources, claim.predecessors);
        }
        return certifier->certificate().failure_text();
      },
      claim.distances);
}

}  // namespace

Claim claim_of(const Result& result) {
  return {result.semiring(), view_of(result.storage()), result.predecessors(), result.sources()};
}

std::string flaw_in(const Claim& claim, const Graph& graph) { return flaw(claim, graph); }

std::string flaw_in(const Claim& claim, const DenseMatrix& weights) {
  return flaw(claim, view_of(weights));
}

}  // namespace warpath::bench
