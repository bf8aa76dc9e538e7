#include "cuda/sparse/branches.hpp"

#include <algorithm>
#include <utility>

namespace warpath::cuda::sparse {
namespace {

using warpath::sparse::Node;
using warpath::sparse::Tree;
using warpath::sparse::Vertex;

// What a subtree takes of a block's room, without rows that are loaded.
struct Room {
  int rows = 0;
  int strips = 0;
  int slots = 0;
  int links = 0;

  void add(const Room& more) {
    rows += more.rows;
    strips += more.strips;
    slots += more.slots;
    links += more.links;
  }
  bool there() const {
    return rows <= kMostRows && strips <= kMostStrips && slots <= kMostSlots && links <= kMostLinks;
  }
};

int strips_of(const Node& node) { return (node.width + kRowsOfStrip - 1) / kRowsOfStrip; }

long long link_cells(const Node& node) {
  return static_cast<long long>(strips_of(node)) * kRowsOfStrip * padded_links(node.boundary);
}

Room room_of(const Node& node) {
  return {node.width, strips_of(node), padded_links(node.boundary),
          static_cast<int>(std::min<long long>(link_cells(node), kMostLinks + 1))};
}

// Whether a block has room for the subtree, by node. All that its rows need from outside is its boundary.
std::vector<Room> subtrees(const Tree& tree) {
  std::vector<Room> rooms(tree.nodes.size());
  for (std::size_t j = tree.nodes.size(); j-- > 0;) {
    const Node& node = tree.nodes[j];
    Room& room = rooms[j];
    const bool fits = node.end - node.first <= kMostRows && node.boundary <= kMostLoads &&
                      node.height < kMostLevels;
    if (fits) room.add(room_of(node));
    if (!fits || !room.there()) room.rows = kMostRows + 1;  // nor is there for those above it
    if (node.parent >= 0 && rooms[at(node.parent)].there()) rooms[at(node.parent)].add(room);
  }
  return rooms;
}

// Calls stem(node) for the nodes of the stem, parents first, and subtree(node) for the subtrees that hang on each, those
// without a parent first; end() behind those that stand together.
template <class Stem, class Subtree, class End>
void walk(const Tree& tree, const std::vector<Room>& rooms, const Stem& stem,
          const Subtree& subtree, const End& end) {
  const auto below = [&](Vertex child) { rooms[at(child)].there() ? subtree(child) : end(); };
  for (Vertex x = 0; x < tree.vertices();) {
    const Vertex root = tree.owner[at(x)];
    below(root);
    x = tree.nodes[at(root)].end;
  }
  end();
  for (Vertex j = 0; j < static_cast<Vertex>(tree.nodes.size());) {
    const Node& node = tree.nodes[at(j)];
    if (rooms[at(j)].there()) {
      j = node.end < tree.vertices() ? tree.owner[at(node.end)]
                                     : static_cast<Vertex>(tree.nodes.size());
      continue;
    }
    stem(j);
    tree.each_child(node, below);
    end();
    ++j;
  }
}

// Puts subtrees together, as many as a block has room for.
class Cutter {
 public:
  Cutter(const Tree& tree, std::span<const Vertex> number, const std::vector<Room>& rooms,
         Branches& out)
      : tree_(tree),
        number_(number),
        rooms_(rooms),
        out_(out),
        seen_(at(tree.vertices()), -1),
        slot_(at(tree.vertices())) {}

  void add(Vertex root) {
    Room room = room_;
    room.add(rooms_[at(root)]);
    const auto boundary = tree_.boundary(tree_.nodes[at(root)]);
    const auto more =
        std::ranges::count_if(boundary, [&](Vertex b) { return seen_[at(b)] != stamp_; });
    if (!room.there() || loads_ + more > kMostLoads) finish();
    for (const Vertex b : boundary) {
      if (std::exchange(seen_[at(b)], stamp_) == stamp_) continue;
      slot_[at(b)] = loads_++;
      out_.loads.push_back(out_.stem_row[at(b)]);
    }
    roots_.push_back(root);
    room_.add(rooms_[at(root)]);
  }

  void finish() {
    if (roots_.empty()) return;
    const Node& first = tree_.nodes[at(roots_.front())];
    Branch branch{.links = out_.links[at(roots_.front())],
                  .first_load = static_cast<int>(out_.loads.size()) - loads_,
                  .loads = loads_,
                  .first_strip = static_cast<int>(out_.strips.size()),
                  .first_slot = static_cast<int>(out_.slots.size())};
    const Vertex end = tree_.nodes[at(roots_.back())].end;
    rows_.clear();
    for (Vertex x = first.first; x < end; ++x) {
      slot_[at(x)] = loads_ + static_cast<int>(rows_.size());
      rows_.push_back({number_[at(x)], slot_[at(x)]});
    }
    for (std::vector<Strip>& level : levels_) level.clear();
    for (Vertex x = first.first; x < end;) {
      const Vertex j = tree_.owner[at(x)];
      add_strips(j, branch, levels_[tree_.nodes[at(j)].level - first.level]);
      x += tree_.nodes[at(j)].width;
      branch.link_cells = static_cast<int>(out_.links[at(j) + 1] - branch.links);
    }
    for (const std::vector<Strip>& level : levels_) {
      if (level.empty()) break;
      out_.strips.insert(out_.strips.end(), level.begin(), level.end());
      branch.strips = static_cast<int>(out_.strips.size()) - branch.first_strip;
      branch.level_end[branch.levels++] = branch.strips;
    }
    branch.slots = static_cast<int>(out_.slots.size()) - branch.first_slot;
    put(branch, rows_);
    roots_.clear();
    room_ = {};
    loads_ = 0;
    ++stamp_;
  }

  // Rows of the stem as they are.
  void add_stem(std::vector<BranchRow> rows) {
    std::ranges::sort(rows, {}, &BranchRow::number);
    for (std::size_t i = 0; i < rows.size(); i += kMostRows) {
      const std::size_t count = std::min(rows.size() - i, std::size_t{kMostRows});
      const Branch branch{.first_load = static_cast<int>(out_.loads.size()),
                          .loads = static_cast<int>(count)};
      rows_.clear();
      for (std::size_t k = 0; k < count; ++k) {
        out_.loads.push_back(rows[i + k].slot);
        rows_.push_back({rows[i + k].number, static_cast<int>(k)});
      }
      put(branch, rows_);
    }
  }

 private:
  void add_strips(Vertex j, const Branch& branch, std::vector<Strip>& strips) {
    const Node& node = tree_.nodes[at(j)];
    const auto slots = static_cast<int>(out_.slots.size()) - branch.first_slot;
    for (const Vertex b : tree_.boundary(node)) {
      out_.slots.push_back(static_cast<std::uint16_t>(slot_[at(b)]));
    }
    out_.slots.resize(at(branch.first_slot + slots + padded_links(node.boundary)));
    int below = 0;  // the largest number that needs the rows of this node
    for (Vertex x = node.first + node.width; x < node.end; ++x) {
      below = std::max(below, number_[at(x)]);
    }
    for (int row = 0; row < node.width; row += kRowsOfStrip) {
      Strip strip{.links = static_cast<int>(out_.links[at(j)] - branch.links) +
                           row * padded_links(node.boundary),
                  .boundary = node.boundary,
                  .slots = slots,
                  .slot = slot_[at(node.first + row)],
                  .rows = std::min(kRowsOfStrip, node.width - row),
                  .node_first = node.first,
                  .node_end = node.end,
                  .place = node.first + row,
                  .above = node.above + row,
                  .last = below};
      for (int i = 0; i < strip.rows; ++i) {
        strip.last = std::max(strip.last, number_[at(strip.place + i)]);
      }
      strips.push_back(strip);
    }
  }

  void put(Branch branch, std::vector<BranchRow>& rows) const {
    std::ranges::sort(rows, {}, &BranchRow::number);
    branch.first_row = static_cast<int>(out_.rows.size());
    branch.rows = static_cast<int>(rows.size());
    branch.last = rows.back().number;
    out_.rows.insert(out_.rows.end(), rows.begin(), rows.end());
    out_.branches.push_back(branch);
  }

  const Tree& tree_;
  const std::span<const Vertex> number_;
  const std::vector<Room>& rooms_;
  Branches& out_;
  std::vector<int> seen_;  // boundaries that are loaded already, by the branch
  int stamp_ = 0;
  std::vector<int> slot_;  // of the places of the branch that is cut
  std::vector<Vertex> roots_;
  Room room_;
  int loads_ = 0;
  std::vector<BranchRow> rows_;  // of one branch
  std::vector<Strip> levels_[kMostLevels];
};

}  // namespace

Branches::Branches(const Tree& tree, std::span<const Vertex> number)
    : stem_row(at(tree.vertices()), -1) {
  links.reserve(tree.nodes.size() + 1);
  links.push_back(0);
  for (const Node& node : tree.nodes) links.push_back(links.back() + link_cells(node));
  const std::vector<Room> rooms = subtrees(tree);
  Cutter cutter(tree, number, rooms, *this);
  std::vector<BranchRow> stem;
  walk(
      tree, rooms,
      [&](Vertex j) {
        const Node& node = tree.nodes[at(j)];
        for (Vertex x = node.first; x < node.first + node.width; ++x) {
          stem_row[at(x)] = static_cast<int>(stem_size);
          stem.push_back({number[at(x)], static_cast<int>(stem_size++)});
        }
      },
      [&](Vertex root) { cutter.add(root); }, [&] { cutter.finish(); });
  cutter.add_stem(std::move(stem));
  std::ranges::stable_sort(branches, std::ranges::greater{}, &Branch::last);
}

Index Branches::stem_rows(const Tree& tree) {
  Index rows = 0;
  walk(
      tree, subtrees(tree), [&](Vertex j) { rows += tree.nodes[at(j)].width; }, [](Vertex) {},
      [] {});
  return rows;
}

}  // namespace warpath::cuda::sparse
