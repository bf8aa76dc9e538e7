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
  Grouper(const Elimination& elimination, const Grouping& grouping)
      : tree_(elimination),
        grouping_(grouping),
        n_(static_cast<Vertex>(elimination.order.size())),
        columns_(grouping.columns > 0 ? grouping.columns : static_cast<double>(n_)),
        owner_(at(n_), -1) {}

  // Owners of the vertices: groups, of which those that were merged are no longer there.
  void run() {
    cut_leaves();
    chain();
    link();
    merge();
  }

  std::vector<Group> groups;
  Vertex owner(Vertex v) const { return owner_[at(v)]; }

 private:
  Vertex parent(Vertex v) const { return tree_.parent[at(v)]; }
  Index boundary(const Group& group) const { return tree_.count[at(group.top)]; }

  // The largest subtrees that are not larger than a leaf.
  void cut_leaves() {
    for (Vertex v = 0; v < n_; ++v) {
      if (tree_.size[at(v)] > grouping_.leaf) continue;
      if (parent(v) < n_ && tree_.size[at(parent(v))] <= grouping_.leaf) continue;
      const auto group = static_cast<Vertex>(groups.size());
      groups.push_back({v, tree_.size[at(v)]});
      std::fill_n(owner_.begin() + (v - tree_.size[at(v)] + 1), tree_.size[at(v)], group);
    }
  }

  // Above them: a vertex joins the one before it if that has the same boundary, and it beside.
  void chain() {
    for (Vertex v = 0; v < n_; ++v) {
      if (owner_[at(v)] >= 0) continue;
      const bool joins = v > 0 && parent(v - 1) == v && tree_.size[at(v - 1)] > grouping_.leaf &&
                         tree_.count[at(v - 1)] == tree_.count[at(v)] + 1;
      if (joins) {
        owner_[at(v)] = owner_[at(v - 1)];
        Group& group = groups[at(owner_[at(v)])];
        group.top = v;
        ++group.width;
      } else {
        owner_[at(v)] = static_cast<Vertex>(groups.size());
        groups.push_back({v, 1});
      }
    }
  }

  void link() {
    std::sort(groups.begin(), groups.end(),
              [](const Group& a, const Group& b) { return a.top < b.top; });
    std::vector<Vertex> of_top(at(n_), -1);
    for (std::size_t g = 0; g < groups.size(); ++g)
      of_top[at(groups[g].top)] = static_cast<Vertex>(g);
    // From the top of each group downwards: its vertices lead to it by their parents.
    for (Vertex v = n_ - 1; v >= 0; --v) {
      owner_[at(v)] = of_top[at(v)] >= 0 ? of_top[at(v)] : owner_[at(parent(v))];
    }
    for (std::size_t g = 0; g < groups.size(); ++g) {
      Group& group = groups[g];
      if (parent(group.top) == n_) continue;
      group.parent = owner_[at(parent(group.top))];
      groups[at(group.parent)].children.push_back(static_cast<Vertex>(g));
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
    // Who was merged points to whom it was merged into, which may have been merged, too. That stands behind.
    for (std::size_t g = groups.size(); g-- > 0;) {
      Group& group = groups[g];
      if (group.parent >= 0 && groups[at(group.parent)].merged)
        group.parent = groups[at(group.parent)].parent;
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
  const auto count = static_cast<Vertex>(tree.nodes.size());
  std::vector<Vertex> child(at(count), -1);
  std::vector<Vertex> sibling(at(count), -1);
  std::vector<Vertex> seen(at(tree.vertices()), -1);
  for (Vertex j = count - 1; j >= 0; --j) {
    const Node& node = tree.nodes[at(j)];
    Vertex* const begin = tree.boundaries.data() + node.first_boundary;
    Vertex* end = begin;
    const auto see = [&](Vertex x) {
      if (x >= node.first || seen[at(x)] == j) return;
      seen[at(x)] = j;
      *end++ = x;
    };
    for (Vertex x = node.first; x < node.first + node.width; ++x) {
      for (const Vertex u : pattern.of(tree.vertex[at(x)])) see(tree.place[at(u)]);
    }
    for (Vertex c = child[at(j)]; c >= 0; c = sibling[at(c)]) {
      for (const Vertex x : tree.boundary(tree.nodes[at(c)])) see(x);
    }
    std::sort(begin, end);
    if (node.parent >= 0) sibling[at(j)] = std::exchange(child[at(node.parent)], j);
  }
}

}  // namespace

Tree group(const Pattern& pattern, const Elimination& elimination, const Grouping& grouping) {
  const Vertex n = pattern.vertices();
  Grouper grouper(elimination, grouping);
  grouper.run();

  Tree tree;
  // Groups stand in postorder; preorder is that backwards.
  std::vector<Vertex> number(grouper.groups.size(), -1);
  for (std::size_t g = grouper.groups.size(); g-- > 0;) {
    const Group& group = grouper.groups[g];
    if (group.merged) continue;
    number[g] = static_cast<Vertex>(tree.nodes.size());
    Node node;
    node.width = group.width;
    node.boundary = static_cast<Vertex>(elimination.count[at(group.top)]);
    if (group.parent >= 0) {
      node.parent = number[at(group.parent)];
      const Node& parent = tree.nodes[at(node.parent)];
      node.level = parent.level + 1;
      node.above = parent.above + parent.width;
    }
    tree.nodes.push_back(node);
  }
  Vertex first = 0;
  Index first_boundary = 0;
  for (Node& node : tree.nodes) {
    node.first = first;
    node.first_boundary = first_boundary;
    first += node.width;
    node.end = first;
    first_boundary += node.boundary;
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
