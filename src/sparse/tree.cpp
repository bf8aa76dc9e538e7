#include "sparse/tree.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace warpath::sparse {
namespace {

// A node in the making, known by the last of its vertices in order of elimination.
struct Group {
  Vertex top = 0;
  Vertex width = 0;
  Vertex parent = -1;  // a group; -1 for roots
  bool merged = false;
  // Its children, a list of groups, each of which names the next; -1 at the end.
  Vertex first_child = -1;
  Vertex last_child = -1;
  Vertex next = -1;
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
    std::size_t count = 0;
    for (Vertex v = 0; v < n_; ++v) count += joins_parent(v) ? 0 : 1;
    groups.reserve(count);
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
      const auto child = static_cast<Vertex>(g);
      append(groups[at(groups[g].parent)], child, child);
    }
  }

  // More children for a group, from the first to the last of a list.
  void append(Group& group, Vertex first, Vertex last) {
    if (first < 0) return;
    (group.last_child < 0 ? group.first_child : groups[at(group.last_child)].next) = first;
    group.last_child = last;
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
      Vertex before = -1;  // the last child that stays one
      for (Vertex c = up.first_child; c >= 0; c = groups[at(c)].next) {
        Group& down = groups[at(c)];
        if (!belong_together(down, up)) {
          before = c;
          continue;
        }
        up.width += down.width;
        down.merged = true;
        down.parent = static_cast<Vertex>(g);
        append(up, down.first_child, down.last_child);
        (before < 0 ? up.first_child : groups[at(before)].next) = down.next;
        if (up.last_child == c) up.last_child = before;
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
void find_boundary(const Pattern& pattern, Tree& tree, const Node& node,
                   std::vector<Vertex>& seen) {
  if (node.boundary == 0) return;
  seen.clear();
  const auto see = [&](Vertex x) {
    if (x < node.first) seen.push_back(x);
  };
  for (Vertex x = node.first; x < node.first + node.width; ++x) {
    for (const Vertex u : pattern.of(tree.vertex[at(x)])) see(tree.place[at(u)]);
  }
  tree.each_child(node, [&](Vertex child) {
    for (const Vertex x : tree.boundary(tree.nodes[at(child)])) see(x);
  });
  std::sort(seen.begin(), seen.end());
  std::unique_copy(seen.begin(), seen.end(), tree.boundaries.begin() + node.first_boundary);
}

// Children before parents: nodes of the same height at a time.
void find_boundaries(const Pattern& pattern, Tree& tree, Crew& crew) {
  Vertex heights = 0;
  for (const Node& node : tree.nodes) heights = std::max(heights, node.height + 1);
  const ByVertex<Vertex> by_height(heights, [&](const auto& visit) {
    for (std::size_t j = 0; j < tree.nodes.size(); ++j) {
      visit(tree.nodes[j].height, static_cast<Vertex>(j));
    }
  });
  constexpr Index kTogether = 16;
  for (Vertex height = 0; height < heights; ++height) {
    const auto nodes = by_height.of(height);
    crew.run((std::ssize(nodes) + kTogether - 1) / kTogether, [&](Index piece) {
      std::vector<Vertex> seen;
      const Index end = std::min<Index>(std::ssize(nodes), (piece + 1) * kTogether);
      for (Index i = piece * kTogether; i < end; ++i) {
        find_boundary(pattern, tree, tree.nodes[at(nodes[at(i)])], seen);
      }
    });
  }
}

// Vertices that boundaries name first, in every node, otherwise in the order that they have. Boundaries stay sorted.
void name_first(Tree& tree, Crew& crew) {
  std::vector<std::uint8_t> named(at(tree.vertices()));
  for (const Vertex b : tree.boundaries) named[at(b)] = 1;
  std::vector<Vertex> now(at(tree.vertices()));  // where each place has gone
  std::vector<Vertex> vertex(at(tree.vertices()));
  crew.run_each(std::ssize(tree.nodes), [&](Index j) {
    Node& node = tree.nodes[at(j)];
    const Vertex end = node.first + node.width;
    for (Vertex x = node.first; x < end; ++x) node.named += named[at(x)];
    Vertex next[] = {node.first + node.named, node.first};  // of the others, and of those
    for (Vertex x = node.first; x < end; ++x) {
      const Vertex v = tree.vertex[at(x)];
      now[at(x)] = tree.place[at(v)] = next[named[at(x)]]++;
      vertex[at(now[at(x)])] = v;
    }
  });
  tree.vertex = std::move(vertex);
  for (Vertex& b : tree.boundaries) b = now[at(b)];
}

}  // namespace

Tree group(const Pattern& pattern, const Elimination& elimination, const Grouping& grouping,
           Crew& crew) {
  const Vertex n = pattern.vertices();
  const Grouper grouper(elimination, grouping);
  Tree tree;
  // Groups stand in postorder; preorder is that backwards.
  std::vector<Vertex> number(grouper.groups.size(), -1);
  tree.nodes.reserve(at(std::ranges::count(grouper.groups, false, &Group::merged)));
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

  // Vertices near the root of the elimination tree first.
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

  find_boundaries(pattern, tree, crew);
  name_first(tree, crew);
  return tree;
}

}  // namespace warpath::sparse
