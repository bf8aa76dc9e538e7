// What the sparse method finds out before it looks at weights, against elimination done with sets.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <set>

#include "base/crew.hpp"
#include "sparse/elimination.hpp"
#include "sparse/plan.hpp"
#include "sparse/tree.hpp"
#include "support/arc_lists.hpp"
#include "support/sanitizers.hpp"

namespace support {
namespace {

using warpath::at;
using warpath::sparse::Elimination;
using warpath::sparse::Grouping;
using warpath::sparse::Node;
using warpath::sparse::Pattern;
using warpath::sparse::Tree;
using warpath::sparse::Vertex;

using Sets = std::vector<std::set<Vertex>>;

Sets sets_of(const ArcList& list) {
  Sets sets(static_cast<std::size_t>(list.n));
  for (const auto& arc : list.arcs) {
    if (arc.from == arc.to) continue;
    sets[at(arc.from)].insert(static_cast<Vertex>(arc.to));
    sets[at(arc.to)].insert(static_cast<Vertex>(arc.from));
  }
  return sets;
}

// The structure of every vertex, by its number in the graph.
Sets eliminated(Sets links, const std::vector<Vertex>& order) {
  Sets structure(links.size());
  for (const Vertex v : order) {
    structure[at(v)] = links[at(v)];
    for (const Vertex u : links[at(v)]) {
      links[at(u)].erase(v);
      for (const Vertex w : links[at(v)]) {
        if (u != w) links[at(u)].insert(w);
      }
    }
  }
  return structure;
}

void expect_pattern(const Pattern& pattern, const Sets& links) {
  ASSERT_EQ(at(pattern.vertices()), links.size());
  for (Vertex v = 0; v < pattern.vertices(); ++v) {
    const auto of = pattern.of(v);
    ASSERT_TRUE(std::equal(of.begin(), of.end(), links[at(v)].begin(), links[at(v)].end())) << v;
  }
}

void expect_permutation(const std::vector<Vertex>& order, const std::vector<Vertex>& place) {
  ASSERT_EQ(order.size(), place.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    ASSERT_GE(order[k], 0);
    ASSERT_LT(at(order[k]), order.size());
    ASSERT_EQ(place[at(order[k])], static_cast<Vertex>(k));
  }
}

void expect_elimination(const Elimination& e, const Sets& links, const std::vector<Vertex>& order) {
  const auto n = static_cast<Vertex>(links.size());
  ASSERT_EQ(e.order.size(), at(n));
  std::vector<Vertex> place(at(n), -1);
  for (Vertex k = 0; k < n; ++k) place[at(e.order[at(k)])] = k;
  expect_permutation(e.order, place);
  // The postorder of the tree is as good as the order: every vertex has the structure that it had.
  const Sets want = eliminated(links, order);
  ASSERT_EQ(want, eliminated(links, e.order));
  std::vector<Vertex> size(at(n), 1);
  for (Vertex k = 0; k < n; ++k) {
    const std::set<Vertex>& structure = want[at(e.order[at(k)])];
    ASSERT_EQ(e.count[at(k)], static_cast<Index>(structure.size()));
    Vertex parent = n;
    for (const Vertex v : structure) parent = std::min(parent, place[at(v)]);
    ASSERT_EQ(e.parent[at(k)], parent);
    ASSERT_EQ(e.size[at(k)], size[at(k)]);  // children come before parents
    if (parent == n) continue;
    ASSERT_GT(parent, k);
    size[at(parent)] += size[at(k)];
  }
  for (Vertex k = 0; k < n; ++k) {
    const Vertex parent = e.parent[at(k)];
    if (parent == n) continue;
    ASSERT_GE(k - e.size[at(k)], parent - e.size[at(parent)]);
  }
}

void expect_tree(const Tree& tree, const Pattern& pattern, const Grouping& grouping) {
  const Vertex n = pattern.vertices();
  expect_permutation(tree.vertex, tree.place);
  ASSERT_EQ(tree.vertices(), n);
  ASSERT_EQ(tree.owner.size(), at(n));
  const auto count = static_cast<Vertex>(tree.nodes.size());
  std::vector<Vertex> height(at(count), 0);
  std::vector<Vertex> end(at(count), 0);
  Vertex first = 0;
  Index first_boundary = 0;
  for (Vertex j = 0; j < count; ++j) {
    const Node& node = tree.nodes[at(j)];
    ASSERT_GT(node.width, 0);
    ASSERT_EQ(node.first, first);
    ASSERT_EQ(node.first_boundary, first_boundary);
    for (Vertex x = first; x < first + node.width; ++x) ASSERT_EQ(tree.owner[at(x)], j);
    first += node.width;
    first_boundary += node.boundary;
    end[at(j)] = first;
    ASSERT_LT(node.parent, j);
    if (node.parent < 0) {
      ASSERT_EQ(node.parent, -1);
      ASSERT_EQ(node.level, 0);
      ASSERT_EQ(node.above, 0);
      ASSERT_EQ(node.boundary, 0);
    } else {
      const Node& parent = tree.nodes[at(node.parent)];
      ASSERT_EQ(node.level, parent.level + 1);
      ASSERT_EQ(node.above, parent.above + parent.width);
      ASSERT_LE(node.end, parent.end);
      ASSERT_GT(node.boundary, 0);
    }
  }
  ASSERT_EQ(first, n);
  ASSERT_EQ(at(first_boundary), tree.boundaries.size());
  for (Vertex j = count - 1; j >= 0; --j) {
    const Node& node = tree.nodes[at(j)];
    ASSERT_EQ(node.end, end[at(j)]);
    ASSERT_EQ(node.height, height[at(j)]);
    if (node.parent < 0) continue;
    end[at(node.parent)] = std::max(end[at(node.parent)], node.end);
    height[at(node.parent)] = std::max(height[at(node.parent)], node.height + 1);
  }
  // Boundaries: who is linked with the subtree from outside, all of them on the way to the root.
  Index leaves = 0;
  for (const Node& node : tree.nodes) {
    std::set<Vertex> outside;
    for (Vertex x = node.first; x < node.end; ++x) {
      for (const Vertex u : pattern.of(tree.vertex[at(x)])) {
        const Vertex y = tree.place[at(u)];
        if (y < node.first || y >= node.end) outside.insert(y);
      }
    }
    const auto boundary = tree.boundary(node);
    ASSERT_TRUE(std::equal(boundary.begin(), boundary.end(), outside.begin(), outside.end()));
    for (const Vertex y : boundary) {
      const Node& owner = tree.nodes[at(tree.owner[at(y)])];
      ASSERT_TRUE(owner.first < node.first && owner.end >= node.end);
    }
    if (node.height == 0) ++leaves;
  }
  // Those that boundaries name come first.
  const std::set<Vertex> named(tree.boundaries.begin(), tree.boundaries.end());
  for (const Node& node : tree.nodes) {
    for (Vertex i = 0; i < node.width; ++i) {
      ASSERT_EQ(named.contains(node.first + i), i < node.named);
    }
  }
  // One node per component.
  ASSERT_TRUE(grouping.leaf < n || leaves == count);
}

constexpr Grouping kGroupings[] = {{},
                                   {.leaf = 1, .widest = 1},
                                   {.leaf = 1},
                                   {.leaf = 0, .widest = 1},
                                   {.leaf = 3, .row_multiple = 1, .widest = 2},
                                   {.leaf = 8, .columns = 1},
                                   {.leaf = 2, .rows_on_top = 1e6},
                                   {.leaf = 1, .columns = 1e9, .front_cost = 0},
                                   {.leaf = 1000}};

// An empty order: it is found.
void check(const ArcList& list, std::vector<Vertex> order, const Grouping& grouping) {
  const Sets links = sets_of(list);
  warpath::Crew crew(2);
  const Pattern pattern = warpath::sparse::pattern_of(graph_of<float>(list), crew);
  ASSERT_NO_FATAL_FAILURE(expect_pattern(pattern, links));
  const Elimination elimination = order.empty() ? warpath::sparse::eliminate(pattern, crew)
                                                : warpath::sparse::eliminate(pattern, order, crew);
  if (order.empty()) order = elimination.order;
  ASSERT_NO_FATAL_FAILURE(expect_elimination(elimination, links, order));
  const Tree tree = warpath::sparse::group(pattern, elimination, grouping, crew);
  ASSERT_NO_FATAL_FAILURE(expect_tree(tree, pattern, grouping));
}

std::vector<Vertex> random_order(std::size_t n, Random& random) {
  const auto order = random.permutation(n);
  return {order.begin(), order.end()};
}

TEST(SparseSymbolic, IsWhatEliminationWithSetsDoes) {
  Random random(3);
  for (int round = 0; round < (kSanitized ? 100 : 700); ++round) {
    const std::size_t n = round % 20 == 0 ? random.below(401) : random.below(61);
    const Shape shape = kShapes[static_cast<std::size_t>(round) % std::size(kShapes)];
    const ArcList list = random_arcs(shape, Sign::positive, random.chance(0.5), n, random);
    const std::size_t which = random.below(std::size(kGroupings));
    SCOPED_TRACE(testing::Message() << list.name << " round " << round << " grouping " << which);
    ASSERT_NO_FATAL_FAILURE(check(list, {}, kGroupings[which]));
    // A bad order has much fill; sets take long for that.
    if (n > 100) continue;
    ASSERT_NO_FATAL_FAILURE(check(list, random_order(n, random), kGroupings[which]));
  }
}

TEST(SparseSymbolic, TheSmallestGraphs) {
  for (std::size_t n = 0; n <= 5; ++n) {
    for (const Shape shape : kShapes) {
      for (const Grouping& grouping : kGroupings) {
        Random random(n);
        const ArcList list = random_arcs(shape, Sign::positive, true, n, random);
        SCOPED_TRACE(list.name);
        ASSERT_NO_FATAL_FAILURE(check(list, random_order(n, random), grouping));
      }
    }
  }
}

// Trees as deep as they get, fill that nobody could write down: no recursion, no time to speak of.
TEST(SparseSymbolic, LongPathsAndLargeStarsTakeNoTime) {
  const Vertex n = kSanitized ? 20000 : 100000;
  std::vector<Vertex> straight(at(n));
  std::iota(straight.begin(), straight.end(), 0);
  std::vector<Vertex> backwards(straight.rbegin(), straight.rend());
  warpath::Crew alone(1);
  for (const bool star : {false, true}) {
    ArcList list;
    list.n = n;
    for (Vertex v = 1; v < n; ++v) list.add(star ? 0 : at(v - 1), at(v), 1);
    const Pattern pattern = warpath::sparse::pattern_of(graph_of<float>(list));
    const std::vector<Vertex> found = warpath::sparse::eliminate(pattern, alone).order;
    for (const auto& order : {straight, backwards, found}) {
      for (const Grouping& grouping : kGroupings) {
        const auto start = std::chrono::steady_clock::now();
        const Elimination elimination = warpath::sparse::eliminate(pattern, order, alone);
        const Tree tree = warpath::sparse::group(pattern, elimination, grouping, alone);
        ASSERT_EQ(tree.vertices(), n);
        ASSERT_EQ(tree.nodes.back().end, n);
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
        EXPECT_LT(taken.count(), kSanitized ? 20 : 2) << (star ? "star" : "path");
      }
    }
    // The hub first, as bad as it gets: all others become a clique.
    EXPECT_EQ(warpath::sparse::eliminate(pattern, straight, alone).count[0], star ? n - 1 : 1);
  }
}

}  // namespace
}  // namespace support
