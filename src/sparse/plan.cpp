#include "sparse/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <utility>

#include "base/stopwatch.hpp"
#include "sparse/order.hpp"
#include "warpath/error.hpp"

namespace warpath {
namespace sparse {
namespace {

SparsePlan::Facts counted(const Pattern& pattern, const Elimination& elimination,
                          const Tree& tree) {
  SparsePlan::Facts facts;
  facts.links = static_cast<Index>(pattern.neighbours.size()) / 2;
  for (const Index count : elimination.count) facts.fill += count;
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

}  // namespace

SparsePlan PlanData::make(Pattern pattern, const Grouping& grouping, std::vector<Vertex> order,
                          double spent) {
  const Stopwatch watch;
  auto data = std::make_shared<PlanData>();
  if (order.empty()) order = elimination_order(pattern);
  const Elimination elimination = eliminate(pattern, order);
  data->tree = group(pattern, elimination, grouping);
  data->facts = sparse::counted(pattern, elimination, data->tree);
  data->pattern = std::move(pattern);
  data->order = std::move(order);
  data->seconds = spent + watch.seconds();
  SparsePlan plan;
  plan.data_ = std::move(data);
  return plan;
}

SparsePlan PlanData::grouped_for(const SparsePlan& plan, Backend backend) {
  const PlanData& data = plan.data();
  return make(data.pattern, grouping_for(backend), data.order, data.seconds);
}

}  // namespace sparse

SparsePlan::SparsePlan(const Graph& graph, Backend backend) {
  try {
    *this = sparse::PlanData::make(sparse::pattern_of(graph), sparse::grouping_for(backend));
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

bool SparsePlan::fits(const Graph& graph) const {
  return data_ && data_->pattern == sparse::pattern_of(graph);
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
