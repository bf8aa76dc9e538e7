// The tree cut in two for the device: a *stem*, whose rows are computed level by level, and *branches*, subtrees so
// small that one warp computes all their rows, without memory in between.
//
// Four of five vertices of a road network are in branches. A branch needs the stem's rows of its boundary, and nothing
// else; what it computes goes from registers to where it is wanted.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sparse/tree.hpp"

namespace warpath::cuda::sparse {

// What a warp has room for in shared memory. Rows there are called slots: first the rows of the stem that are loaded,
// then, as a stack, those of nodes on the way to where it is. Rows of leaves, which are most, are never read again.
constexpr int kSlots = 56;
constexpr int kMostDepth = 48;  // of a boundary
constexpr int kMostStrips = 32;
constexpr int kMostRows = 128;
constexpr int kRowsOfStrip = 8;

// Ways of two words of any step: what a boundary is filled up to.
constexpr int kLinksTogether = 8;
constexpr int padded_links(int boundary) {
  return (boundary + kLinksTogether - 1) / kLinksTogether * kLinksTogether;
}

constexpr int strips_of(const warpath::sparse::Node& node) {
  return (node.width + kRowsOfStrip - 1) / kRowsOfStrip;
}

// What the ways of a node to its boundary take, strip after strip.
constexpr long long link_cells(const warpath::sparse::Node& node) {
  return static_cast<long long>(strips_of(node)) * kRowsOfStrip * padded_links(node.boundary);
}

// Up to eight rows of a node, which are computed together.
struct alignas(16) Strip {
  int links = 0;  // where its ways begin, in cells from those of the branch on: word by word of
                  // the boundary, eight rows beside each other
  int slots = 0;  // where the list of the slots that they lead to begins
  std::int16_t boundary = 0;  // how many ways a row has
  std::int16_t rows = 0;
  int slot = -1;       // of its first row; -1: of a leaf, whose rows nobody reads
  int node_first = 0;  // of the node: places in the tree
  int node_end = 0;
  int place = 0;  // of its first row
  int above = 0;  // where that stands in a trunk
  int number[kRowsOfStrip] = {};
};

struct Branch {
  long long links = 0;  // in cells; those of all its nodes lie together
  int first_load = 0;
  int loads = 0;  // slots 0, 1, .. are rows of the stem
  int first_strip = 0;
  int strips = 0;  // 0: rows of the stem as they are
  int first = 0;   // its rows are places from here on, or rows of the stem
  int rows = 0;
  int last = 0;  // the largest number
};

// A row of the stem. `number` is how rows and columns are counted where they go.
struct StemRow {
  int number = 0;
  int row = 0;
};

class Branches {
 public:
  using Vertex = warpath::sparse::Vertex;
  using Tree = warpath::sparse::Tree;

  // `number` of each place in the tree: how rows and columns are counted where they go.
  Branches(const Tree& tree, std::span<const Vertex> number);

  // How many rows the stem has.
  static Index stem_rows(const Tree& tree);

  std::vector<int> stem_row;  // of each place: -1 in branches
  Index stem_size = 0;
  std::vector<Branch> branches;  // the largest `last` first; those without strips are of the stem
  std::vector<int> loads;        // rows of the stem
  std::vector<Strip> strips;     // of a branch: parents before children
  std::vector<int> strip_last;   // the largest number of a row that needs the strip
  std::vector<int> slots;        // of each boundary, filled up
  std::vector<StemRow> stem;     // by number

  // By node: where its links begin, in cells, strip after strip; and the largest number below it.
  std::vector<long long> links;
  std::vector<int> last;

 private:
  struct Bundle;
  void find_last();
  void fill(Branch& branch, const Bundle& bundle);
  int fill_strips(Vertex j, const Branch& branch, int slots_begin, int slot, int to);
  void add_stem();

  const Tree& tree_;
  const std::span<const Vertex> number_;
};

// Rows of branches become a matrix panel by panel. What is to be done, in lists: of each panel the branches that have
// rows there, then the turning of the panel before.
struct WorkOfPanels {
  // `half`: of a symmetric matrix, whose rows only count up to their own number; columns are counted from
  // first_column on. `turned`: the panels, of n rows, are.
  WorkOfPanels(std::span<const Branch> branches, Index columns, int panel, Index n,
               Index first_column, bool half, bool turned);

  std::vector<int> first_item;  // of each list
  int items = 0;
};

}  // namespace warpath::cuda::sparse
