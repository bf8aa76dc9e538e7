// The route to one vertex, from a row of distances: the rule of predecessors.hpp, asked only on the
// way back. Predecessors of the whole row are found where that goes round in a circle.
#pragma once

#include <span>
#include <vector>

#include "routes/links.hpp"

namespace warpath::routes {

template <class S>
class Walker {
 public:
  using T = typename S::Weight;

  // Distances from `source` to all vertices. Both must outlive this. Arcs that are worse than the
  // distance between their ends may have been left out of the links.
  Walker(const Links<T>& links, Vertex source, std::span<const T> distances)
      : links_(links), source_(source), distances_(distances) {}

  // The vertices from the source to `to`; none when there is no path. O(links into them), unless
  // predecessors lead round: then once O(links log n). Error internal for a distance without a
  // path.
  std::vector<Index> route(Vertex to);

 private:
  Vertex before(Vertex v) const;
  void find_tree();

  const Links<T>& links_;
  Vertex source_;
  std::span<const T> distances_;
  std::vector<Vertex> tree_;  // predecessors of all; empty: not needed so far
};

}  // namespace warpath::routes
