// The vertices cut in two for the device: the *stem*, whose rows others need, which are computed level by level and
// kept, and *branches*, all others.
//
// Others need rows that boundaries name: one of seven in a road network, one of thirty in streets. A row of a branch
// needs rows of the stem, and nothing else, and goes from registers to where it is wanted.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "sparse/tree.hpp"

namespace warpath::cuda::sparse {

// What a block has room for in shared memory: rows of the stem, and ways of strips, rows that a warp computes together.
constexpr int kRowsOfStrip = 8;
constexpr int kMostStrips = 16;
constexpr int kMostRows = kMostStrips * kRowsOfStrip;
constexpr int kMostLoads = 48;
constexpr int kMostDepth = 24;  // of a boundary
constexpr int kMostSlots = 128;
constexpr int kMostLinks = 2560;  // in cells

// Ways of two words of any step: what a boundary is filled up to.
constexpr int kLinksTogether = 8;
constexpr int padded_links(int boundary) {
  return (boundary + kLinksTogether - 1) / kLinksTogether * kLinksTogether;
}

constexpr int strips_of(int rows) { return (rows + kRowsOfStrip - 1) / kRowsOfStrip; }

// How many of a node's rows, the first, are in the stem, in whole strips; all where the boundary is too long.
constexpr int rows_in_stem(const warpath::sparse::Node& node) {
  if (padded_links(node.boundary) > kMostDepth) return node.width;
  return std::min(node.width, strips_of(node.named) * kRowsOfStrip);
}

// What the ways of a node to its boundary take, strip after strip.
constexpr long long link_cells(const warpath::sparse::Node& node) {
  return static_cast<long long>(strips_of(node.width)) * kRowsOfStrip * padded_links(node.boundary);
}

// Up to eight rows of a node.
struct alignas(16) Strip {
  int links = 0;  // where its ways begin, in cells from those of the branch on: word by word of
                  // the boundary, eight rows beside each other
  std::int16_t slots =
      0;  // where the list of the rows that they lead to begins, in that of the branch
  std::int8_t boundary = 0;  // how many ways a row has
  std::int8_t rows = 0;
  int first = 0;  // of the subtree
  int end = 0;
  int place = 0;  // of the first row
  int above = 0;  // where that stands in a trunk
  int least = 0;  // number of a row
  int last = 0;   // the largest
  int number[kRowsOfStrip] = {};
};
static_assert(kMostDepth <= 127 && kMostSlots < 1 << 15);
static_assert(sizeof(Strip) == 64);

struct alignas(16) Branch {
  long long links = 0;  // in cells; those of all its strips lie together
  int link_cells = 0;
  int first_slot = 0;
  int slots = 0;  // which rows of the stem, of those that are loaded, boundaries are
  int loads = 0;
  int first_strip = 0;
  int strips = 0;
  int last = 0;     // the largest number
  int of_stem = 0;  // its rows are those that are loaded, as they are
};

// A row of the stem that a branch needs.
struct Load {
  int row = 0;
  int last = 0;  // the largest number below it: where only larger ones are wanted, it is not there
};

class Branches {
 public:
  using Vertex = warpath::sparse::Vertex;
  using Tree = warpath::sparse::Tree;

  // `number` of each place in the tree: how rows and columns are counted where they go. `with_stem`: rows of the stem
  // are branches as well, to go where the others do.
  Branches(const Tree& tree, std::span<const Vertex> number, bool with_stem);

  // How many rows the stem has.
  static Index stem_rows(const Tree& tree);

  std::vector<int> stem_row;  // of each place: -1 in branches
  Index stem_size = 0;
  std::vector<Branch> branches;  // the largest `last` first
  std::vector<Load> loads;       // kMostLoads of each branch
  std::vector<Strip> strips;
  std::vector<int> slots;  // of each boundary, filled up

  // By node: where its links begin, in cells, strip after strip; and the largest number below it.
  std::vector<long long> links;
  std::vector<int> last;

 private:
  void find_last();
  void sort();
  void add_rows(const warpath::sparse::Node& node, long long node_links);
  bool is_loaded(Vertex b) const;
  bool has_room(const warpath::sparse::Node& node, long long strip_links, bool listed) const;
  void begin_branch(long long links_from);
  int list_boundary(const warpath::sparse::Node& node);
  void add_strip(Strip strip);
  void add_load(Vertex place);
  void add_stem();

  const Tree& tree_;
  const std::span<const Vertex> number_;
  std::vector<std::pair<int, int>>
      slot_;  // of each place: in which branch, counted from 1, and there
};

// What there is to do so that rows of branches become a matrix, panel by panel, and panels are turned.
enum class Task : int { branch, turned, nothing };
struct alignas(16) Piece {
  int panel = 0;
  Task task = Task::nothing;
  int number = 0;  // of the branch; or of the kTurnedRows rows that are turned,
  int after = 0;   // once so many branches of the panel, the first, are done
};

// In lists of pieces that are alike and count on.
struct PanelList {
  int first_piece = 0;
  int panel = 0;
  int first_number = 0;
  int turned_after = -1;  // -1: a list of branches
};

struct WorkOfPanels {
  // Branches stand in the order of their largest rows. So rows can be turned long before all of a panel is done, while
  // they are in the second-level cache: how many are done is counted for so many parts of them.
  static constexpr int kParts = 16;

  // So many branches come between those that rows wait for and the rows: by then these are done, or nearly.
  static constexpr int kBehind = 768;

  // `half`: of a symmetric matrix, whose rows only count up to their own number; columns are counted from
  // first_column on. `turned`: the panels, of n rows, are.
  WorkOfPanels(std::span<const Branch> branches, Index columns, int panel, Index n,
               Index first_column, bool half, bool turned);

  // No panel has more.
  static Index most_pieces(const warpath::sparse::Tree& tree);
  static constexpr Index kMostLists = 2 * kParts;

  std::vector<PanelList> lists;
  int pieces = 0;
  int part = 1;  // branches
};

}  // namespace warpath::cuda::sparse
