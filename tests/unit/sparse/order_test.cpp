// Orders of elimination: permutations, whatever the pattern, and always the same one.
#include <gtest/gtest.h>

#include <cstdlib>
#include <numeric>
#include <thread>

#include "base/crew.hpp"
#include "sparse/elimination.hpp"
#include "sparse/tree.hpp"
#include "support/arc_lists.hpp"
#include "support/sanitizers.hpp"
#include "support/ways.hpp"

namespace support {
namespace {

using warpath::Crew;
using warpath::sparse::at;
using warpath::sparse::Elimination;
using warpath::sparse::Pattern;
using warpath::sparse::Tree;
using warpath::sparse::Vertex;

// Links are pairs, in either direction, any number of times.
Pattern pattern_of(Vertex n, const std::vector<std::pair<Vertex, Vertex>>& links) {
  ArcList list;
  list.n = n;
  for (const auto& [u, v] : links) list.add(at(u), at(v), 1);
  return warpath::sparse::pattern_of(graph_of<float>(list));
}

void expect_permutation(const Pattern& pattern, const std::vector<Vertex>& order) {
  ASSERT_EQ(order.size(), at(pattern.vertices()));
  std::vector<bool> seen(order.size());
  for (const Vertex v : order) {
    ASSERT_TRUE(v >= 0 && v < pattern.vertices());
    ASSERT_FALSE(seen[at(v)]);
    seen[at(v)] = true;
  }
}

Elimination eliminated(const Pattern& pattern, int threads = 1) {
  Crew crew(threads);
  return warpath::sparse::eliminate(pattern, crew);
}

Index fill_of(const Pattern& pattern) {
  const std::vector<Vertex> count = eliminated(pattern).count;
  return std::accumulate(count.begin(), count.end(), Index{0});
}

struct Hostile {
  const char* name;
  Vertex n;
  std::vector<std::pair<Vertex, Vertex>> links;
};

std::vector<Hostile> hostile_patterns() {
  const Vertex many = kSanitized ? 20'000 : 1'000'000;
  std::vector<Hostile> all{{"nothing", 0, {}}, {"one", 1, {}}, {"no arcs", 1000, {}}};
  Hostile path{"path", many, {}};
  for (Vertex v = 1; v < many; ++v) path.links.push_back({v - 1, v});
  all.push_back(path);
  path.name = "ring";
  path.links.push_back({many - 1, 0});
  all.push_back(std::move(path));
  Hostile star{"star", many / 10, {}};
  for (Vertex v = 1; v < star.n; ++v) star.links.push_back({0, v});
  all.push_back(std::move(star));
  Hostile hub{"hub of a ring", 5000, {}};
  for (Vertex v = 1; v < hub.n; ++v) {
    hub.links.push_back({0, v});
    hub.links.push_back({v, v % (hub.n - 1) + 1});
  }
  all.push_back(std::move(hub));
  Hostile clique{"clique", 300, {}};
  Hostile bridge{"two cliques and a bridge", 300, {{149, 150}}};
  Hostile parts{"parts, duplicates and loops", 300, {}};
  for (Vertex u = 0; u < 300; ++u) {
    for (Vertex v = 0; v < u; ++v) {
      clique.links.push_back({u, v});
      if (u / 150 == v / 150) bridge.links.push_back({u, v});
    }
    parts.links.insert(parts.links.end(), {{u, u}, {u, u / 7 * 7}, {u / 7 * 7, u}, {u, u / 7 * 7}});
  }
  all.push_back(std::move(clique));
  all.push_back(std::move(bridge));
  all.push_back(std::move(parts));
  // Dead ends at bends at a dense core: what roads are made of.
  Hostile streets{"trees and chains at a core", 4000, {}};
  for (Vertex u = 0; u < 60; ++u) {
    for (Vertex v = 0; v < u; ++v) streets.links.push_back({u, v});
  }
  for (Vertex v = 60; v < 4000; ++v) {
    streets.links.push_back({v, v < 2000 ? v % 60 : v % 3 == 0 ? v - 1 : v / 2});
  }
  all.push_back(std::move(streets));
  // Only its ends have few links, and nobody has until those beside him have gone.
  Hostile band{"band", 20'000, {}};
  for (Vertex v = 0; v < band.n; ++v) {
    for (Vertex u = v + 1; u <= std::min(v + 6, band.n - 1); ++u) band.links.push_back({v, u});
  }
  all.push_back(std::move(band));
  // Everybody has a few links to a few hubs, which have more links than lists are searched for.
  Hostile hubs{"hubs", 20'000, {}};
  for (Vertex v = 5; v < hubs.n; ++v) {
    hubs.links.push_back({v, v % 5});
    hubs.links.push_back({v, v / 7 % 5});
    hubs.links.push_back({v, std::max(v - v % 11 - 1, 0)});
  }
  all.push_back(std::move(hubs));
  return all;
}

TEST(SparseOrder, OfHostilePatternsIsAPermutation) {
  for (const Hostile& one : hostile_patterns()) {
    SCOPED_TRACE(one.name);
    const Pattern pattern = pattern_of(one.n, one.links);
    ASSERT_NO_FATAL_FAILURE(expect_permutation(pattern, eliminated(pattern).order));
  }
}

// What is found without eliminating, with what is known once the order is: trees and counts of the
// whole pattern.
TEST(SparseOrder, OfHostilePatternsComesWithItsTreeAndCounts) {
  for (const Hostile& one : hostile_patterns()) {
    SCOPED_TRACE(one.name);
    const Pattern pattern = pattern_of(one.n, one.links);
    const Elimination found = eliminated(pattern);
    Crew alone(1);
    EXPECT_TRUE(found == warpath::sparse::eliminate(pattern, found.order, alone));
  }
}

TEST(SparseOrder, IsTheSameForAnyNumberOfThreads) {
  for (const Hostile& one : hostile_patterns()) {
    SCOPED_TRACE(one.name);
    const Pattern pattern = pattern_of(one.n, one.links);
    Crew alone(1);
    const Elimination expected = warpath::sparse::eliminate(pattern, alone);
    const Tree tree = warpath::sparse::group(pattern, expected, {}, alone);
    for (const int threads : {2, 5, 16}) {
      Crew crew(threads);
      const Elimination found = warpath::sparse::eliminate(pattern, crew);
      ASSERT_TRUE(found == expected) << threads;
      const Tree other = warpath::sparse::group(pattern, found, {}, crew);
      ASSERT_EQ(other.nodes.size(), tree.nodes.size());
      ASSERT_TRUE(other.vertex == tree.vertex && other.owner == tree.owner);
      ASSERT_TRUE(other.boundaries == tree.boundaries) << threads;
    }
  }
}

// A ring needs one link for every vertex but three, a clique none, dead ends none; bends, which go
// all at once, one each.
TEST(SparseOrder, LeavesLittleFill) {
  for (const Hostile& one : hostile_patterns()) {
    const Pattern pattern = pattern_of(one.n, one.links);
    const auto links = static_cast<Index>(pattern.neighbours.size()) / 2;
    const std::string name = one.name;
    if (name == "ring") {
      EXPECT_EQ(fill_of(pattern), 2 * links - 3);
    } else if (name == "hub of a ring") {
      EXPECT_LT(fill_of(pattern), 2 * links);
    } else if (name == "band" || name == "hubs") {
      EXPECT_LT(fill_of(pattern), 3 * links) << name;
    } else if (name == "path" || name == "trees and chains at a core") {
      EXPECT_LE(fill_of(pattern), 2 * links) << name;
    } else {
      EXPECT_EQ(fill_of(pattern), links) << name;
    }
  }
}

// Any number of threads may look for orders at once, and find the same; nobody's random numbers
// change.
TEST(SparseOrder, IsAFunctionOfThePattern) {
  Random random(4);
  const Pattern pattern = warpath::sparse::pattern_of(
      graph_of<float>(random_arcs(Shape::grid, Sign::positive, true, 900, random)));
  std::srand(5);
  const int expected = std::rand();
  std::srand(5);
  const std::vector<Vertex> order = eliminated(pattern).order;
  EXPECT_EQ(std::rand(), expected) << "the caller's random numbers were disturbed";
  std::vector<std::vector<Vertex>> others(8);
  {
    std::vector<std::jthread> threads;
    for (auto& other : others) threads.emplace_back([&] { other = eliminated(pattern).order; });
  }
  for (const auto& other : others) EXPECT_EQ(other, order);
}

}  // namespace
}  // namespace support
