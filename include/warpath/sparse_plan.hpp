// What the sparse method finds out about a graph before it looks at the weights.
#pragma once

#include <memory>
#include <string>

#include "warpath/graph.hpp"
#include "warpath/types.hpp"

namespace warpath {

namespace sparse {
struct PlanData;
}

// The order in which vertices are eliminated, and all that follows from the arcs alone. Weights do
// not matter: keep a plan, and every further solve with the same arcs starts from it
// (Options::sparse_plan). Cheap to copy; immutable.
class SparsePlan {
 public:
  // In numbers. A task is one min(w_ij, w_ik + w_kj), as everywhere.
  struct Facts {
    Index links = 0;              // pairs of vertices with an arc in either direction
    Index fill = 0;               // pairs that elimination links, those with an arc among them
    Index supernodes = 0;         // groups of vertices that are eliminated together
    Index levels = 0;             // of the tree that they form
    Index largest_front = 0;      // the largest dense block that is closed, in vertices
    double average_boundary = 0;  // tasks per distance: vertices between a group and the rest
    double front_tasks = 0;       // elimination, once
    double sweep_tasks = 0;       // per vertex whose distances are asked for
  };

  SparsePlan() = default;

  // Orders the vertices of the graph (approximate minimum degree) for the backend that will do the
  // work. The same on any number of threads (0: as many as the process may use). Error
  // does_not_fit, unsupported beyond 2^29 links.
  explicit SparsePlan(const Graph& graph, Backend backend = Backend::cpu, int threads = 0);

  explicit operator bool() const { return data_ != nullptr; }
  Index vertices() const;
  const Facts& facts() const;

  // Whether it is one for this graph: the same pairs of vertices have arcs. O(arcs), on so many threads.
  bool fits(const Graph& graph, int threads = 0) const;

  // A few lines for people.
  std::string to_string() const;

  const sparse::PlanData& data() const { return *data_; }

 private:
  friend struct sparse::PlanData;
  std::shared_ptr<const sparse::PlanData> data_;
};

}  // namespace warpath
