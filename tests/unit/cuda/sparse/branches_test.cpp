// The tree cut into a stem and branches: all rows once, and what a branch needs is there by then.

#include "cuda/sparse/branches.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "cuda/sparse/sizes.hpp"
#include "sparse/plan.hpp"
#include "warpath/generate.hpp"

namespace warpath::cuda::sparse {
namespace {

using warpath::sparse::Node;
using warpath::sparse::Tree;
using warpath::sparse::Vertex;

// Rows of the stem as they are.
void expect_rows_of_stem(const Tree& tree, const Branch& branch, const Strip& strip,
                         const std::vector<Vertex>& loaded, std::vector<int>& seen) {
  for (int p = 0; p < strip.rows; ++p) {
    ASSERT_LT(strip.slots + p, branch.loads);
    const Vertex place = loaded[at(strip.slots + p)];
    EXPECT_EQ(strip.number[p], tree.vertex[at(place)]);
    ++seen[at(place)];
  }
}

// Rows of a node that nobody names: its boundary is loaded, its ways are among those of the branch.
void expect_rows_of_node(const Tree& tree, const Branches& cut, const Branch& branch,
                         const Strip& strip, const std::vector<Vertex>& loaded,
                         std::vector<int>& seen) {
  const Node& node = tree.node_of(strip.place);
  const int row = strip.place - node.first;
  EXPECT_GE(row, node.named);
  EXPECT_EQ(row % kRowsOfStrip, 0);
  EXPECT_EQ(strip.first, node.first);
  EXPECT_EQ(strip.end, node.end);
  EXPECT_EQ(strip.above, node.above + row);
  EXPECT_EQ(branch.links + strip.links,
            cut.links[at(tree.owner[at(strip.place)])] + Index{row} * padded_links(node.boundary));
  EXPECT_LE(strip.links + kRowsOfStrip * padded_links(node.boundary), branch.link_cells);
  ASSERT_EQ(strip.boundary, node.boundary);
  ASSERT_LE(strip.slots + padded_links(strip.boundary), branch.slots);
  for (int k = 0; k < padded_links(strip.boundary); ++k) {
    const int slot = cut.slots[at(branch.first_slot + strip.slots + k)];
    ASSERT_LT(slot, branch.loads);
    const Vertex there = loaded[at(slot)];
    if (k < strip.boundary) {
      EXPECT_EQ(there, tree.boundary(node)[at(k)]);
    } else {
      EXPECT_TRUE(std::ranges::count(tree.boundary(node), there) == 1) << "may not be there";
    }
  }
  for (int p = 0; p < strip.rows; ++p) {
    EXPECT_EQ(strip.number[p], tree.vertex[at(strip.place + p)]);
    ++seen[at(strip.place + p)];
  }
}

void expect_whole(const Graph& graph, const std::string& name) {
  SCOPED_TRACE(name);
  const SparsePlan plan(graph, Backend::cuda);
  const Tree& tree = plan.data().tree;
  const Branches cut(tree, tree.vertex, true);
  EXPECT_EQ(cut.stem_size, Branches::stem_rows(tree));
  EXPECT_LE(static_cast<Index>(cut.branches.size()), WorkOfPanels::most_pieces(tree));

  std::vector<Vertex> place_of_stem_row(at(cut.stem_size), -1);
  for (Vertex x = 0; x < tree.vertices(); ++x) {
    if (cut.stem_row[at(x)] >= 0) place_of_stem_row[at(cut.stem_row[at(x)])] = x;
  }
  std::vector<int> seen(at(tree.vertices()));
  int last = tree.vertices();
  for (std::size_t b = 0; b < cut.branches.size(); ++b) {
    const Branch& branch = cut.branches[b];
    EXPECT_LE(branch.last, last) << "branches are not in order";
    last = branch.last;
    ASSERT_LE(branch.strips, kMostStrips);
    ASSERT_LE(branch.loads, kMostLoads);
    ASSERT_LE(branch.slots, kMostSlots);
    ASSERT_LE(branch.link_cells, kMostLinks);
    EXPECT_EQ(branch.first_slot % 4, 0) << "not brought by 16 bytes";
    std::vector<Vertex> loaded;
    for (int slot = 0; slot < branch.loads; ++slot) {
      const Load& load = cut.loads[b * kMostLoads + at(slot)];
      loaded.push_back(place_of_stem_row[at(load.row)]);
      EXPECT_EQ(load.last, cut.last[at(tree.owner[at(loaded.back())])]);
    }
    int largest = 0;
    for (int s = branch.first_strip; s < branch.first_strip + branch.strips; ++s) {
      const Strip& strip = cut.strips[at(s)];
      const auto numbers = std::span(strip.number).first(at(strip.rows));
      EXPECT_EQ(strip.least, *std::ranges::min_element(numbers));
      EXPECT_EQ(strip.last, *std::ranges::max_element(numbers));
      largest = std::max(largest, strip.last);
      if (branch.of_stem != 0) {
        expect_rows_of_stem(tree, branch, strip, loaded, seen);
      } else {
        expect_rows_of_node(tree, cut, branch, strip, loaded, seen);
      }
    }
    EXPECT_EQ(largest, branch.last);
  }
  EXPECT_EQ(std::accumulate(seen.begin(), seen.end(), 0), tree.vertices());
  for (const Vertex b : tree.boundaries) EXPECT_GE(cut.stem_row[at(b)], 0) << "is named";
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

// Every piece once, and what rows wait for before them.
TEST(Branches, AreTurnedBehindThemselves) {
  const SparsePlan plan(generate(GraphKind::road, 3000), Backend::cuda);
  const Tree& tree = plan.data().tree;
  const Branches cut(tree, tree.vertex, true);
  const int n = tree.vertices();
  const int panels = (n + 63) / 64;
  for (const bool half : {false, true}) {
    const WorkOfPanels work(cut.branches, n, 64, n, 0, half, true);
    EXPECT_LE(work.lists.size(), at(panels) * at(WorkOfPanels::kMostLists));
    EXPECT_GE(work.part * WorkOfPanels::kParts, static_cast<int>(cut.branches.size()));
    std::vector<int> branches(at(panels));
    std::vector<int> rows_from(at(panels), n);  // that are turned
    int written = 0;
    int turned = 0;
    for (std::size_t i = 0; i < work.lists.size(); ++i) {
      const PanelList& list = work.lists[i];
      const int end = i + 1 < work.lists.size() ? work.lists[i + 1].first_piece : work.pieces;
      const int count = end - list.first_piece;
      ASSERT_GT(count, 0);
      int& before = branches[at(list.panel)];
      if (list.turned_after < 0) {
        EXPECT_EQ(list.first_number, before) << "one after the other";
        before += count;
        written += count;
        continue;
      }
      turned += count;
      EXPECT_LE(list.turned_after, before) << "have not been written before";
      int& from = rows_from[at(list.panel)];
      EXPECT_EQ(std::min(n, (list.first_number + count) * kTurnedRows), from) << "once, downwards";
      from = list.first_number * kTurnedRows;
      for (int b = list.turned_after; b < before; ++b) {
        EXPECT_LT(cut.branches[at(b)].last, std::max(from, half ? 64 * list.panel : 0))
            << "has rows, too";
      }
    }
    for (int panel = 0; panel < panels; ++panel) {
      const int first = half ? 64 * panel : 0;
      EXPECT_EQ(rows_from[at(panel)], first);
      EXPECT_EQ(branches[at(panel)], std::ranges::count_if(cut.branches, [&](const Branch& branch) {
                  return branch.last >= first;
                }));
    }
    EXPECT_EQ(work.pieces, written + turned);
    EXPECT_EQ(WorkOfPanels(cut.branches, n, 64, n, 0, half, false).pieces, written);
  }
}

}  // namespace
}  // namespace warpath::cuda::sparse
