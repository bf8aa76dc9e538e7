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

// One branch, as a warp goes through it: what is in its slots by then.
void expect_branch(const Tree& tree, const Branches& cut, const Branch& branch,
                   const std::vector<Vertex>& place_of_stem_row, std::vector<int>& seen) {
  ASSERT_LE(branch.rows, kMostRows);
  ASSERT_LE(branch.strips, kMostStrips);
  std::vector<Vertex> slots(kSlots, -1);
  ASSERT_LE(branch.loads, kSlots);
  for (int k = 0; k < branch.loads; ++k) {
    slots[at(k)] = place_of_stem_row[at(cut.loads[at(branch.first_load + k)])];
  }
  int rows = 0;
  int last = 0;
  for (int s = branch.first_strip; s < branch.first_strip + branch.strips; ++s) {
    const Strip& strip = cut.strips[at(s)];
    const Node& node = tree.node_of(strip.place);
    EXPECT_EQ(strip.place, branch.first + rows) << "rows are not in order";
    EXPECT_EQ(strip.node_first, node.first);
    EXPECT_EQ(strip.node_end, node.end);
    EXPECT_EQ(strip.above, node.above + strip.place - node.first);
    EXPECT_EQ(branch.links + strip.links,
              cut.links[at(tree.owner[at(strip.place)])] +
                  Index{strip.place - node.first} * padded_links(node.boundary));
    ASSERT_EQ(strip.boundary, node.boundary);
    ASSERT_LE(padded_links(strip.boundary), kMostDepth);
    EXPECT_EQ(strip.slots % 4, 0) << "not fetched by 16 bytes";
    for (int k = 0; k < strip.boundary; ++k) {
      const int slot = cut.slots[at(strip.slots + k)];
      EXPECT_EQ(slots[at(slot)], tree.boundary(node)[at(k)]) << "a row is not there";
    }
    EXPECT_EQ(strip.slot < 0, node.height == 0);
    for (int p = 0; p < strip.rows; ++p) {
      EXPECT_EQ(strip.number[p], tree.vertex[at(strip.place + p)]);
      EXPECT_LE(strip.number[p], cut.strip_last[at(s)]);
      last = std::max(last, strip.number[p]);
      ++seen[at(strip.place + p)];
      if (strip.slot < 0) continue;
      ASSERT_GE(strip.slot, branch.loads);
      ASSERT_LT(strip.slot + p, kSlots);
      slots[at(strip.slot + p)] = strip.place + p;
    }
    for (Vertex x = node.first + node.width; x < node.end; ++x) {
      EXPECT_LE(tree.vertex[at(x)], cut.strip_last[at(s)]) << "what others need is left out";
    }
    rows += strip.rows;
  }
  EXPECT_EQ(rows, branch.rows);
  EXPECT_EQ(last, branch.last);
}

void expect_whole(const Graph& graph, const std::string& name) {
  SCOPED_TRACE(name);
  const SparsePlan plan(graph, Backend::cuda);
  const Tree& tree = plan.data().tree;
  const Branches cut(tree, tree.vertex);
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
    if (branch.strips > 0) {
      expect_branch(tree, cut, branch, place_of_stem_row, seen);
      continue;
    }
    for (int r = branch.first; r < branch.first + branch.rows; ++r) {
      const StemRow row = cut.stem[at(r)];
      const Vertex place = place_of_stem_row[at(row.row)];
      EXPECT_EQ(row.number, tree.vertex[at(place)]);
      EXPECT_TRUE(r == 0 || row.number > cut.stem[at(r - 1)].number);
      ++seen[at(place)];
    }
    EXPECT_EQ(cut.stem[at(branch.first + branch.rows - 1)].number, branch.last);
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

TEST(Branches, AreTurnedBehindThemselves) {
  const SparsePlan plan(generate(GraphKind::road, 3000), Backend::cuda);
  const Tree& tree = plan.data().tree;
  const Branches cut(tree, tree.vertex);
  const int n = tree.vertices();
  for (const bool half : {false, true}) {
    const WorkOfPanels work(cut.branches, n, 64, n, 0, half, true);
    const int panels = (n + 63) / 64;
    ASSERT_EQ(static_cast<int>(work.first_item.size()), 2 * (panels + 1));
    EXPECT_EQ(work.first_item[1], static_cast<int>(cut.branches.size()));
    EXPECT_EQ(work.first_item[2], work.first_item[1]) << "nothing is turned before the first";
    for (int p = 0; p < panels; ++p) {
      const int branches = work.first_item[at(2 * p + 1)] - work.first_item[at(2 * p)];
      const auto wanted = std::ranges::count_if(
          cut.branches, [&](const Branch& branch) { return !half || branch.last >= 64 * p; });
      EXPECT_EQ(branches, wanted);
      const int begin = work.first_item[at(2 * p + 3)];
      const int end = p + 1 < panels ? work.first_item[at(2 * p + 4)] : work.items;
      const int rows = n - (half ? 64 * p : 0);
      EXPECT_EQ(end - begin, (rows + 255) / 256) << "of panel " << p;
    }
  }
}

}  // namespace
}  // namespace warpath::cuda::sparse
