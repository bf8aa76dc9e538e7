// What elimination leaves: for every node the best paths inside of its subtree.
#pragma once

#include <memory>
#include <vector>

#include "sparse/tree.hpp"
#include "warpath/matrix.hpp"

namespace warpath::sparse {

// All paths that count here stay inside the subtree of the node, but for their ends.
template <class T>
class Factor {
 public:
  Factor() = default;
  Factor(const Tree& tree, bool symmetric) : symmetric_(symmetric) {
    links_.reserve(tree.nodes.size() + 1);
    owns_.reserve(tree.nodes.size() + 1);
    Index links = 0;
    Index owns = 0;
    for (const Node& node : tree.nodes) {
      links_.push_back(links);
      owns_.push_back(owns);
      links += Index{node.width} * node.boundary;
      owns += Index{node.width} * node.width;
    }
    links_.push_back(links);
    owns_.push_back(owns);
    up_ = take(links);
    if (!symmetric) down_ = take(links);
    own_ = take(owns);
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
  T* up(Vertex j) const { return cells(up_) + links_[at(j)]; }
  // and here of those from the boundary to own vertex i.
  T* down(Vertex j) const { return symmetric_ ? up(j) : cells(down_) + links_[at(j)]; }
  // width x width, from row to column.
  T* own(Vertex j) const { return cells(own_) + owns_[at(j)]; }

  // All of them, one after the other, and where those of a node begin.
  const T* ups() const { return cells(up_); }
  const T* downs() const { return symmetric_ ? ups() : cells(down_); }
  const T* owns() const { return cells(own_); }
  Index link_begin(Vertex j) const { return links_[at(j)]; }
  Index own_begin(Vertex j) const { return owns_[at(j)]; }

 private:
  using Cells = std::unique_ptr<void, detail::FreeCells>;
  static Cells take(Index count) { return detail::allocate_cells(at(count) * sizeof(T)); }
  static T* cells(const Cells& cells) { return static_cast<T*>(cells.get()); }

  bool symmetric_ = false;
  std::vector<Index> links_;
  std::vector<Index> owns_;
  Cells up_;
  Cells down_;
  Cells own_;
};

}  // namespace warpath::sparse
