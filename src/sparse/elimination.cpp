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

// The links of each vertex, all counted in order of elimination.
Pattern in_order(const Pattern& pattern, const std::vector<Vertex>& order, Crew& crew) {
  const std::vector<Vertex> place = inverse(order);
  Pattern result;
  result.offsets.resize(pattern.offsets.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    result.offsets[k + 1] = result.offsets[k] + std::ssize(pattern.of(order[k]));
  }
  result.neighbours.resize(pattern.neighbours.size());
  run_blocks(crew, pattern.vertices(), [&](Index first, Index last) {
    Vertex* next = result.neighbours.data() + result.offsets[at(first)];
    for (Index k = first; k < last; ++k) {
      for (const Vertex u : pattern.of(order[at(k)])) *next++ = place[at(u)];
    }
  });
  return result;
}

// Liu's algorithm: link the vertices one by one; shortcuts towards the roots keep the walks short.
std::vector<Vertex> tree_of(const Pattern& links) {
  const Vertex n = links.vertices();
  std::vector<Vertex> parent(at(n), n);
  std::vector<Vertex> shortcut(at(n), n);
  for (Vertex k = 0; k < n; ++k) {
    for (Vertex i : links.of(k)) {
      while (i < k) {
        const Vertex next = std::exchange(shortcut[at(i)], k);
        if (next == n) parent[at(i)] = k;
        i = next;
      }
    }
  }
  return parent;
}

// The sizes of the structures (Gilbert, Ng and Peyton 1994). Row i of the fill is the part of the
// tree between the earlier neighbours of i and i itself: a subtree, whose leaves are found in
// postorder. A vertex counts the leaves at or below it, less what was counted twice where two ways
// to such leaves meet. `rank` is the postorder, in which the sizes of subtrees and the answer are.
std::vector<Vertex> count(const Pattern& links, const std::vector<Vertex>& parents,
                          const std::vector<Vertex>& rank, const std::vector<Vertex>& size) {
  const Vertex n = links.vertices();
  std::vector<Vertex> by_rank(at(n));
  for (Vertex v = 0; v < n; ++v) by_rank[at(rank[at(v)])] = v;
  std::vector<Vertex> counts(at(n));
  std::vector<Vertex> last_neighbour(at(n),
                                     -1);  // of the later vertex: the rank of the one seen last
  std::vector<Vertex> last_leaf(at(n), -1);
  std::vector<Vertex> up(at(n));  // shortcuts towards the roots, among vertices that are done
  for (Vertex v = 0; v < n; ++v) up[at(v)] = v;
  const auto top = [&](Vertex v) {
    while (up[at(v)] != v) v = up[at(v)] = up[at(up[at(v)])];
    return v;
  };
  for (Vertex r = 0; r < n; ++r) {
    const Vertex j = by_rank[at(r)];
    const Vertex parent = parents[at(j)];
    if (size[at(r)] == 1) ++counts[at(j)];
    if (parent < n) --counts[at(parent)];
    for (const Vertex i : links.of(j)) {
      if (i < j) continue;
      // Is j a leaf of i's subtree: is no earlier neighbour of i below it?
      if (last_neighbour[at(i)] < r - size[at(r)] + 1) {
        ++counts[at(j)];
        const Vertex leaf = std::exchange(last_leaf[at(i)], j);
        if (leaf >= 0) --counts[at(top(leaf))];
      }
      last_neighbour[at(i)] = r;
    }
    if (parent < n) up[at(j)] = parent;
  }
  std::vector<Vertex> result(at(n));
  for (Vertex j = 0; j < n; ++j) {
    if (parents[at(j)] < n) counts[at(parents[at(j)])] += counts[at(j)];
    result[at(rank[at(j)])] = counts[at(j)] - 1;  // without the vertex itself
  }
  return result;
}

// The new number of each vertex, by which its subtree ends with it. Leaves parents and sizes of
// subtrees, so numbered, in the result.
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

Elimination eliminate(const Pattern& pattern, const std::vector<Vertex>& order, Crew& crew) {
  const Pattern links = in_order(pattern, order, crew);
  const std::vector<Vertex> parent = tree_of(links);
  Elimination result;
  const std::vector<Vertex> rank = postorder(parent, result);
  result.order.resize(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) result.order[at(rank[k])] = order[k];
  result.count = count(links, parent, rank, result.size);
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
  return eliminate(reduced, eliminate(reduced.core, by_degree(reduced.core), crew), crew);
}

}  // namespace warpath::sparse
