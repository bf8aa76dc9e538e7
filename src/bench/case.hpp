// A problem made to order, and how it is to be solved.
#pragma once

#include <cstdint>
#include <string>

#include "warpath/generate.hpp"
#include "warpath/options.hpp"
#include "warpath/result.hpp"
#include "warpath/types.hpp"

namespace warpath::bench {

struct Case {
  std::string kernel = "auto";
  SemiringKind semiring = SemiringKind::shortest_path;
  WeightType weight = WeightType::float32;
  GraphKind graph = GraphKind::random;
  Index n = 0;
  bool undirected = false;    // a symmetric matrix
  bool any_sign = false;      // some weights are negative, no cycle is
  bool predecessors = false;  // are computed, too
  bool pinned = false;        // the matrix lies in memory that devices copy without a detour
  int threads = 0;
  Index block = 0;
  std::string isa = {};
  std::uint64_t seed = 1;
};

Options options_of(const Case& what);

// Its n x n weights. Error usage for a combination that there is not.
DenseMatrix weights_of(const Case& what);

}  // namespace warpath::bench
