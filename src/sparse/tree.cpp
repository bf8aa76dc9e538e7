#include "sparse/tree.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace warpath::sparse {
namespace {

// A node in the making, known by the last of its vertices in order of elimination.
struct Group {
  Vertex top = 0;
  Vertex width = 0;
  Vertex parent = -1;  // a group; -1 for roots
  bool merged = false;
  std::vector<Vertex> children = {};
};

class Grouper {
 public:
  // Owners of the vertices are groups, of which those that were merged are no longer there.
  Grouper(const Elimination& elimination, const Grouping& grouping)
      : tree_(elimination),
        grouping_(grouping),
        n_(static_cast<Vertex>(elimination.order.size())),
        columns_(grouping.columns > 0 ? grouping.columns : static_cast<double>(n_)),
        owner_(at(n_), -1) {
    find_groups();
    merge();
  }

  std::vector<Group> groups;  // by their tops
  Vertex owner(Vertex v) const { return owner_[at(v)]; }

 private:
  Vertex parent(Vertex v) const { return tree_.parent[at(v)]; }
  Index boundary(const Group& group) const { return tree_.count[at(group.top)]; }

  // Whether a vertex is in the group of its parent: in a leaf, which is a largest subtree of at most
  // that many vertices; or above leaves, if its boundary is the parent and the parent's boundary.
  bool joins_parent(Vertex v) const {
    const Vertex up = parent(v);
    if (up == n_) return false;
    if (tree_.size[at(up)] <= grouping_.leaf) return true;
    return up == v + 1 && tree_.size[at(v)] > grouping_.leaf &&
           tree_.count[at(v)] == tree_.count[at(up)] + 1;
  }

  void find_groups() {
    for (Vertex v = 0; v < n_; ++v) {
      if (joins_parent(v)) continue;
      owner_[at(v)] = static_cast<Vertex>(groups.size());
      groups.push_back({.top = v});
    }
    for (Vertex v = n_ - 1; v >= 0; --v) {  // parents first
      if (owner_[at(v)] < 0) owner_[at(v)] = owner_[at(parent(v))];
      ++groups[at(owner_[at(v)])].width;
    }
    for (std::size_t g = 0; g < groups.size(); ++g) {
      if (parent(groups[g].top) == n_) continue;
      groups[g].parent = owner_[at(parent(groups[g].top))];
      groups[at(groups[g].parent)].children.push_back(static_cast<Vertex>(g));
    }
  }

  double cost(double width, double boundary) const {
    const double multiple = grouping_.row_multiple;
    const double rows = std::ceil(width / multiple) * multiple + grouping_.rows_on_top;
    const double front = width * (width + boundary) * (width + boundary);
    return columns_ * rows * boundary +
           (boundary == 0 ? grouping_.root_cost : grouping_.front_cost) * front;
  }

  // Whether the two are cheaper together. The way from the vertices below `up`, but not below `down`, to the root
  // becomes longer, and distances along that way are worked out for each of them.
  bool belong_together(const Group& down, const Group& up) const {
    constexpr double kUsualBoundary = 24;
    const double w_down = down.width;
    const double w_up = up.width;
    if (w_down + w_up > grouping_.widest) return false;
    const auto s_down = static_cast<double>(boundary(down));
    const auto s_up = static_cast<double>(boundary(up));
    const double beside = tree_.size[at(up.top)] - w_up - tree_.size[at(down.top)];
    return cost(w_down + w_up, s_up) + w_down * beside * kUsualBoundary <
           cost(w_down, s_down) + cost(w_up, s_up);
  }

  void merge() {
    for (std::size_t g = 0; g < groups.size(); ++g) {
      Group& up = groups[g];
      std::vector<Vertex> candidates = std::move(up.children);
      up.children.clear();
      for (std::size_t c = 0; c < candidates.size(); ++c) {
        Group& down = groups[at(candidates[c])];
        if (!belong_together(down, up)) {
          up.children.push_back(candidates[c]);
          continue;
        }
        up.width += down.width;
        down.merged = true;
        down.parent = static_cast<Vertex>(g);
        candidates.insert(candidates.end(), down.children.begin(), down.children.end());
        down.children = {};
      }
    }
    // Parents may have been merged into groups behind them: from the last group on, the parent of a
    // merged parent is one that is still there.
    for (std::size_t g = groups.size(); g-- > 0;) {
      Vertex& parent = groups[g].parent;
      if (parent >= 0 && groups[at(parent)].merged) parent = groups[at(parent)].parent;
    }
    for (Vertex& owner : owner_) {
      if (groups[at(owner)].merged) owner = groups[at(owner)].parent;
    }
  }

  const Elimination& tree_;
  const Grouping& grouping_;
  const Vertex n_;
  const double columns_;
  std::vector<Vertex> owner_;
};

// A boundary: what the node's own vertices and its children are linked with outside of the subtree.
void find_boundaries(const Pattern& pattern, Tree& tree) {
  std::vector<Vertex> seen(at(tree.vertices()), -1);
  for (auto j = static_cast<Vertex>(tree.nodes.size()) - 1; j >= 0; --j) {
    const Node& node = tree.nodes[at(j)];
    Vertex* const begin = tree.boundaries.data() + node.first_boundary;
    Vertex* end = begin;
    const auto see = [&](Vertex x) {
      if (x < node.first && std::exchange(seen[at(x)], j) != j) *end++ = x;
    };
    for (Vertex x = node.first; x < node.first + node.width; ++x) {
      for (const Vertex u : pattern.of(tree.vertex[at(x)])) see(tree.place[at(u)]);
    }
    tree.each_child(node, [&](Vertex child) {
      for (const Vertex x : tree.boundary(tree.nodes[at(child)])) see(x);
    });
    std::sort(begin, end);
  }
}

}  // namespace

Tree group(const Pattern& pattern, const Elimination& elimination, const Grouping& grouping) {
  const Vertex n = pattern.vertices();
  const Grouper grouper(elimination, grouping);
  Tree tree;
  // Groups stand in postorder; preorder is that backwards.
  std::vector<Vertex> number(grouper.groups.size(), -1);
  Vertex first = 0;
  Index first_boundary = 0;
  for (std::size_t g = grouper.groups.size(); g-- > 0;) {
    const Group& group = grouper.groups[g];
    if (group.merged) continue;
    number[g] = static_cast<Vertex>(tree.nodes.size());
    Node node{.first = first,
              .width = group.width,
              .end = first += group.width,
              .boundary = static_cast<Vertex>(elimination.count[at(group.top)]),
              .first_boundary = first_boundary};
    first_boundary += node.boundary;
    if (group.parent >= 0) {
      node.parent = number[at(group.parent)];
      const Node& parent = tree.nodes[at(node.parent)];
      node.level = parent.level + 1;
      node.above = parent.above + parent.width;
    }
    tree.nodes.push_back(node);
  }
  tree.boundaries.resize(at(first_boundary));
  for (std::size_t j = tree.nodes.size(); j-- > 0;) {
    const Node& node = tree.nodes[j];
    if (node.parent < 0) continue;
    Node& parent = tree.nodes[at(node.parent)];
    parent.end = std::max(parent.end, node.end);
    parent.height = std::max(parent.height, static_cast<Vertex>(node.height + 1));
  }

  // Vertices near the root of the elimination tree first, inside nodes, too.
  tree.vertex.resize(at(n));
  tree.place.resize(at(n));
  tree.owner.resize(at(n));
  std::vector<Vertex> next(tree.nodes.size());
  for (std::size_t j = 0; j < next.size(); ++j) next[j] = tree.nodes[j].first;
  for (Vertex k = n - 1; k >= 0; --k) {
    const Vertex j = number[at(grouper.owner(k))];
    const Vertex x = next[at(j)]++;
    tree.vertex[at(x)] = elimination.order[at(k)];
    tree.place[at(elimination.order[at(k)])] = x;
    tree.owner[at(x)] = j;
  }

  find_boundaries(pattern, tree);
  return tree;
}

}  // namespace warpath::sparse
