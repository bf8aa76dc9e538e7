// Items that belong to vertices, in one piece of memory.
#pragma once

#include <cstddef>
#include <numeric>
#include <span>
#include <vector>

#include "warpath/types.hpp"

namespace warpath {

constexpr std::size_t at(Index i) { return static_cast<std::size_t>(i); }

// Those of one vertex after those of the other, each in the order in which they came.
template <class Item>
struct ByVertex {
  // each(visit) calls visit(vertex, item) for every item: the same each time.
  template <class Each>
  ByVertex(Index n, const Each& each) : offsets(at(n) + 1) {
    each([&](Index v, const Item&) { ++offsets[at(v) + 1]; });
    std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
    items.resize(at(offsets.back()));
    std::vector<Index> next(offsets);
    each([&](Index v, const Item& item) { items[at(next[at(v)]++)] = item; });
  }

  std::span<Item> of(Index v) { return {items.data() + offsets[at(v)], count(v)}; }
  std::span<const Item> of(Index v) const { return {items.data() + offsets[at(v)], count(v)}; }
  std::size_t count(Index v) const { return at(offsets[at(v) + 1] - offsets[at(v)]); }

  std::vector<Index> offsets;
  std::vector<Item> items;
};

}  // namespace warpath
