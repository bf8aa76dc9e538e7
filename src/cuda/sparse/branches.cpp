#include "cuda/sparse/branches.hpp"

#include <algorithm>
#include <deque>

#include "cuda/sparse/sizes.hpp"

namespace warpath::cuda::sparse {
namespace {

using warpath::sparse::Node;
using warpath::sparse::Tree;
using warpath::sparse::Vertex;

bool is_in_branch(const Node& node) {
  return node.height == 0 && padded_links(node.boundary) <= kMostDepth &&
         strips_of(node) <= kMostStrips && link_cells(node) <= kMostLinks;
}

}  // namespace

Branches::Branches(const Tree& tree, std::span<const Vertex> number)
    : stem_row(at(tree.vertices()), -1), tree_(tree), number_(number), slot_(at(tree.vertices())) {
  links.reserve(tree.nodes.size() + 1);
  links.push_back(0);
  for (const Node& node : tree.nodes) links.push_back(links.back() + link_cells(node));
  find_last();
  for (const Node& node : tree.nodes) {
    if (is_in_branch(node)) continue;
    for (Vertex x = node.first; x < node.first + node.width; ++x) {
      stem_row[at(x)] = static_cast<int>(stem_size++);
    }
  }
  Vertex end = -1;  // of the branch before
  for (std::size_t j = 0; j < tree.nodes.size(); ++j) {
    const Node& node = tree.nodes[j];
    if (!is_in_branch(node)) continue;
    if (node.first != end || !has_room(node)) begin_branch(links[j]);
    add_leaf(node, links[j]);
    end = node.end;
  }
  add_stem();
  std::ranges::stable_sort(branches, std::ranges::greater{}, &Branch::last);
  std::vector<Load> sorted(loads.size());
  for (std::size_t b = 0; b < branches.size(); ++b) {
    const auto from = loads.begin() + Index{branches[b].number} * kMostLoads;
    std::copy_n(from, kMostLoads, sorted.begin() + static_cast<Index>(b) * kMostLoads);
  }
  loads = std::move(sorted);
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

// For a leaf behind those that are there.
bool Branches::has_room(const Node& node) const {
  const Branch& branch = branches.back();
  const auto there =
      std::ranges::count_if(tree_.boundary(node), [&](Vertex b) { return is_loaded(b); });
  return branch.strips + strips_of(node) <= kMostStrips &&
         branch.loads + node.boundary - static_cast<int>(there) <= kMostLoads &&
         branch.slots + padded_links(node.boundary) <= kMostSlots &&
         branch.link_cells + link_cells(node) <= kMostLinks;
}

void Branches::begin_branch(long long links_from) {
  branches.push_back({.links = links_from,
                      .first_slot = static_cast<int>(slots.size()),
                      .first_strip = static_cast<int>(strips.size()),
                      .number = static_cast<int>(branches.size())});
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
  loads[at(branch.number) * kMostLoads + at(branch.loads++)] = {stem_row[at(place)],
                                                                last[at(tree_.owner[at(place)])]};
}

void Branches::add_leaf(const Node& node, long long node_links) {
  Branch& branch = branches.back();
  for (int row = 0; row < node.width; row += kRowsOfStrip) {
    Strip strip{
        .links = static_cast<int>(node_links - branch.links) + row * padded_links(node.boundary),
        .slots = branch.slots,
        .boundary = static_cast<std::int16_t>(node.boundary),
        .rows = static_cast<std::int16_t>(std::min(kRowsOfStrip, node.width - row)),
        .width = static_cast<std::int16_t>(node.width),
        .row = static_cast<std::int16_t>(row),
        .place = node.first + row,
        .above = node.above + row};
    std::ranges::copy(number_.subspan(at(strip.place), at(strip.rows)), strip.number);
    add_strip(strip);
  }
  branch.link_cells += static_cast<int>(link_cells(node));
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
    Strip strip{.slots = static_cast<int>(row),
                .rows = static_cast<std::int16_t>(std::min(at(kRowsOfStrip), stem.size() - i))};
    for (std::size_t p = 0; p < at(strip.rows); ++p) strip.number[p] = number_[at(stem[i + p])];
    add_strip(strip);
  }
}

Index Branches::stem_rows(const Tree& tree) {
  Index rows = 0;
  for (const Node& node : tree.nodes) rows += is_in_branch(node) ? 0 : node.width;
  return rows;
}

WorkOfPanels::WorkOfPanels(std::span<const Branch> branches, Index columns, int panel, Index n,
                           Index first_column, bool half, bool turned) {
  struct Written {
    int panel = 0;
    int branches = 0;
    int end = 0;  // of these, among all branches of all panels
  };
  std::deque<Written> waiting;
  int written = 0;
  const auto column = [&](int p) { return static_cast<int>(first_column) + p * panel; };
  const auto turn = [&] {
    const Written& next = waiting.front();
    lists.push_back({pieces, next.panel, next.branches});
    const int rows = static_cast<int>(n) - first_turned(half, column(next.panel));
    pieces += (rows + kTurnedRows - 1) / kTurnedRows;
    waiting.pop_front();
  };
  for (int p = 0; p * panel < columns; ++p) {
    const int from = half ? column(p) : 0;
    const auto end = std::ranges::partition_point(
        branches, [&](const Branch& branch) { return branch.last >= from; });
    const int count = static_cast<int>(end - branches.begin());
    lists.push_back({pieces, p});
    pieces += count;
    written += count;
    if (turned) waiting.push_back({p, count, written});
    while (!waiting.empty() && written - waiting.front().end >= kBehind) turn();
  }
  while (!waiting.empty()) turn();
}

Index WorkOfPanels::most_pieces(const Tree& tree) {
  const auto leaves = std::ranges::count_if(tree.nodes, is_in_branch);
  return leaves + Branches::stem_rows(tree) / kMostLoads + tree.vertices() / kTurnedRows + 3;
}

}  // namespace warpath::cuda::sparse
