// What must come out: by algorithms that are too simple to be wrong, in numbers wide enough.
#pragma once

#include <optional>

#include "attack/graphs.hpp"
#include "oracle/oracle.hpp"

namespace attack {

// Throws a std::runtime_error with `what`.
[[noreturn]] void found(const std::string& what);

class Truth {
 public:
  Truth(const Graph& graph, warpath::SemiringKind semiring, bool undirected);

  std::size_t n() const { return n_; }

  // There is one for sure. Real graphs have none.
  bool has_negative_cycle() const { return negative_cycle_; }

  // What sums along any path stay within: the bound that integers may be refused by.
  double bound() const { return bound_; }

  // The best from u to v, and by how much floats of this unit of rounding may miss it.
  double best(std::size_t u, std::size_t v) const { return best_(u, v); }
  double slack(std::size_t u, std::size_t v, double unit) const;

  // The arc from u to v, the lightest; absent where there is none.
  double arc(std::size_t u, std::size_t v) const { return arcs_(u, v); }

 private:
  std::size_t n_;
  bool whole_;
  bool negative_cycle_ = false;
  double bound_ = 0;
  double size_ = 0;
  support::Weights arcs_;
  support::Weights best_;
};

}  // namespace attack
