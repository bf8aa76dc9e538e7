// What a SparsePlan holds.
#pragma once

#include "sparse/pattern.hpp"
#include "sparse/tree.hpp"
#include "warpath/sparse_plan.hpp"

namespace warpath::sparse {

struct PlanData {
  Pattern pattern;
  Tree tree;
  SparsePlan::Facts facts;
  double seconds = 0;  // that it took to find

  std::vector<Vertex> order;  // order[k] is the vertex that goes k-th

  static SparsePlan make(Pattern pattern, const Grouping& grouping,
                         std::vector<Vertex> order = {},  // empty: it is found
                         double spent = 0);               // seconds on it before

  // The same order for another backend, which is found in a fraction of the time.
  static SparsePlan grouped_for(const SparsePlan& plan, Backend backend);
};

}  // namespace warpath::sparse
