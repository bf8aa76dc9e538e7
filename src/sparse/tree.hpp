// Supernodes: vertices that are eliminated together, in the tree that says what has to be done before what.
//
// A node J owns `width` vertices. Its *boundary* are the later vertices that its subtree is linked with: every path out of
// the subtree crosses it. Both are dense blocks of a front, which is what the two verbs work on.
#pragma once

#include <span>
#include <vector>

#include "sparse/elimination.hpp"
#include "sparse/pattern.hpp"

namespace warpath::sparse {

// Nodes are counted in preorder, and vertices node by node: parents before children, subtrees without gaps. So the
// vertices below a node are a range, and boundaries, sorted, name the vertices near the root first.
struct Node {
  Vertex first = 0;     // of its own vertices
  Vertex width = 0;     // how many they are
  Vertex named = 0;     // so many of them, the first, are in boundaries of other nodes
  Vertex end = 0;       // of the vertices of its subtree, which begin with its own
  Vertex parent = -1;   // a node; -1 for roots
  Vertex level = 0;     // its distance from the root
  Vertex height = 0;    // levels below it
  Vertex above = 0;     // vertices of all nodes on the way to the root, without its own
  Vertex boundary = 0;  // how many
  Index first_boundary = 0;

  // Vertices of its front: its own, then its boundary. Closing the paths through its own takes so many tasks.
  Index front() const { return Index{width} + boundary; }
  double front_tasks() const {
    return static_cast<double>(front()) * static_cast<double>(front()) * width;
  }

  // Vertices on the way from one of its own to the root: those above, then its own.
  Index trunk() const { return Index{above} + width; }
};

struct Tree {
  std::vector<Node> nodes;
  std::vector<Vertex> boundaries;  // of all nodes, one after the other
  std::vector<Vertex> vertex;      // which vertex of the graph
  std::vector<Vertex> place;       // the inverse
  std::vector<Vertex> owner;       // the node of each vertex, counted in preorder

  Vertex vertices() const { return static_cast<Vertex>(vertex.size()); }
  const Node& node_of(Vertex x) const { return nodes[at(owner[at(x)])]; }
  std::span<const Vertex> boundary(const Node& node) const {
    return {boundaries.data() + node.first_boundary, at(node.boundary)};
  }

  // Calls visit(node) for the children of a node, in order: each subtree begins where the last ended.
  template <class Visit>
  void each_child(const Node& node, const Visit& visit) const {
    for (Vertex x = node.first + node.width; x < node.end;) {
      const Vertex child = owner[at(x)];
      x = nodes[at(child)].end;
      visit(child);
    }
  }
};

// How vertices are put together. What is weighed: the sweep, width x boundary for every column of the matrix, in which a
// node costs some rows on top; and the front, whose work is done once.
struct Grouping {
  Vertex leaf = 64;         // subtrees up to this size become one node
  double columns = 0;       // that will be swept; 0: as many as there are vertices
  double front_cost = 1;    // of a task in a front, in tasks of the sweep,
  double root_cost = 1;     // and in a front without a boundary, which is a dense problem
  double rows_on_top = 4;   // what fetching a row of the boundary costs
  Vertex row_multiple = 8;  // rows are computed so many at a time
  Vertex widest = 1 << 30;  // no node becomes larger by merging
};

// The same for any number of threads.
Tree group(const Pattern& pattern, const Elimination& elimination, const Grouping& grouping,
           Crew& crew);

}  // namespace warpath::sparse
