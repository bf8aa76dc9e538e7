#include "sparse/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <utility>

#include "base/stopwatch.hpp"
#include "warpath/error.hpp"

namespace warpath {
namespace sparse {
namespace {

SparsePlan::Facts counted(const Pattern& pattern, const Elimination& elimination,
                          const Tree& tree) {
  SparsePlan::Facts facts;
  facts.links = static_cast<Index>(pattern.neighbours.size()) / 2;
  for (const Vertex count : elimination.count) facts.fill += count;
  facts.supernodes = static_cast<Index>(tree.nodes.size());
  for (const Node& node : tree.nodes) {
    facts.levels = std::max<Index>(facts.levels, node.level + 1);
    facts.largest_front = std::max(facts.largest_front, node.front());
    facts.front_tasks += node.front_tasks();
    facts.sweep_tasks += static_cast<double>(node.width) * node.boundary;
  }
  if (tree.vertices() > 0) facts.average_boundary = facts.sweep_tasks / tree.vertices();
  return facts;
}

// How vertices are put together for a backend.
Grouping grouping_for(Backend backend) {
  Grouping grouping;
  if (backend == Backend::cuda) {
    // Rows are cheap there, and fronts come from the CPU, but for the root's.
    grouping.leaf = 64;
    grouping.front_cost = 100;
    grouping.rows_on_top = 8;
  } else {
    grouping.leaf = 32;
  }
  return grouping;
}

// Puts vertices together for a backend, which is the last thing to be done.
void finish(PlanData& data, const Grouping& grouping, Crew& crew) {
  data.tree = group(data.pattern, data.elimination, grouping, crew);
  data.facts = sparse::counted(data.pattern, data.elimination, data.tree);
}

}  // namespace

SparsePlan PlanData::made(std::shared_ptr<PlanData> data) {
  SparsePlan plan;
  plan.data_ = std::move(data);
  return plan;
}

SparsePlan PlanData::make(Pattern pattern, const Grouping& grouping, Crew& crew) {
  const Stopwatch watch;
  auto data = std::make_shared<PlanData>();
  data->pattern = std::move(pattern);
  data->elimination = eliminate(data->pattern, crew);
  finish(*data, grouping, crew);
  data->seconds = watch.seconds();
  return made(std::move(data));
}

SparsePlan PlanData::make(Pattern pattern, const Grouping& grouping) {
  Crew alone(1);
  return make(std::move(pattern), grouping, alone);
}

SparsePlan PlanData::grouped_for(const SparsePlan& plan, Backend backend, int threads) {
  const Stopwatch watch;
  Crew crew(threads);
  auto data = std::make_shared<PlanData>();
  data->pattern = plan.data().pattern;
  data->elimination = plan.data().elimination;
  finish(*data, grouping_for(backend), crew);
  data->seconds = plan.data().seconds + watch.seconds();
  return made(std::move(data));
}

}  // namespace sparse

SparsePlan::SparsePlan(const Graph& graph, Backend backend, int threads) {
  try {
    Crew crew(threads);
    *this = sparse::PlanData::make(sparse::pattern_of(graph, crew), sparse::grouping_for(backend),
                                   crew);
  } catch (const std::bad_alloc&) {
    throw Error(ErrorCode::does_not_fit,
                fmt::format("the system refused memory to order {} vertices", graph.vertices()));
  }
}

Index SparsePlan::vertices() const { return data_ ? data_->tree.vertices() : 0; }

const SparsePlan::Facts& SparsePlan::facts() const {
  static const SparsePlan::Facts nothing;
  return data_ ? data_->facts : nothing;
}

bool SparsePlan::fits(const Graph& graph, int threads) const {
  return data_ && data_->pattern == sparse::pattern_of(graph, threads);
}

std::string SparsePlan::to_string() const {
  const SparsePlan::Facts& f = facts();
  const double n = static_cast<double>(vertices());
  return fmt::format(
      "order      {} links, {} with fill; {} supernode{} in {} level{}, the largest front has {}\n"
      "sparse     {:.3g} tasks to eliminate, {:.3g} per row ({:.1f} per distance; dense: {:.3g})\n",
      f.links, f.fill, f.supernodes, f.supernodes == 1 ? "" : "s", f.levels,
      f.levels == 1 ? "" : "s", f.largest_front, f.front_tasks, f.sweep_tasks, f.average_boundary,
      n);
}

}  // namespace warpath
