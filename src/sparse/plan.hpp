// What a SparsePlan holds.
#pragma once

#include "sparse/elimination.hpp"
#include "sparse/pattern.hpp"
#include "sparse/tree.hpp"
#include "warpath/sparse_plan.hpp"

namespace warpath::sparse {

struct PlanData {
  Pattern pattern;
  Tree tree;
  SparsePlan::Facts facts;
  double seconds = 0;  // that it took to find

  Elimination elimination;  // kept for other backends

  static SparsePlan make(Pattern pattern, const Grouping& grouping, Crew& crew);
  static SparsePlan make(Pattern pattern, const Grouping& grouping);  // on one thread

  // The same order for another backend, which is found in a fraction of the time.
  static SparsePlan grouped_for(const SparsePlan& plan, Backend backend, int threads);

 private:
  static SparsePlan made(std::shared_ptr<PlanData> data);
};

}  // namespace warpath::sparse
