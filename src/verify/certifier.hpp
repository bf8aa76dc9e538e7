// A certificate in the making: rows are checked as they come.
#pragma once

#include <memory>
#include <span>

#include "warpath/matrix.hpp"
#include "warpath/verify.hpp"

namespace warpath::verify {

// Predecessors of some rows; no rows: none are known.
using Trees = MatrixView<const std::int32_t>;

class Certifier {
 public:
  virtual ~Certifier() = default;
  Certifier(const Certifier&) = delete;
  Certifier& operator=(const Certifier&) = delete;

  // Row i is that of vertex sources[i]. `trees` has as many rows, or none. Does nothing after a
  // failure. Error usage when shapes or types do not fit, cancelled.
  virtual void check(const AnyMatrixView& rows, std::span<const Index> sources,
                     Trees trees = {}) = 0;

  const Certificate& certificate() const { return certificate_; }

 protected:
  Certifier() = default;

  Certificate certificate_;
};

// Looks at the input once, and again with every check: it must stay where it is. `weight` is the
// type of the distances, and weights are converted as solve() does. Error bad_input, unsupported as
// there.
std::unique_ptr<Certifier> make_certifier(const Graph& graph, WeightType weight,
                                          const CertificateOptions& options);
std::unique_ptr<Certifier> make_certifier(const AnyMatrixView& matrix, WeightType weight,
                                          const CertificateOptions& options);

}  // namespace warpath::verify
