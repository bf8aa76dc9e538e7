// What a SparsePlan holds.
#pragma once

#include "sparse/pattern.hpp"
#include "sparse/tree.hpp"
#include "warpath/sparse_plan.hpp"

namespace warpath::sparse {

struct PlanData {
  Pattern pattern;
  Tree tree;
  SparseFacts facts;
  double seconds = 0;  // that it took to find

  static SparsePlan make(Pattern pattern, Backend backend);
  static SparsePlan make(Pattern pattern, const Grouping& grouping);
};

// How vertices are put together for a backend.
Grouping grouping_for(Backend backend);

}  // namespace warpath::sparse
