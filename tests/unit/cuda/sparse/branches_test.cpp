// The tree cut into a stem and branches: all rows once, and what a branch needs is there by then.

#include "cuda/sparse/branches.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <vector>

#include "sparse/plan.hpp"
#include "warpath/generate.hpp"

namespace warpath::cuda::sparse {
namespace {

using warpath::sparse::Node;
using warpath::sparse::Tree;
using warpath::sparse::Vertex;

// Of a branch: which place each slot holds, -1 for those that hold none.
std::vector<Vertex> places_of_slots(const Branches& cut, const Branch& branch,
                                    const std::vector<Vertex>& place_of_stem_row,
                                    const std::vector<Vertex>& place_of_number) {
  std::vector<Vertex> places(kMostLoads + kMostRows, -1);
  for (int k = 0; k < branch.loads; ++k) {
    places[at(k)] = place_of_stem_row[at(cut.loads[at(branch.first_load + k)])];
  }
  for (int r = 0; r < branch.rows; ++r) {
    const BranchRow row = cut.rows[at(branch.first_row + r)];
    const Vertex place = place_of_number[at(row.number)];
    EXPECT_TRUE(places[at(row.slot)] == -1 || places[at(row.slot)] == place);
    places[at(row.slot)] = place;
  }
  return places;
}

void expect_whole(const Graph& graph, const std::string& name) {
  SCOPED_TRACE(name);
  const SparsePlan plan(graph, Backend::cuda);
  const Tree& tree = plan.data().tree;
  Crew crew(3);
  const Branches cut(tree, tree.vertex, crew);
  EXPECT_EQ(cut.stem_size, Branches::stem_rows(tree));

  std::vector<Vertex> place_of_stem_row(at(cut.stem_size), -1);
  for (Vertex x = 0; x < tree.vertices(); ++x) {
    if (cut.stem_row[at(x)] >= 0) place_of_stem_row[at(cut.stem_row[at(x)])] = x;
  }
  std::vector<int> seen(at(tree.vertices()));
  int last = tree.vertices();
  for (const Branch& branch : cut.branches) {
    EXPECT_LE(branch.last, last) << "branches are not in order";
    last = branch.last;
    ASSERT_LE(branch.rows, kMostRows);
    ASSERT_LE(branch.loads, branch.levels > 0 ? kMostLoads : kMostRows);
    ASSERT_LE(branch.strips, kMostStrips);
    ASSERT_LE(branch.slots, kMostSlots);
    ASSERT_LE(branch.link_cells, kMostLinks);
    const std::vector<Vertex> places = places_of_slots(cut, branch, place_of_stem_row, tree.place);
    for (int r = 0; r < branch.rows; ++r) {
      const BranchRow row = cut.rows[at(branch.first_row + r)];
      ++seen[at(row.number)];
      if (r > 0) {
        EXPECT_GT(row.number, cut.rows[at(branch.first_row + r - 1)].number);
      }
    }
    EXPECT_EQ(cut.rows[at(branch.first_row + branch.rows - 1)].number, branch.last);
    std::vector<bool> there(places.size());
    std::fill_n(there.begin(), branch.loads, true);
    int strip_number = 0;
    for (int level = 0; level < branch.levels; ++level) {
      std::vector<int> computed;
      for (; strip_number < branch.level_end[level]; ++strip_number) {
        const Strip& strip = cut.strips[at(branch.first_strip + strip_number)];
        const Node& node = tree.node_of(strip.place);
        EXPECT_EQ(strip.node_first, node.first);
        EXPECT_EQ(strip.node_end, node.end);
        EXPECT_EQ(strip.above, node.above + strip.place - node.first);
        EXPECT_EQ(branch.links + strip.links,
                  cut.links[at(tree.owner[at(strip.place)])] +
                      Index{strip.place - node.first} * padded_links(node.boundary));
        ASSERT_EQ(strip.boundary, node.boundary);
        for (int k = 0; k < strip.boundary; ++k) {
          const int slot = cut.slots[at(branch.first_slot + strip.slots + k)];
          EXPECT_EQ(places[at(slot)], tree.boundary(node)[at(k)]);
          EXPECT_TRUE(there[at(slot)]) << "a row is needed before it is computed";
        }
        for (int p = 0; p < strip.rows; ++p) {
          EXPECT_EQ(places[at(strip.slot + p)], strip.place + p);
          computed.push_back(strip.slot + p);
        }
        for (Vertex x = strip.place; x < strip.place + strip.rows; ++x) {
          EXPECT_LE(tree.vertex[at(x)], strip.last);
        }
        for (Vertex x = node.first + node.width; x < node.end; ++x) {
          EXPECT_LE(tree.vertex[at(x)], strip.last) << "a row that others need is left out";
        }
      }
      for (const int slot : computed) there[at(slot)] = true;
    }
    EXPECT_EQ(strip_number, branch.strips);
  }
  EXPECT_EQ(std::accumulate(seen.begin(), seen.end(), 0), tree.vertices());
  EXPECT_TRUE(seen.empty() || *std::ranges::min_element(seen) == 1);
}

TEST(Branches, HaveAllRowsOnceAndWhatTheyNeed) {
  for (const auto& [kind, n] : {std::pair{GraphKind::road, 3000},
                                {GraphKind::streets, 5000},
                                {GraphKind::grid, 900},
                                {GraphKind::scale_free, 700},
                                {GraphKind::chain, 500},
                                {GraphKind::gnp, 200}}) {
    expect_whole(generate(kind, n, {.degree = 4}), std::string(to_string(kind)));
  }
}

TEST(Branches, OfHostilePatterns) {
  const auto linked = [](Index n, const auto& add) {
    std::vector<Arc<float>> arcs;
    add(arcs);
    return Graph::from_arcs<float>(n, arcs);
  };
  expect_whole(linked(0, [](auto&) {}), "nothing");
  expect_whole(linked(1, [](auto&) {}), "one");
  expect_whole(linked(1000, [](auto&) {}), "no arcs");
  expect_whole(linked(1000,
                      [](auto& arcs) {
                        for (Index v = 1; v < 1000; ++v) arcs.push_back({0, v, 1});
                      }),
               "star");
  expect_whole(linked(150,
                      [](auto& arcs) {
                        for (Index u = 0; u < 150; ++u) {
                          for (Index v = 0; v < u; ++v) arcs.push_back({u, v, 1});
                        }
                      }),
               "clique");
}

}  // namespace
}  // namespace warpath::cuda::sparse
