#include "cuda/sparse/branches.hpp"

#include <algorithm>
#include <deque>
#include <numeric>

#include "cuda/sparse/sizes.hpp"

namespace warpath::cuda::sparse {
namespace {

using warpath::sparse::Node;
using warpath::sparse::Tree;
using warpath::sparse::Vertex;

int cells_of_strip(const Node& node) { return kRowsOfStrip * padded_links(node.boundary); }

}  // namespace

Branches::Branches(const Tree& tree, std::span<const Vertex> number, bool with_stem)
    : stem_row(at(tree.vertices()), -1), tree_(tree), number_(number), slot_(at(tree.vertices())) {
  links.reserve(tree.nodes.size() + 1);
  links.push_back(0);
  for (const Node& node : tree.nodes) links.push_back(links.back() + link_cells(node));
  find_last();
  for (const Node& node : tree.nodes) {
    for (Vertex x = node.first; x < node.first + rows_in_stem(node); ++x) {
      stem_row[at(x)] = static_cast<int>(stem_size++);
    }
  }
  for (std::size_t j = 0; j < tree.nodes.size(); ++j) add_rows(tree.nodes[j], links[j]);
  if (with_stem) add_stem();
  sort();
}

// And what they load.
void Branches::sort() {
  std::vector<std::size_t> order(branches.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::ranges::greater{},
                           [&](std::size_t b) { return branches[b].last; });
  std::vector<Branch> sorted;
  std::vector<Load> sorted_loads;
  sorted.reserve(branches.size());
  sorted_loads.reserve(loads.size());
  for (const std::size_t b : order) {
    sorted.push_back(branches[b]);
    const auto from = loads.begin() + static_cast<Index>(b) * kMostLoads;
    sorted_loads.insert(sorted_loads.end(), from, from + kMostLoads);
  }
  branches = std::move(sorted);
  loads = std::move(sorted_loads);
}

void Branches::find_last() {
  last.assign(tree_.nodes.size(), 0);
  for (std::size_t j = tree_.nodes.size(); j-- > 0;) {
    const Node& node = tree_.nodes[j];
    const auto own = number_.subspan(at(node.first), at(node.width));
    last[j] = std::max(last[j], *std::ranges::max_element(own));
    if (node.parent >= 0) last[at(node.parent)] = std::max(last[at(node.parent)], last[j]);
  }
}

bool Branches::is_loaded(Vertex b) const {
  return slot_[at(b)].first == static_cast<int>(branches.size());
}

// For a strip of the node's, whose boundary is listed or not.
bool Branches::has_room(const Node& node, long long strip_links, bool listed) const {
  if (branches.empty()) return false;
  const Branch& branch = branches.back();
  // Ways of rows of the stem may lie between: they are brought along.
  if (branch.strips == kMostStrips ||
      strip_links + cells_of_strip(node) - branch.links > kMostLinks) {
    return false;
  }
  if (listed) return true;
  const auto there =
      std::ranges::count_if(tree_.boundary(node), [&](Vertex b) { return is_loaded(b); });
  return branch.loads + node.boundary - static_cast<int>(there) <= kMostLoads &&
         branch.slots + padded_links(node.boundary) <= kMostSlots;
}

void Branches::begin_branch(long long links_from) {
  branches.push_back({.links = links_from,
                      .first_slot = static_cast<int>(slots.size()),
                      .first_strip = static_cast<int>(strips.size())});
  loads.resize(branches.size() * kMostLoads);
}

// Of rows whose numbers are there.
void Branches::add_strip(Strip strip) {
  const auto numbers = std::span(strip.number).first(at(strip.rows));
  strip.least = *std::ranges::min_element(numbers);
  strip.last = *std::ranges::max_element(numbers);
  branches.back().last = std::max(branches.back().last, strip.last);
  ++branches.back().strips;
  strips.push_back(strip);
}

void Branches::add_load(Vertex place) {
  Branch& branch = branches.back();
  const std::size_t first = loads.size() - kMostLoads;
  loads[first + at(branch.loads++)] = {stem_row[at(place)], last[at(tree_.owner[at(place)])]};
}

// Those that are not in the stem.
void Branches::add_rows(const Node& node, long long node_links) {
  std::size_t listed = 0;  // in which branch, counted from 1
  int listed_at = 0;
  for (int row = rows_in_stem(node); row < node.width; row += kRowsOfStrip) {
    const long long strip_links = node_links + Index{row} * padded_links(node.boundary);
    if (!has_room(node, strip_links, listed > 0)) {
      begin_branch(strip_links);
      listed = 0;
    }
    if (listed == 0) {
      listed_at = list_boundary(node);
      listed = branches.size();
    }
    Branch& branch = branches.back();
    Strip strip{.links = static_cast<int>(strip_links - branch.links),
                .slots = static_cast<std::int16_t>(listed_at),
                .boundary = static_cast<std::int8_t>(node.boundary),
                .rows = static_cast<std::int8_t>(std::min(kRowsOfStrip, node.width - row)),
                .first = node.first,
                .end = node.end,
                .place = node.first + row,
                .above = node.above + row};
    std::ranges::copy(number_.subspan(at(strip.place), at(strip.rows)), strip.number);
    branch.link_cells = strip.links + cells_of_strip(node);
    add_strip(strip);
  }
}

// Which rows a boundary is, of those that the branch loads. Returns where the list begins.
int Branches::list_boundary(const Node& node) {
  Branch& branch = branches.back();
  const int at_slot = branch.slots;
  branch.slots += padded_links(node.boundary);
  for (const Vertex b : tree_.boundary(node)) {
    if (!is_loaded(b)) {
      slot_[at(b)] = {static_cast<int>(branches.size()), branch.loads};
      add_load(b);
    }
    slots.push_back(slot_[at(b)].second);
  }
  // Filled up with one of them: rows of others may not be there.
  const int more = padded_links(node.boundary) - node.boundary;
  if (more > 0) slots.insert(slots.end(), at(more), slots.back());
  return at_slot;
}

// Rows of the stem as they are, by number.
void Branches::add_stem() {
  std::vector<Vertex> stem;
  for (Vertex x = 0; x < tree_.vertices(); ++x) {
    if (stem_row[at(x)] >= 0) stem.push_back(x);
  }
  std::ranges::sort(stem, {}, [&](Vertex x) { return number_[at(x)]; });
  for (std::size_t i = 0; i < stem.size(); ++i) {
    const std::size_t row = i % kMostLoads;
    if (row == 0) begin_branch(0);
    Branch& branch = branches.back();
    branch.of_stem = 1;
    add_load(stem[i]);
    if (row % kRowsOfStrip > 0) continue;
    Strip strip{.slots = static_cast<std::int16_t>(row),
                .rows = static_cast<std::int8_t>(std::min(at(kRowsOfStrip), stem.size() - i))};
    for (std::size_t p = 0; p < at(strip.rows); ++p) strip.number[p] = number_[at(stem[i + p])];
    add_strip(strip);
  }
}

Index Branches::stem_rows(const Tree& tree) {
  Index rows = 0;
  for (const Node& node : tree.nodes) rows += rows_in_stem(node);
  return rows;
}

WorkOfPanels::WorkOfPanels(std::span<const Branch> branches, Index columns, int panel, Index n,
                           Index first_column, bool half, bool turned)
    : part(std::max(1, static_cast<int>((std::ssize(branches) + kParts - 1) / kParts))) {
  const auto with_rows_from = [&](Index row) {
    const auto end = std::ranges::partition_point(
        branches, [&](const Branch& branch) { return branch.last >= row; });
    return static_cast<int>(end - branches.begin());
  };
  const int tiles = static_cast<int>((n + kTurnedRows - 1) / kTurnedRows);
  std::vector<int> branches_of(at(tiles));  // that have rows of a tile, or behind it
  for (int t = 0; t < tiles; ++t) branches_of[at(t)] = with_rows_from(Index{t} * kTurnedRows);

  struct Rows {
    PanelList list;
    int tiles = 0;
    int written = 0;  // branches of all panels before they can be turned
  };
  std::deque<Rows> waiting;
  int written = 0;
  const auto turn = [&] {
    waiting.front().list.first_piece = pieces;
    lists.push_back(waiting.front().list);
    pieces += waiting.front().tiles;
    waiting.pop_front();
  };
  for (int p = 0; p * panel < columns; ++p) {
    const int from = half ? static_cast<int>(first_column) + p * panel : 0;
    const int first_tile = from / kTurnedRows;
    const int count = with_rows_from(from);
    int end_tile = tiles;
    for (int begin = 0; begin == 0 || begin < count; begin += part) {  // rows may wait for none
      const int end = std::min(begin + part, count);
      if (end > begin) {
        lists.push_back({.first_piece = pieces, .panel = p, .first_number = begin});
      }
      pieces += end - begin;
      written += end - begin;
      int tile = end_tile;
      while (tile > first_tile && (end == count || branches_of[at(tile - 1)] <= end)) --tile;
      if (turned && tile < end_tile) {
        waiting.push_back(
            {{.panel = p, .first_number = tile, .turned_after = end}, end_tile - tile, written});
      }
      end_tile = tile;
      while (!waiting.empty() && written - waiting.front().written >= kBehind) turn();
    }
  }
  while (!waiting.empty()) turn();
}

Index WorkOfPanels::most_pieces(const Tree& tree) {
  Index nodes = 0;
  Index strips = 0;
  for (const Node& node : tree.nodes) {
    const int rows = node.width - rows_in_stem(node);
    nodes += rows > 0 ? 1 : 0;
    strips += strips_of(rows);
  }
  // A branch begins with a node, or because the one before is full.
  constexpr int kStripsOfFull = std::min(kMostStrips, kMostLinks / (kRowsOfStrip * kMostDepth));
  return nodes + strips / kStripsOfFull + Branches::stem_rows(tree) / kMostLoads +
         tree.vertices() / kTurnedRows + 3;
}

}  // namespace warpath::cuda::sparse
