// What a solve takes beside its matrix and its kernel's workspace: whatever walks along arcs. Bounds, or
// for an order what was measured; never far too much.
#pragma once

#include <algorithm>
#include <cstddef>

#include "base/by_vertex.hpp"
#include "routes/clear_cycles.hpp"
#include "routes/lanes.hpp"
#include "solve/request.hpp"
#include "sparse/plan.hpp"

namespace warpath {

class ArcBytes {
 public:
  explicit ArcBytes(const Request& request)
      : n_(at(request.vertices())),
        stored_(request.graph != nullptr ? at(request.graph->arcs()) : 0),
        arcs_(stored_ * (request.options.undirected ? 2 : 1)),
        links_(stored_ *
               (request.graph != nullptr && request.graph->direction() == Direction::undirected
                    ? 1
                    : 2)),
        weight_(at(size_of(request.weight()))),
        threads_(at(threads_of(request.options))) {}

  // The arcs as kernels read them; and beside these, while they are made (sparse::arcs_of).
  std::size_t arcs() const { return 8 * n_ + arcs_ * (4 + weight_); }
  std::size_t making_arcs() const { return arcs() + 16 * n_ + arcs_ * link(); }

  // To find an order; and of that what stays.
  std::size_t ordering() const { return 128 * n_ + 32 * links_ + (std::size_t{1} << 14); }
  std::size_t order(const SparsePlan& plan) const {
    const sparse::PlanData& data = plan.data();
    return 36 * n_ + 4 * data.pattern.neighbours.size() + 4 * data.tree.boundaries.size() +
           sizeof(sparse::Node) * data.tree.nodes.size();
  }

  // Searches: target beside weight, and what a thread keeps.
  std::size_t searching() const {
    return 12 * n_ + arcs_ * link() + threads_ * n_ * (weight_ + 32);
  }

  // Links into and out of every vertex (routes::Links) and the pieces that they are made of; panels of
  // rows, and a tree.
  std::size_t links() const { return links(arcs_); }
  std::size_t links(std::size_t count) const { return 35 * n_ + count * (weight_ > 4 ? 64 : 40); }
  std::size_t finding_routes() const {
    const std::size_t wide = std::max<std::size_t>(weight_, 4);
    return threads_ * (n_ * (routes::kLanes * wide + 32) + 4096);
  }

  // To look for negative cycles (routes::CycleSearch), along arcs of their own, and for potentials.
  std::size_t cycle_search() const { return n_ * 136 + arcs_ * link(); }
  // And then at those near 0 (routes::has_clear_cycles), listed and by vertex.
  std::size_t near_cycles() const {
    const auto near = std::min(arcs_, at(routes::most_near_arcs(static_cast<Index>(n_))));
    return n_ * 72 + arcs_ * link() + near * (weight_ > 4 ? 32 : 20);
  }
  // Pairs that can use one (routes::UnboundedPairs), beside that.
  std::size_t marking() const { return n_ * 48 + arcs_ * 4; }
  // Another graph of the same size.
  std::size_t graph() const { return 8 * n_ + stored_ * (4 + weight_); }

 private:
  std::size_t link() const { return weight_ > 4 ? 16 : 8; }

  std::size_t n_;
  std::size_t stored_;  // arcs of the graph; 0 for a matrix
  std::size_t arcs_;    // as they are travelled
  std::size_t links_;   // both ways, at most
  std::size_t weight_;
  std::size_t threads_;
};

}  // namespace warpath
