// Looks for a negative cycle along the arcs of the input, or finds the distances from one vertex.
//
// Bellman, Ford and Moore's search with a queue, from all vertices at once, and Tarjan's subtree
// disassembly: where a vertex gets nearer, all that the tree has below it is out of date and leaves
// the tree. If the vertex that it gets nearer by is among these, the tree was about to close a
// cycle, and that is the one. O(vertices x arcs) at worst; mostly a few looks at every arc.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "numerics/potentials.hpp"
#include "routes/cycle_tolerance.hpp"
#include "warpath/error.hpp"

namespace warpath::routes {

template <class Arcs>
class CycleSearch {
 public:
  using T = typename Arcs::Weight;
  using Value = Potential<T>;

  // What counts as negative is for the options to say, and whether to go on: Error cancelled. Arcs and
  // options must outlive this.
  CycleSearch(const Arcs& arcs, const Options& options);

  // A cycle through some of `vertices` whose exact sum counts as negative, its smallest vertex
  // first; without vertices when none is found. Arcs lead from part to part where `part` differs,
  // and are left out; an empty one: there is one part.
  //
  // Integers: exact. Floats: an improvement counts above a margin, which is so small at first that
  // no cycle that counts can hide below it. Each cycle that is met and does not count raises the
  // margin, by so much as it takes not to meet it again. Whatever the margin becomes, a cycle whose arcs
  // are below -t on average is found, t being what one cycle may be below 0: certificates ask for it.
  Cycle find(std::span<const Vertex> vertices, std::span<const Vertex> part = {});

  Cycle find();  // through any

  // The same; and where none is found, `heights` are potentials: h[u] + w >= h[v] for every arc but
  // for what was taken for rounding. `anything_goes`: no cycle counts.
  Cycle find_potentials(std::vector<Value>& heights, bool anything_goes = false);

  // Distances from one vertex, as far as arcs lead from it, else kFar; or a cycle within its reach
  // that counts as negative. Floats: exact but for rounding, unless a cycle had to be taken for 0.
  Cycle find_from(Vertex source, std::vector<Value>& distances);

  static constexpr Value kFar = std::is_integral_v<T> ? std::numeric_limits<Value>::max() / 2
                                                      : std::numeric_limits<Value>::infinity();

 private:
  static constexpr Vertex kOut = -1;  // not in the tree

  Cycle search(std::span<const Vertex> vertices, std::span<const Vertex> starts,
               std::span<const Vertex> part, Value margin);
  Cycle worst_loop(std::span<const Vertex> vertices) const;
  void plant(std::span<const Vertex> vertices, std::span<const Vertex> starts);
  bool meets_cycle(std::span<const Vertex> part, Value margin, Value raise = 0);
  bool cut(Vertex v, Vertex u);
  void graft(Vertex v, Vertex u);
  bool comes_back(Vertex u, Vertex v, T weight) const;
  T best_arc(Vertex u, Vertex v) const;
  Cycle from_parents() const;
  bool counts(const Cycle& cycle) const;

  const Arcs& arcs_;
  const Sizes sizes_;
  CycleTolerance tolerance_;
  ProgressMeter meter_;
  Vertex root_;  // above those that the search starts from, at 0 from each

  // The tree as a ring in preorder.
  std::vector<Value> distance_;
  std::vector<Vertex> parent_, before_, after_, children_;
  std::vector<Vertex> queue_;  // a ring: each vertex waits once at most
  std::size_t queued_ = 0;     // so many wait at the beginning
  std::vector<bool> waiting_;
  bool wants_distances_ = false;
  Vertex from_ = 0, to_ = 0;  // the arc that would have closed the cycle
};

}  // namespace warpath::routes
