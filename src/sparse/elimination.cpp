#include "sparse/elimination.hpp"

#include <algorithm>
#include <utility>

namespace warpath::sparse {
namespace {

std::vector<Vertex> inverse(const std::vector<Vertex>& order) {
  std::vector<Vertex> place(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) place[at(order[k])] = static_cast<Vertex>(k);
  return place;
}

// Liu's algorithm: link the vertices one by one; shortcuts towards the roots keep the walks short.
std::vector<Vertex> tree_of(const Pattern& pattern, const std::vector<Vertex>& order,
                            const std::vector<Vertex>& place) {
  const Vertex n = pattern.vertices();
  std::vector<Vertex> parent(at(n), n);
  std::vector<Vertex> shortcut(at(n), n);
  for (Vertex k = 0; k < n; ++k) {
    for (const Vertex u : pattern.of(order[at(k)])) {
      for (Vertex i = place[at(u)]; i < k;) {
        const Vertex next = std::exchange(shortcut[at(i)], k);
        if (next == n) parent[at(i)] = k;
        i = next;
      }
    }
  }
  return parent;
}

// The sizes of the structures (Gilbert, Ng and Peyton 1994). Row i of the fill is the part of the tree between the earlier
// neighbours of i and i itself: a subtree, whose leaves are found in postorder. A vertex counts the leaves at or below it,
// less what was counted twice where two ways to such leaves meet.
std::vector<Index> count(const Pattern& pattern, const Elimination& tree) {
  const Vertex n = pattern.vertices();
  std::vector<Index> counts(at(n));
  std::vector<Vertex> last_neighbour(at(n), -1);  // of the later vertex: the one seen last
  std::vector<Vertex> last_leaf(at(n), -1);
  std::vector<Vertex> up(at(n));  // shortcuts towards the roots, among vertices that are done
  for (Vertex v = 0; v < n; ++v) up[at(v)] = v;
  const auto top = [&](Vertex v) {
    while (up[at(v)] != v) v = up[at(v)] = up[at(up[at(v)])];
    return v;
  };
  for (Vertex j = 0; j < n; ++j) {
    const Vertex parent = tree.parent[at(j)];
    if (tree.size[at(j)] == 1) ++counts[at(j)];
    if (parent < n) --counts[at(parent)];
    for (const Vertex u : pattern.of(tree.order[at(j)])) {
      const Vertex i = tree.place[at(u)];
      if (i < j) continue;
      // Is j a leaf of i's subtree: is no earlier neighbour of i below it?
      if (last_neighbour[at(i)] < j - tree.size[at(j)] + 1) {
        ++counts[at(j)];
        const Vertex leaf = std::exchange(last_leaf[at(i)], j);
        if (leaf >= 0) --counts[at(top(leaf))];
      }
      last_neighbour[at(i)] = j;
    }
    if (parent < n) up[at(j)] = parent;
  }
  for (Vertex j = 0; j < n; ++j) {
    if (tree.parent[at(j)] < n) counts[at(tree.parent[at(j)])] += counts[at(j)];
    --counts[at(j)];  // the vertex itself
  }
  return counts;
}

}  // namespace

Elimination eliminate(const Pattern& pattern, const std::vector<Vertex>& order) {
  const Vertex n = pattern.vertices();
  const std::vector<Vertex> parent = tree_of(pattern, order, inverse(order));
  std::vector<Vertex> size(at(n) + 1, 1);  // of subtrees; the roots are children of n
  for (Vertex v = 0; v < n; ++v) size[at(parent[at(v)])] += size[at(v)];

  Elimination result;
  result.order.resize(at(n));
  result.parent.resize(at(n));
  result.size.resize(at(n));
  // In postorder the subtree of a vertex ends with it, and the last child's stands in front of it.
  std::vector<Vertex> rank(at(n) + 1, n);
  std::vector<Vertex> next(at(n) + 1, n);  // where the subtree of the next child ends
  for (Vertex v = n - 1; v >= 0; --v) {
    const Vertex p = parent[at(v)];
    const Vertex k = next[at(p)] - 1;
    next[at(p)] -= size[at(v)];
    rank[at(v)] = next[at(v)] = k;
    result.order[at(k)] = order[at(v)];
    result.parent[at(k)] = rank[at(p)];
    result.size[at(k)] = size[at(v)];
  }
  result.place = inverse(result.order);
  result.count = count(pattern, result);
  return result;
}

}  // namespace warpath::sparse
