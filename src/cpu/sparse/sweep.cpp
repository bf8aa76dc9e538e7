// Panels: all nodes, root first. Their trunks are there (trunks.cpp).
#include "cpu/sparse/sweep.hpp"

#include <algorithm>

#include "base/dispatch.hpp"
#include "cpu/sparse/product.hpp"
#include "cpu/sparse/turn.hpp"

namespace warpath::cpu {

template <class T>
double Sweep<T>::tasks() const {
  double tasks = 0;
  for (const Node& node : tree_.nodes) tasks += static_cast<double>(node.width) * node.boundary;
  return tasks;
}

template <class T>
void Sweep<T>::sort_by_place(std::vector<Column>& columns) {
  std::sort(columns.begin(), columns.end(),
            [](const Column& a, const Column& b) { return a.place < b.place; });
}

template <class T>
std::vector<char> Sweep<T>::needed_from(Vertex least) const {
  std::vector<char> needed(at(tree_.vertices()));
  for (std::size_t x = 0; x < needed.size(); ++x) needed[x] = tree_.vertex[x] >= least;
  for (auto j = tree_.nodes.size(); j-- > 0;) {  // parents last: their rows are come by
    const Node& node = tree_.nodes[j];
    const auto own = needed.begin() + node.first;
    if (std::find(own, own + node.width, 1) == own + node.width) continue;
    for (const Vertex b : tree_.boundary(node)) needed[at(b)] = 1;
  }
  return needed;
}

template <class T>
void Sweep<T>::choose_rows(Vertex j, const Panel& panel, const Rest& rest, Space& space) const {
  const Node& node = tree_.nodes[at(j)];
  const bool all = rest.needed.empty() || is_whole(node);
  space.own.clear();
  space.rows.clear();
  for (Vertex i = 0; i < node.width; ++i) {
    if (!all && rest.needed[at(node.first + i)] == 0) continue;
    space.own.push_back(i);
    space.rows.push_back(panel.row(node.first + i));
  }
}

template <class T>
void Sweep<T>::sweep_node(Vertex j, Index columns, const Panel& panel, bool non_temporal,
                          Space& space) const {
  const Node& node = tree_.nodes[at(j)];
  const Index s = node.boundary;
  space.sources.clear();
  for (const Vertex b : tree_.boundary(node)) space.sources.push_back(panel.row(b));
  const T* left = targets_ ? factor_.up(j) : factor_.down(j);
  if (at(node.width) != space.own.size()) {
    Space::reserve(space.chosen, static_cast<Index>(space.own.size()) * s);
    T* chosen = space.chosen.data();
    for (const Vertex i : space.own) chosen = std::copy_n(left + i * s, s, chosen);
    left = space.chosen.data();
  }
  space.multiply(tiles_, left, columns, non_temporal);
}

template <class T>
void Sweep<T>::panel(Index begin, Index end, T* x, Index ld) const {
  sweep_panel(begin, end, {x, ld, tree_.vertex}, {}, {});
}

template <class T>
void Sweep<T>::half_panel(Index begin, Index end, T* x, Index ld) const {
  const Vertex least = tree_.vertex[at(columns_[at(begin)].place)];
  sweep_panel(begin, end, {x, ld, tree_.vertex}, {}, {.needed = needed_from(least)});
}

template <class T>
void Sweep<T>::look_at_panel(Index begin, Index end, T* x, Index ld, const Seen& seen,
                             Vertex from) const {
  sweep_panel(begin, end, {x, ld, trunk_rows_}, seen, {.from = from});
}

// Rows of the root of everything: nothing but trunks.
template <class T>
void Sweep<T>::turn_trunks(Index begin, Index end, const Space& space) const {
  turn<T>(
      end - begin, static_cast<Index>(space.rows.size()),
      [&](Index c) { return columns_[at(begin + c)].trunk; },
      [&](Index i) { return space.rows[at(i)]; });
}

// The better of product and trunk, in the columns of the subtree.
template <class T>
void Sweep<T>::take_trunks(const Node& node, std::span<const Column> columns, Index begin,
                           const Space& space) const {
  // A few rows at a time, which stay in the cache while all columns pass.
  constexpr std::size_t kRowsAtATime = 16;
  const std::size_t count = space.own.size();
  rules_.with_order([&](auto is_better) {
    for (std::size_t i0 = 0; i0 < count && !columns.empty(); i0 += kRowsAtATime) {
      const std::size_t i1 = std::min(i0 + kRowsAtATime, count);
      for (const Column& column : columns) {
        const T* const trunk = column.trunk + node.above;
        for (std::size_t i = i0; i < i1; ++i) {
          T& cell = space.rows[i][column.index - begin];
          const T way = trunk[space.own[i]];
          if (is_better(way, cell)) cell = way;
        }
      }
    }
  });
}

template <class T>
void Sweep<T>::sweep_panel(Index begin, Index end, const Panel& panel, const Seen& seen,
                           const Rest& rest) const {
  std::vector<Column> sorted(columns_.begin() + begin, columns_.begin() + end);
  sort_by_place(sorted);
  const auto below = [&](Vertex place) {
    return std::lower_bound(sorted.begin(), sorted.end(), place,
                            [](const Column& c, Vertex p) { return c.place < p; });
  };
  // Rows of leaves that nobody reads again go past the caches.
  const bool is_over = !restore_ && !seen && rest.needed.empty();
  Space space;
  for (Vertex j = 0; j < static_cast<Vertex>(tree_.nodes.size()); ++j) {
    const Node& node = tree_.nodes[at(j)];
    if (node.end <= rest.from) continue;
    choose_rows(j, panel, rest, space);
    const auto count = static_cast<Index>(space.own.size());
    if (count == 0) continue;
    const auto first = below(node.first);
    const auto last = below(node.end);
    if (is_whole(node)) {
      turn_trunks(begin, end, space);
    } else {
      sweep_node(j, end - begin, panel, is_over && node.height == 0 && first == last, space);
      take_trunks(node, {first, last}, begin, space);
    }
    // Rounding may have found a way round to itself.
    for (auto column = first; column != last && column->place < node.first + node.width; ++column) {
      panel.row(column->place)[column->index - begin] = rules_.empty_path;
    }
    for (Index i = 0; i < count && restore_; ++i) {
      T* row = space.rows[at(i)];
      for (Index c = 0; c < end - begin; ++c) {
        row[c] = row[c] >= least_no_path_ ? rules_.no_path : row[c];
      }
    }
    if (seen) seen(node);
  }
}

#define WARPATH_INSTANTIATE(T, name) template class Sweep<T>;
WARPATH_EACH_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace warpath::cpu
