// What is timed must be right: rows of every result are proved before it counts.
#pragma once

#include <span>
#include <string>

#include "verify/certifier.hpp"
#include "warpath/error.hpp"
#include "warpath/measure.hpp"
#include "warpath/result.hpp"
#include "warpath/types.hpp"

namespace warpath::bench {

// What a solve says about its input.
struct Claim {
  SemiringKind semiring = SemiringKind::shortest_path;
  AnyMatrixView distances;
  verify::Trees predecessors = {};      // none, or as many rows
  std::span<const Index> sources = {};  // of the rows; empty: every vertex has one
};
Claim claim_of(const Result& result);

// What is wrong with the rows of the sources or, where none are named, with a sample of them (64 of
// shortest paths, else 16); empty when they hold. Takes all cores, and mostly less than the solve.
// The input is a Graph or a DenseMatrix.
template <class Input>
std::string flaw_in(const Claim& claim, const Input& input);

// Error verification_failed when there is a flaw.
template <class Input>
void prove(const Claim& claim, const Input& input) {
  const std::string flaw = flaw_in(claim, input);
  if (!flaw.empty()) throw Error(ErrorCode::verification_failed, flaw, "please report this");
}

// The same of eccentricities, by a few rows that are proved themselves.
void prove_measures(const Measures& measures, const Graph& graph);

}  // namespace warpath::bench
