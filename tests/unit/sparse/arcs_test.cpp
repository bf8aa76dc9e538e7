// Arcs as kernels read them: sorted, each pair once, the same for any number of threads.

#include "sparse/arcs.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <utility>
#include <vector>

#include "base/dispatch.hpp"
#include "warpath/error.hpp"

namespace warpath::sparse {
namespace {

constexpr Index kVertices = 10'000;  // several pieces

std::vector<Arc<float>> some_arcs() {
  std::mt19937 random(7);
  std::uniform_int_distribution<Index> vertex(0, kVertices - 1);
  std::vector<Arc<float>> arcs;
  for (int i = 0; i < 60'000; ++i) {
    arcs.push_back({vertex(random), vertex(random), static_cast<float>(random() % 9)});
  }
  for (int i = 0; i < 2'000; ++i) {
    arcs.push_back({5'000, vertex(random) % 50, static_cast<float>(i)});  // a hub, many times over
    arcs.push_back(
        {arcs[static_cast<std::size_t>(i)].from, arcs[static_cast<std::size_t>(i)].from, 1});
  }
  return arcs;
}

void expect_best_of_pairs(bool both_ways) {
  const std::vector<Arc<float>> list = some_arcs();
  std::map<std::pair<Index, Index>, float> want;
  const auto add = [&](Index from, Index to, float weight) {
    if (from == to) return;
    const auto [found, is_new] = want.emplace(std::pair(from, to), weight);
    if (!is_new) found->second = std::min(found->second, weight);
  };
  for (const auto& arc : list) {
    add(arc.from, arc.to, arc.weight);
    if (both_ways) add(arc.to, arc.from, arc.weight);
  }
  const Graph graph = Graph::from_arcs<float>(kVertices, list);
  for (const int threads : {1, 2, 5}) {
    Crew crew(threads);
    const auto arcs = arcs_of<float>(graph, rules_of<ShortestPath<float>>, both_ways, crew);
    ASSERT_EQ(arcs.vertices(), kVertices);
    std::map<std::pair<Index, Index>, float> got;
    for (Vertex u = 0; u < kVertices; ++u) {
      for (Index a = arcs.offsets[at(u)]; a < arcs.offsets[at(u) + 1]; ++a) {
        if (a > arcs.offsets[at(u)]) {
          ASSERT_LT(arcs.targets[at(a) - 1], arcs.targets[at(a)]);
        }
        got.emplace(std::pair<Index, Index>(u, arcs.targets[at(a)]), arcs.weights[at(a)]);
      }
    }
    EXPECT_EQ(got, want) << threads << " threads";
    EXPECT_EQ(arcs.symmetric, both_ways);
  }
}

TEST(Arcs, AreTheBestOfEachPair) { expect_best_of_pairs(false); }
TEST(Arcs, BothWays) { expect_best_of_pairs(true); }

TEST(Arcs, OfNothing) {
  Crew crew(3);
  const Graph none = Graph::from_arcs<float>(0, {});
  EXPECT_EQ(arcs_of<float>(none, rules_of<ShortestPath<float>>, false, crew).vertices(), 0);
  const Graph one = Graph::from_arcs<float>(1, {});
  EXPECT_EQ(arcs_of<float>(one, rules_of<ShortestPath<float>>, true, crew).offsets.size(), 2u);
}

TEST(Arcs, TheFirstThatIsRefusedIsNamed) {
  std::vector<Arc<std::int32_t>> list;
  for (Index v = 0; v + 1 < kVertices; ++v) list.push_back({v, v + 1, 1});
  for (const std::size_t bad : {std::size_t{9'000}, std::size_t{4'500}, std::size_t{4'499}}) {
    list[bad].weight = no_path<std::int32_t>() + 1;
  }
  const Graph graph = Graph::from_arcs<std::int32_t>(kVertices, list);
  for (const int threads : {1, 4}) {
    Crew crew(threads);
    try {
      (void)arcs_of<std::int32_t>(graph, rules_of<ShortestPath<std::int32_t>>, false, crew);
      ADD_FAILURE() << "not refused";
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("from 4499 to 4500"), std::string::npos)
          << error.what();
    }
  }
}

}  // namespace
}  // namespace warpath::sparse
