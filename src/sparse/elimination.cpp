#include "sparse/elimination.hpp"

#include <algorithm>
#include <utility>

#include "sparse/blocks.hpp"
#include "sparse/order.hpp"

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
std::vector<Vertex> count(const Pattern& pattern, const Elimination& tree) {
  const Vertex n = pattern.vertices();
  const std::vector<Vertex> place = inverse(tree.order);
  std::vector<Vertex> counts(at(n));
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
      const Vertex i = place[at(u)];
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

// Vertices counted anew, so that the subtree of each ends with it; `parent` is made one of these numbers, too. Which is whose
// new number is returned.
std::vector<Vertex> postorder(const std::vector<Vertex>& parent, Elimination& result) {
  const auto n = static_cast<Vertex>(parent.size());
  std::vector<Vertex> size(at(n) + 1, 1);  // of subtrees; the roots are children of n
  for (Vertex v = 0; v < n; ++v) size[at(parent[at(v)])] += size[at(v)];
  result.parent.resize(at(n));
  result.size.resize(at(n));
  std::vector<Vertex> rank(at(n) + 1, n);
  std::vector<Vertex> next(at(n) + 1, n);  // where the subtree of the next child ends
  for (Vertex v = n - 1; v >= 0; --v) {
    const Vertex p = parent[at(v)];
    const Vertex k = next[at(p)] - 1;
    next[at(p)] -= size[at(v)];
    rank[at(v)] = next[at(v)] = k;
    result.parent[at(k)] = rank[at(p)];
    result.size[at(k)] = size[at(v)];
  }
  return rank;
}

}  // namespace

Elimination eliminate(const Pattern& pattern, const std::vector<Vertex>& order) {
  Elimination result;
  const auto rank = postorder(tree_of(pattern, order, inverse(order)), result);
  result.order.resize(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) result.order[at(rank[k])] = order[k];
  result.count = count(pattern, result);
  return result;
}

Elimination eliminate(const Reduced& reduced, const Elimination& core, Crew& crew) {
  const auto gone = static_cast<Vertex>(reduced.eliminated.size());
  const auto n = gone + static_cast<Vertex>(reduced.kept.size());
  const auto vertex = [&](Index k) {
    return k < gone ? reduced.eliminated[at(k)] : reduced.kept[at(core.order[at(k - gone)])];
  };
  std::vector<Vertex> place(at(n));
  run_blocks(crew, n, [&](Index first, Index last) {
    for (Index k = first; k < last; ++k) place[at(vertex(k))] = static_cast<Vertex>(k);
  });
  std::vector<Vertex> parent(at(n));
  run_blocks(crew, n, [&](Index first, Index last) {
    for (Index k = first; k < last; ++k) {
      Vertex up = n;
      if (k < gone) {
        for (const Vertex u : reduced.structure(vertex(k))) up = std::min(up, place[at(u)]);
      } else {
        up = gone + core.parent[at(k - gone)];
      }
      parent[at(k)] = up;
    }
  });
  Elimination result;
  const std::vector<Vertex> rank = postorder(parent, result);
  result.order.resize(at(n));
  result.count.resize(at(n));
  run_blocks(crew, n, [&](Index first, Index last) {
    for (Index k = first; k < last; ++k) {
      const std::size_t to = at(rank[at(k)]);
      result.order[to] = vertex(k);
      result.count[to] = k < gone ? reduced.degree[at(vertex(k))] : core.count[at(k - gone)];
    }
  });
  return result;
}

Elimination eliminate(const Pattern& pattern, Crew& crew) {
  const Reduced reduced = reduce(pattern, crew);
  return eliminate(reduced, eliminate(reduced.core, by_degree(reduced.core)), crew);
}

}  // namespace warpath::sparse
