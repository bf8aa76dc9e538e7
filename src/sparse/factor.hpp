// What elimination leaves: for every node the best paths inside of its subtree.
#pragma once

#include <memory>
#include <vector>

#include "sparse/tree.hpp"
#include "warpath/matrix.hpp"

namespace warpath::sparse {

// Where the ways of each node begin, in cells; and, behind the last node, how many there are.
struct FactorLayout {
  FactorLayout() = default;
  explicit FactorLayout(const Tree& tree) : links{0}, owns{0} {
    links.reserve(tree.nodes.size() + 1);
    owns.reserve(tree.nodes.size() + 1);
    for (const Node& node : tree.nodes) {
      links.push_back(links.back() + Index{node.width} * node.boundary);
      owns.push_back(owns.back() + Index{node.width} * node.width);
    }
  }

  std::vector<Index> links;  // between a node and its boundary, either way
  std::vector<Index> owns;   // inside of it
};

// All paths that count here stay inside the subtree of the node, but for their ends.
template <class T>
class Factor {
 public:
  Factor() = default;
  Factor(const Tree& tree, bool symmetric) : symmetric_(symmetric), layout_(tree) {
    up_ = take(layout_.links.back());
    if (!symmetric) down_ = take(layout_.links.back());
    own_ = take(layout_.owns.back());
  }

  static std::size_t bytes(const Tree& tree, bool symmetric) {
    std::size_t cells = 0;
    for (const Node& node : tree.nodes) {
      cells += at(node.width) * (at(node.boundary) * (symmetric ? 1 : 2) + at(node.width));
    }
    return cells * sizeof(T);
  }

  bool symmetric() const { return symmetric_; }

  // width x boundary: row i holds the weights of the best paths from own vertex i to the boundary,
  T* up(Vertex j) const { return cells(up_) + layout_.links[at(j)]; }
  // and here of those from the boundary to own vertex i.
  T* down(Vertex j) const { return symmetric_ ? up(j) : cells(down_) + layout_.links[at(j)]; }
  // width x width, from row to column.
  T* own(Vertex j) const { return cells(own_) + layout_.owns[at(j)]; }

  // All of them, one after the other.
  const T* ups() const { return cells(up_); }
  const T* downs() const { return symmetric_ ? ups() : cells(down_); }
  const T* owns() const { return cells(own_); }

 private:
  using Cells = std::unique_ptr<void, detail::FreeCells>;
  static Cells take(Index count) { return detail::allocate_cells(at(count) * sizeof(T)); }
  static T* cells(const Cells& cells) { return static_cast<T*>(cells.get()); }

  bool symmetric_ = false;
  FactorLayout layout_;
  Cells up_;
  Cells down_;
  Cells own_;
};

}  // namespace warpath::sparse
