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

// Subtrees that a block has room for, put together.
struct Bundle {
  Vertex first = 0;  // their places
  Vertex end = 0;
  Room room;
  std::vector<Vertex> loads = {};  // places in the stem, ascending
};

class Bundler {
 public:
  Bundler(const Tree& tree, const std::vector<Room>& rooms)
      : tree_(tree), rooms_(rooms), seen_(at(tree.vertices()), -1) {}

  void add(Vertex root) {
    const Node& node = tree_.nodes[at(root)];
    Room room = open_.room;
    room.add(rooms_[at(root)]);
    const auto boundary = tree_.boundary(node);
    const auto more =
        std::ranges::count_if(boundary, [&](Vertex b) { return seen_[at(b)] != stamp(); });
    if (!room.there() || static_cast<Index>(open_.loads.size()) + more > kMostLoads) end();
    if (open_.room.rows == 0) open_.first = node.first;
    open_.end = node.end;
    open_.room.add(rooms_[at(root)]);
    for (const Vertex b : boundary) {
      if (std::exchange(seen_[at(b)], stamp()) != stamp()) open_.loads.push_back(b);
    }
  }

  void end() {
    if (open_.room.rows == 0) return;
    std::ranges::sort(open_.loads);
    bundles.push_back(std::exchange(open_, {}));
  }

  std::vector<Bundle> bundles;

 private:
  int stamp() const { return static_cast<int>(bundles.size()); }

  const Tree& tree_;
  const std::vector<Room>& rooms_;
  std::vector<int> seen_;  // boundaries that are loaded already, by the bundle
  Bundle open_;
};

}  // namespace

Branches::Branches(const Tree& tree, std::span<const Vertex> number, Crew& crew)
    : stem_row(at(tree.vertices()), -1), tree_(tree), number_(number) {
  links.reserve(tree.nodes.size() + 1);
  links.push_back(0);
  for (const Node& node : tree.nodes) links.push_back(links.back() + link_cells(node));
  const std::vector<Room> rooms = subtrees(tree);
  Bundler bundler(tree, rooms);
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
      [&](Vertex root) { bundler.add(root); }, [&] { bundler.end(); });

  // Where the lists of each begin, and then the lists.
  int first_row = 0;
  for (const Bundle& bundle : bundler.bundles) {
    branches.push_back({.links = links[at(tree.owner[at(bundle.first)])],
                        .first_load = static_cast<int>(loads.size()),
                        .loads = static_cast<int>(bundle.loads.size()),
                        .first_strip = static_cast<int>(strips.size()),
                        .strips = bundle.room.strips,
                        .first_slot = static_cast<int>(slots.size()),
                        .slots = bundle.room.slots,
                        .first_row = first_row,
                        .rows = bundle.room.rows});
    first_row += bundle.room.rows;
    strips.resize(strips.size() + at(bundle.room.strips));
    slots.resize(slots.size() + at(bundle.room.slots));
    for (const Vertex b : bundle.loads) loads.push_back(stem_row[at(b)]);
  }
  rows.resize(at(first_row));
  crew.run_each(static_cast<Index>(branches.size()), [&](Index b) {
    const Bundle& bundle = bundler.bundles[at(b)];
    fill(branches[at(b)], bundle.first, bundle.end, bundle.loads);
  });
  add_stem(std::move(stem));
  std::ranges::stable_sort(branches, std::ranges::greater{}, &Branch::last);
}

// The lists of a branch: places [first, end).
void Branches::fill(Branch& branch, Vertex first, Vertex end, std::span<const Vertex> loaded) {
  const auto slot_of = [&](Vertex place) {
    if (place >= first) return branch.loads + place - first;
    return static_cast<int>(std::ranges::lower_bound(loaded, place) - loaded.begin());
  };
  const Vertex top = tree_.node_of(first).level;
  int levels[kMostLevels + 1] = {};  // where the strips of each level begin
  Vertex j = tree_.owner[at(first)];
  const auto each_node = [&](const auto& visit) {
    for (Vertex x = first; x < end; x += tree_.node_of(x).width) visit(tree_.owner[at(x)]);
  };
  each_node([&](Vertex node) {
    j = node;
    levels[tree_.nodes[at(node)].level - top + 1] += strips_of(tree_.nodes[at(node)]);
  });
  branch.link_cells = static_cast<int>(links[at(j) + 1] - branch.links);
  while (branch.levels < kMostLevels && levels[branch.levels + 1] > 0) {
    levels[branch.levels + 1] += levels[branch.levels];
    branch.level_end[branch.levels] = levels[branch.levels + 1];
    ++branch.levels;
  }
  int slot = 0;  // of the list of slots
  each_node([&](Vertex node) {
    int& strip = levels[tree_.nodes[at(node)].level - top];
    fill_strips(node, branch, slot, slot_of(tree_.nodes[at(node)].first),
                strips.data() + branch.first_strip + strip);
    strip += strips_of(tree_.nodes[at(node)]);
    for (const Vertex b : tree_.boundary(tree_.nodes[at(node)])) {
      slots[at(branch.first_slot + slot++)] = static_cast<std::uint16_t>(slot_of(b));
    }
    slot = padded_links(slot);
  });
  BranchRow* const mine = rows.data() + branch.first_row;
  for (Vertex x = first; x < end; ++x) mine[x - first] = {number_[at(x)], slot_of(x)};
  std::ranges::sort(mine, mine + branch.rows, {}, &BranchRow::number);
  branch.last = mine[branch.rows - 1].number;
}

void Branches::fill_strips(Vertex j, const Branch& branch, int slots_begin, int slot,
                           Strip* to) const {
  const Node& node = tree_.nodes[at(j)];
  int below = 0;  // the largest number that needs the rows of this node
  for (Vertex x = node.first + node.width; x < node.end; ++x) {
    below = std::max(below, number_[at(x)]);
  }
  for (int row = 0; row < node.width; row += kRowsOfStrip) {
    Strip strip{
        .links = static_cast<int>(links[at(j)] - branch.links) + row * padded_links(node.boundary),
        .boundary = node.boundary,
        .slots = slots_begin,
        .slot = slot + row,
        .rows = std::min(kRowsOfStrip, node.width - row),
        .node_first = node.first,
        .node_end = node.end,
        .place = node.first + row,
        .above = node.above + row,
        .last = below};
    for (int i = 0; i < strip.rows; ++i) {
      strip.last = std::max(strip.last, number_[at(strip.place + i)]);
    }
    *to++ = strip;
  }
}

// Rows of the stem as they are.
void Branches::add_stem(std::vector<BranchRow> stem) {
  std::ranges::sort(stem, {}, &BranchRow::number);
  for (std::size_t i = 0; i < stem.size(); i += kMostRows) {
    const std::size_t count = std::min(stem.size() - i, std::size_t{kMostRows});
    branches.push_back({.first_load = static_cast<int>(loads.size()),
                        .loads = static_cast<int>(count),
                        .first_row = static_cast<int>(rows.size()),
                        .rows = static_cast<int>(count),
                        .last = stem[i + count - 1].number});
    for (std::size_t k = 0; k < count; ++k) {
      loads.push_back(stem[i + k].slot);
      rows.push_back({stem[i + k].number, static_cast<int>(k)});
    }
  }
}

Index Branches::stem_rows(const Tree& tree) {
  Index rows = 0;
  walk(
      tree, subtrees(tree), [&](Vertex j) { rows += tree.nodes[at(j)].width; }, [](Vertex) {},
      [] {});
  return rows;
}

}  // namespace warpath::cuda::sparse
