// The tree cut in two for the device: a *stem*, whose rows are computed level by level, and *branches*, subtrees so
// small that one block computes all their rows, without memory in between.
//
// Nine of ten vertices of a road network are in branches. A branch needs the stem's rows of its boundary, and nothing
// else; what it computes goes from shared memory to where it is wanted.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/crew.hpp"
#include "sparse/tree.hpp"

namespace warpath::cuda::sparse {

// What a block has room for in shared memory: rows that are loaded, rows of its own, and what it has to know.
constexpr int kMostLoads = 48;
constexpr int kMostRows = 128;
constexpr int kMostLevels = 6;
constexpr int kMostStrips = 48;
constexpr int kMostSlots = 1024;  // that boundaries name
constexpr int kMostLinks = 3072;  // ways of rows to their boundaries, filled up to whole strips
constexpr int kRowsOfStrip = 8;

// Ways of two words of any step: what a boundary is filled up to.
constexpr int kLinksTogether = 8;
constexpr int padded_links(int boundary) {
  return (boundary + kLinksTogether - 1) / kLinksTogether * kLinksTogether;
}

// Up to eight rows of a node, which a warp computes. Rows in shared memory are called slots.
struct alignas(16) Strip {
  int links = 0;     // where its ways begin, in cells from those of the branch on: word by word of
                     // the boundary, eight rows beside each other
  int boundary = 0;  // how many ways a row has,
  int slots = 0;     // and where the list of the slots that they lead to begins, as in the branch
  int slot = 0;      // of its first row
  int rows = 0;
  int node_first = 0;  // of the node: places in the tree
  int node_end = 0;
  int place = 0;  // of its first row
  int above = 0;  // where that stands in a trunk
  int last = 0;   // the largest number of a row that needs it
};

// A row that is wanted: `number` is how rows and columns are counted where it goes.
struct BranchRow {
  int number = 0;
  int slot = 0;
};

struct alignas(16) Branch {
  long long links = 0;  // in cells; those of all its nodes lie together
  int link_cells = 0;
  int first_load = 0;
  int loads = 0;  // slots 0, 1, .. are rows of the stem
  int first_strip = 0;
  int strips = 0;
  int first_slot = 0;
  int slots = 0;
  int levels = 0;
  int level_end[kMostLevels] = {};  // of its strips; those of a level do not need each other
  int first_row = 0;
  int rows = 0;  // by number
  int last = 0;  // the largest number
};

class Branches {
 public:
  using Vertex = warpath::sparse::Vertex;
  using Tree = warpath::sparse::Tree;

  // `number` of each place in the tree: how rows and columns are counted where they go. The same for any number of
  // threads.
  Branches(const Tree& tree, std::span<const Vertex> number, Crew& crew);

  // How many rows the stem has.
  static Index stem_rows(const Tree& tree);

  std::vector<int> stem_row;  // of each place: -1 in branches
  Index stem_size = 0;
  std::vector<Branch> branches;  // the largest `last` first; those without strips are of the stem
  std::vector<int> loads;        // rows of the stem
  std::vector<Strip> strips;
  std::vector<std::uint16_t> slots;  // of each boundary, filled up
  std::vector<BranchRow> rows;

  // Where the links of each node begin, in cells: strip after strip.
  std::vector<long long> links;

 private:
  void fill(Branch& branch, Vertex first, Vertex end, std::span<const Vertex> loaded);
  void fill_strips(Vertex j, const Branch& branch, int slots_begin, int slot, Strip* to) const;
  void add_stem(std::vector<BranchRow> stem);

  const Tree& tree_;
  const std::span<const Vertex> number_;
};

}  // namespace warpath::cuda::sparse
