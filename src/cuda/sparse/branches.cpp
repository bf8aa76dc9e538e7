#include "cuda/sparse/branches.hpp"

#include <algorithm>
#include <utility>

#include "cuda/sparse/sizes.hpp"

namespace warpath::cuda::sparse {
namespace {

using warpath::sparse::Node;
using warpath::sparse::Tree;
using warpath::sparse::Vertex;

// What a subtree takes of a warp's room, without rows that are loaded.
struct Room {
  int rows = 0;
  int strips = 0;
  int longest = 0;  // way from its root to a leaf, in rows

  void add(const Room& more) {
    rows += more.rows;
    strips += more.strips;
    longest = std::max(longest, more.longest);
  }
  bool there() const { return rows <= kMostRows && strips <= kMostStrips; }
};

// Whether a warp has room for the subtree, by node. All that its rows need from outside is its boundary.
std::vector<Room> subtrees(const Tree& tree) {
  std::vector<Room> rooms(tree.nodes.size());
  for (std::size_t j = tree.nodes.size(); j-- > 0;) {
    const Node& node = tree.nodes[j];
    Room& room = rooms[j];
    room.rows += node.width;
    room.strips += strips_of(node);
    if (node.height > 0) room.longest += node.width;
    const bool fits = node.boundary <= kMostDepth && node.boundary + room.longest <= kSlots;
    if (!fits || !room.there()) room.rows = kMostRows + 1;  // nor is there for those above it
    if (node.parent < 0) continue;
    Room& above = rooms[at(node.parent)];
    if (above.there()) above.add(room);
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

}  // namespace

// Subtrees that a warp has room for, put together.
struct Branches::Bundle {
  Vertex first = 0;  // their places
  Vertex end = 0;
  Room room;
  std::vector<Vertex> roots = {};  // nodes
  std::vector<Vertex> loads = {};  // places in the stem, ascending
  int slots = 0;                   // entries of boundaries, filled up
};

namespace {

template <class Bundle>
class Bundler {
 public:
  Bundler(const Tree& tree, const std::vector<Room>& rooms)
      : tree_(tree), rooms_(rooms), seen_(at(tree.vertices()), -1) {}

  void add(Vertex root) {
    const Node& node = tree_.nodes[at(root)];
    Room room = open_.room;
    room.add(rooms_[at(root)]);
    const auto boundary = tree_.boundary(node);
    const auto more = static_cast<int>(
        std::ranges::count_if(boundary, [&](Vertex b) { return seen_[at(b)] != stamp(); }));
    const int loads = static_cast<int>(open_.loads.size()) + more;
    if (!room.there() || loads + room.longest > kSlots) end();
    if (open_.roots.empty()) open_.first = node.first;
    open_.end = node.end;
    open_.room.add(rooms_[at(root)]);
    open_.roots.push_back(root);
    for (Vertex x = node.first; x < node.end; x += tree_.node_of(x).width) {
      open_.slots += padded_links(tree_.node_of(x).boundary);
    }
    for (const Vertex b : boundary) {
      if (std::exchange(seen_[at(b)], stamp()) != stamp()) open_.loads.push_back(b);
    }
  }

  void end() {
    if (open_.roots.empty()) return;
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

Branches::Branches(const Tree& tree, std::span<const Vertex> number)
    : stem_row(at(tree.vertices()), -1), tree_(tree), number_(number) {
  links.reserve(tree.nodes.size() + 1);
  links.push_back(0);
  for (const Node& node : tree.nodes) links.push_back(links.back() + link_cells(node));
  find_last();
  const std::vector<Room> rooms = subtrees(tree);
  Bundler<Bundle> bundler(tree, rooms);
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
  std::size_t slot = 0;
  for (const Bundle& bundle : bundler.bundles) {
    branches.push_back({.links = links[at(tree.owner[at(bundle.first)])],
                        .first_load = static_cast<int>(loads.size()),
                        .loads = static_cast<int>(bundle.loads.size()),
                        .first_strip = static_cast<int>(strips.size()),
                        .strips = bundle.room.strips,
                        .first = bundle.first,
                        .rows = bundle.room.rows,
                        .last = static_cast<int>(slot)});  // until it is filled
    strips.resize(strips.size() + at(bundle.room.strips));
    slot += at(bundle.slots);
    for (const Vertex b : bundle.loads) loads.push_back(stem_row[at(b)]);
  }
  slots.resize(slot);
  strip_last.resize(strips.size());
  for (std::size_t b = 0; b < branches.size(); ++b) fill(branches[b], bundler.bundles[b]);
  add_stem();
  std::ranges::stable_sort(branches, std::ranges::greater{}, &Branch::last);
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

// The lists of a branch.
void Branches::fill(Branch& branch, const Bundle& bundle) {
  int slot = std::exchange(branch.last, 0);  // of the list of slots
  int strip = branch.first_strip;
  for (const Vertex root : bundle.roots) {
    const Node& top = tree_.nodes[at(root)];
    branch.last = std::max(branch.last, last[at(root)]);
    // On the stack, nodes stand as they do in trunks.
    const auto stacked = [&](const Node& node) { return branch.loads + node.above - top.above; };
    for (Vertex x = top.first; x < top.end; x += tree_.node_of(x).width) {
      const Node& node = tree_.node_of(x);
      strip = fill_strips(tree_.owner[at(x)], branch, slot, node.height > 0 ? stacked(node) : -1,
                          strip);
      int* to = slots.data() + slot;
      for (const Vertex b : tree_.boundary(node)) {
        const Node& holds = tree_.node_of(b);
        *to++ = b >= top.first ? stacked(holds) + b - holds.first
                               : static_cast<int>(std::ranges::lower_bound(bundle.loads, b) -
                                                  bundle.loads.begin());
      }
      slot += padded_links(node.boundary);
    }
  }
}

int Branches::fill_strips(Vertex j, const Branch& branch, int slots_begin, int slot, int to) {
  const Node& node = tree_.nodes[at(j)];
  for (int row = 0; row < node.width; row += kRowsOfStrip) {
    Strip strip{
        .links = static_cast<int>(links[at(j)] - branch.links) + row * padded_links(node.boundary),
        .slots = slots_begin,
        .boundary = static_cast<std::int16_t>(node.boundary),
        .rows = static_cast<std::int16_t>(std::min(kRowsOfStrip, node.width - row)),
        .slot = slot < 0 ? -1 : slot + row,
        .node_first = node.first,
        .node_end = node.end,
        .place = node.first + row,
        .above = node.above + row};
    int own = 0;  // rows of leaves are needed by nobody else
    for (int i = 0; i < strip.rows; ++i) {
      strip.number[i] = number_[at(strip.place + i)];
      own = std::max(own, strip.number[i]);
    }
    strip_last[at(to)] = node.height > 0 ? last[at(j)] : own;
    strips[at(to++)] = strip;
  }
  return to;
}

// Rows of the stem as they are.
void Branches::add_stem() {
  std::ranges::sort(stem, {}, &StemRow::number);
  for (std::size_t i = 0; i < stem.size(); i += kMostRows) {
    const std::size_t count = std::min(stem.size() - i, std::size_t{kMostRows});
    branches.push_back({.first = static_cast<int>(i),
                        .rows = static_cast<int>(count),
                        .last = stem[i + count - 1].number});
  }
}

Index Branches::stem_rows(const Tree& tree) {
  Index rows = 0;
  walk(
      tree, subtrees(tree), [&](Vertex j) { rows += tree.nodes[at(j)].width; }, [](Vertex) {},
      [] {});
  return rows;
}

WorkOfPanels::WorkOfPanels(std::span<const Branch> branches, Index columns, int panel, Index n,
                           Index first_column, bool half, bool turned) {
  constexpr int kRows = kTurnedRows * kTilesTogether;
  const int panels = static_cast<int>((columns + panel - 1) / panel);
  const auto column = [&](int p) { return static_cast<int>(first_column) + p * panel; };
  for (int p = 0; p <= panels; ++p) {
    first_item.push_back(items);
    if (p < panels) {
      const int from = half ? column(p) : 0;
      const auto end = std::ranges::partition_point(
          branches, [&](const Branch& branch) { return branch.last >= from; });
      items += static_cast<int>(end - branches.begin());
    }
    first_item.push_back(items);
    if (p > 0 && turned) {
      const int rows = static_cast<int>(n) - first_turned(half, column(p - 1));
      items += (rows + kRows - 1) / kRows;
    }
  }
}

}  // namespace warpath::cuda::sparse
