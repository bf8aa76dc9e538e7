// What elimination in a given order does to a graph, without doing it.
//
// Eliminating a vertex links all its later neighbours with each other: paths through it are kept.
// The *structure* of a vertex is what it is linked with when its turn comes, arcs and such fill
// together. Its parent in the elimination tree is the first vertex of its structure. See Liu, "The
// role of elimination trees in sparse factorization".
#pragma once

#include <vector>

#include "sparse/pattern.hpp"
#include "sparse/reduced.hpp"

namespace warpath::sparse {

// Vertices are counted in order of elimination here, which is made a postorder of the tree: the
// descendants of a vertex stand directly in front of it.
struct Elimination {
  std::vector<Vertex> order;   // which vertex of the graph
  std::vector<Vertex> parent;  // in the tree; n for roots
  std::vector<Vertex> size;    // of the subtree
  std::vector<Vertex> count;   // vertices in the structure
  friend bool operator==(const Elimination&, const Elimination&) = default;
};

// Time nearly linear in the pattern, whatever the fill. No recursion.
Elimination eliminate(const Pattern& pattern, const std::vector<Vertex>& order, Crew& crew);

// Of all vertices: those that are gone already, whose structures are known, then the core.
Elimination eliminate(const Reduced& reduced, const Elimination& core, Crew& crew);

// In an order that is found: always a vertex that is linked with few at that time. The same for any
// number of threads. Error unsupported beyond 2^29 links; std::bad_alloc.
Elimination eliminate(const Pattern& pattern, Crew& crew);

}  // namespace warpath::sparse
