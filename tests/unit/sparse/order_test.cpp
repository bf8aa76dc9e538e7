// Orders of elimination: permutations, whatever the pattern, and always the same one.
#include "sparse/order.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <numeric>
#include <thread>

#include "sparse/elimination.hpp"
#include "support/arc_lists.hpp"
#include "support/sanitizers.hpp"
#include "support/ways.hpp"

namespace support {
namespace {

using warpath::sparse::at;
using warpath::sparse::elimination_order;
using warpath::sparse::Pattern;
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

Index fill_of(const Pattern& pattern) {
  const auto count = warpath::sparse::eliminate(pattern, elimination_order(pattern)).count;
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
  return all;
}

TEST(SparseOrder, OfHostilePatternsIsAPermutation) {
  for (const Hostile& one : hostile_patterns()) {
    SCOPED_TRACE(one.name);
    const Pattern pattern = pattern_of(one.n, one.links);
    const std::vector<Vertex> order = elimination_order(pattern);
    ASSERT_NO_FATAL_FAILURE(expect_permutation(pattern, order));
  }
}

// Trees and chains need no fill, and a ring one link for every vertex but three.
TEST(SparseOrder, LeavesLittleFill) {
  for (const Hostile& one : hostile_patterns()) {
    const Pattern pattern = pattern_of(one.n, one.links);
    const auto links = static_cast<Index>(pattern.neighbours.size()) / 2;
    const std::string name = one.name;
    if (name == "ring") {
      EXPECT_EQ(fill_of(pattern), 2 * links - 3);
    } else if (name == "hub of a ring") {
      EXPECT_LT(fill_of(pattern), 2 * links);
    } else {
      EXPECT_EQ(fill_of(pattern), links) << name;
    }
  }
}

// Any number of threads may look for orders at once, and find the same; nobody's random numbers change.
TEST(SparseOrder, IsAFunctionOfThePattern) {
  Random random(4);
  const Pattern pattern = warpath::sparse::pattern_of(
      graph_of<float>(random_arcs(Shape::grid, Sign::positive, true, 900, random)));
  std::srand(5);
  const int expected = std::rand();
  std::srand(5);
  const std::vector<Vertex> order = elimination_order(pattern);
  EXPECT_EQ(std::rand(), expected) << "the caller's random numbers were disturbed";
  std::vector<std::vector<Vertex>> others(8);
  {
    std::vector<std::jthread> threads;
    for (auto& other : others) threads.emplace_back([&] { other = elimination_order(pattern); });
  }
  for (const auto& other : others) EXPECT_EQ(other, order);
}

}  // namespace
}  // namespace support
