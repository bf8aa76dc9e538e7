#include "cpu/sparse/sweep.hpp"

#include <algorithm>
#include <concepts>
#include <numeric>

#include "base/dispatch.hpp"

namespace warpath::cpu {

using warpath::sparse::at;
using warpath::sparse::Node;
using warpath::sparse::Tree;
using warpath::sparse::Vertex;

// What one thread needs for one product: packed ways, and where rows lie.
template <class S>
struct Sweep<S>::Space {
  std::vector<T> chosen;  // rows of the factor
  std::vector<T> row_strips;
  std::vector<T> gathered;  // rows that are too short, filled up
  std::vector<const T*> sources;
  std::vector<T*> rows;
  Matrix<T> nowhere;  // a row for those that are missing to a strip

  // rows[i] <- row i of `left` (x) the sources. `left` has the depth as its leading dimension.
  void multiply(const Tiles<T>& tiles, const T* left, Index columns, bool forget) {
    const auto depth = static_cast<Index>(sources.size());
    const auto count = static_cast<Index>(rows.size());
    reserve(row_strips, tiles.row_strips(count) * tiles.row_strip_size(depth));
    tiles.pack_rows({left, depth, 1}, count, depth, row_strips.data());
    if (nowhere.columns() < columns) nowhere = Matrix<T>(1, columns);
    rows.resize(at(tiles.row_strips(count) * tiles.rows), nowhere.data());
    tiles.multiply(row_strips.data(), sources.data(), count, columns, depth, rows.data(), forget);
  }

  static void reserve(std::vector<T>& cells, Index count) {
    if (cells.size() < at(count)) cells.resize(at(count));
  }
};

template <class S>
Sweep<S>::Sweep(const SweepJob<T>& job, Crew& crew)
    : job_(job), tree_(*job.tree), inner_(tree_.nodes.size(), -1) {
  inner_trunks_ = detail::allocate_cells(bytes(tree_));
  Index begin = 0;
  Vertex levels = 0;
  for (std::size_t j = 0; j < tree_.nodes.size(); ++j) {
    const Node& node = tree_.nodes[j];
    if (node.height == 0) continue;
    inner_[j] = begin;
    begin += Index{node.width} * (node.above + node.width);
    levels = std::max(levels, node.level);
  }
  std::vector<std::vector<Vertex>> by_level(at(levels) + 1);
  for (std::size_t j = 0; j < tree_.nodes.size(); ++j) {
    if (inner_[j] >= 0) by_level[at(tree_.nodes[j].level)].push_back(static_cast<Vertex>(j));
  }
  for (const std::vector<Vertex>& nodes : by_level) {
    crew.run(
        static_cast<Index>(nodes.size()),
        [&](Index i) {
          Space space;
          const Vertex j = nodes[at(i)];
          const Node& node = tree_.nodes[at(j)];
          std::vector<Vertex> rows(at(node.width));
          std::iota(rows.begin(), rows.end(), node.first);
          find_trunks(j, rows, static_cast<T*>(inner_trunks_.get()) + inner_[at(j)], space);
        },
        [] { return false; });
  }
}

template <class S>
Sweep<S>::~Sweep() = default;

template <class S>
std::size_t Sweep<S>::bytes(const Tree& tree) {
  std::size_t cells = 0;
  for (const Node& node : tree.nodes) {
    if (node.height > 0) cells += at(node.width) * at(Index{node.above} + node.width);
  }
  return cells * sizeof(T);
}

template <class S>
std::size_t Sweep<S>::bytes_per_column(const Tree& tree) {
  Index longest = 0;
  for (const Node& node : tree.nodes) {
    if (node.height == 0) longest = std::max(longest, Index{node.above} + node.width);
  }
  return at(longest) * sizeof(T);
}

template <class S>
double Sweep<S>::tasks() const {
  double tasks = 0;
  for (const Node& node : tree_.nodes) tasks += static_cast<double>(node.width) * node.boundary;
  return tasks;
}

template <class S>
Index Sweep<S>::trunk_length(Vertex x) const {
  const Node& node = tree_.nodes[at(tree_.owner[at(x)])];
  return Index{node.above} + node.width;
}

// Of a vertex in a node that is no leaf.
template <class S>
auto Sweep<S>::trunk(Vertex x) const -> const T* {
  const Vertex j = tree_.owner[at(x)];
  const Node& node = tree_.nodes[at(j)];
  return static_cast<const T*>(inner_trunks_.get()) + inner_[at(j)] +
         (x - node.first) * trunk_length(x);
}

// The trunks of some vertices of a node: to those above by way of the boundary, whose trunks are known and end where
// they stand; to those beside by the ways inside.
template <class S>
void Sweep<S>::find_trunks(Vertex j, std::span<const Vertex> vertices, T* out, Space& space) const {
  const Node& node = tree_.nodes[at(j)];
  const Index length = Index{node.above} + node.width;
  const auto boundary = tree_.boundary(node);
  const bool targets = job_.columns == Columns::targets;
  const T* links = targets ? job_.factor->down(j) : job_.factor->up(j);
  const T* own = job_.factor->own(j);
  space.sources.clear();
  space.rows.clear();
  // Trunks of the boundary end where their vertices stand: nothing leads on from there.
  Space::reserve(space.gathered, Index{node.above} * node.boundary);
  T* filled = space.gathered.data();
  for (const Vertex b : boundary) {
    const Index known = trunk_length(b);
    if (known >= node.above) {
      space.sources.push_back(trunk(b));
      continue;
    }
    std::copy_n(trunk(b), known, filled);
    std::fill_n(filled + known, node.above - known, S::no_path());
    space.sources.push_back(filled);
    filled += node.above;
  }
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    space.rows.push_back(out + static_cast<Index>(i) * length);
  }
  if (vertices.size() < at(node.width)) {
    Space::reserve(space.chosen, static_cast<Index>(vertices.size()) * node.boundary);
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      std::copy_n(links + (vertices[i] - node.first) * Index{node.boundary}, node.boundary,
                  space.chosen.data() + i * at(node.boundary));
    }
    links = space.chosen.data();
  }
  if (node.above > 0) space.multiply(*job_.tiles, links, node.above, false);
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const Index x = vertices[i] - node.first;
    T* trunk = out + static_cast<Index>(i) * length + node.above;
    for (Index k = 0; k < node.width; ++k) {
      trunk[k] = targets ? own[k * node.width + x] : own[x * node.width + k];
    }
  }
}

template <class S>
void Sweep<S>::start(std::span<const Vertex> columns, Crew& crew) {
  // The columns of a leaf together, so that their trunks are one product.
  struct Column {
    Vertex place;
    Index column;
  };
  std::vector<Column> sorted;
  places_.clear();
  trunks_.assign(columns.size(), nullptr);
  for (const Vertex v : columns) {
    sorted.push_back({tree_.place[at(v)], static_cast<Index>(places_.size())});
    places_.push_back(tree_.place[at(v)]);
  }
  std::sort(sorted.begin(), sorted.end(),
            [](const Column& a, const Column& b) { return a.place < b.place; });
  struct Piece {
    std::size_t begin, end;
    Index cells;  // where its trunks begin
  };
  std::vector<Piece> pieces;
  Index cells = 0;
  for (std::size_t i = 0; i < sorted.size();) {
    const Vertex j = tree_.owner[at(sorted[i].place)];
    std::size_t end = i;
    while (end < sorted.size() && tree_.owner[at(sorted[end].place)] == j) ++end;
    if (inner_[at(j)] >= 0) {
      for (; i < end; ++i) trunks_[at(sorted[i].column)] = trunk(sorted[i].place);
    } else {
      pieces.push_back({i, end, cells});
      cells += static_cast<Index>(end - i) * trunk_length(sorted[i].place);
      i = end;
    }
  }
  leaf_trunks_ = detail::allocate_cells(at(cells) * sizeof(T));
  T* const out = static_cast<T*>(leaf_trunks_.get());
  constexpr Index kPiece = 8;
  const auto count = static_cast<Index>(pieces.size());
  crew.run((count + kPiece - 1) / kPiece,
           [&](Index p) {
             Space space;
             std::vector<Vertex> vertices;
             for (Index i = p * kPiece; i < std::min(count, (p + 1) * kPiece); ++i) {
               const Piece& piece = pieces[at(i)];
               vertices.clear();
               const Index length = trunk_length(sorted[piece.begin].place);
               for (std::size_t c = piece.begin; c < piece.end; ++c) {
                 trunks_[at(sorted[c].column)] =
                     out + piece.cells + static_cast<Index>(vertices.size()) * length;
                 vertices.push_back(sorted[c].place);
               }
               find_trunks(tree_.owner[at(vertices.front())], vertices, out + piece.cells, space);
             }
           },
           [] { return false; });
}

template <class S>
void Sweep<S>::sweep_node(Vertex j, Index columns, T* x, Index ld, bool forget,
                          Space& space) const {
  const Node& node = tree_.nodes[at(j)];
  space.sources.clear();
  space.rows.clear();
  for (const Vertex b : tree_.boundary(node)) {
    space.sources.push_back(x + tree_.vertex[at(b)] * ld);
  }
  for (Index i = 0; i < node.width; ++i) {
    space.rows.push_back(x + tree_.vertex[at(node.first + i)] * ld);
  }
  const T* links = job_.columns == Columns::targets ? job_.factor->up(j) : job_.factor->down(j);
  space.multiply(*job_.tiles, links, columns, forget);
}

template <class S>
void Sweep<S>::panel(Index begin, Index end, T* x, Index ld) const {
  struct Column {
    Vertex place;
    Index column;  // in the panel
    const T* trunk;
  };
  std::vector<Column> sorted;
  for (Index c = begin; c < end; ++c) {
    sorted.push_back({places_[at(c)], c - begin, trunks_[at(c)]});
  }
  std::sort(sorted.begin(), sorted.end(),
            [](const Column& a, const Column& b) { return a.place < b.place; });
  const auto below = [&](Vertex place) {
    return std::lower_bound(sorted.begin(), sorted.end(), place,
                            [](const Column& c, Vertex p) { return c.place < p; });
  };
  Space space;
  for (Vertex j = 0; j < static_cast<Vertex>(tree_.nodes.size()); ++j) {
    const Node& node = tree_.nodes[at(j)];
    const auto first = below(node.first);
    const auto last = below(node.end);
    const bool forget = node.height == 0 && first == last && !job_.restore;
    sweep_node(j, end - begin, x, ld, forget, space);
    // A few rows at a time, which stay in the cache while all columns pass.
    constexpr Index kRowsAtATime = 16;
    for (Index i0 = 0; i0 < node.width && first != last; i0 += kRowsAtATime) {
      const Index i1 = std::min<Index>(i0 + kRowsAtATime, node.width);
      for (auto column = first; column != last; ++column) {
        const T* trunk = column->trunk + node.above;
        for (Index i = i0; i < i1; ++i) {
          T& cell = space.rows[at(i)][column->column];
          if (S::is_better(trunk[i], cell)) cell = trunk[i];
        }
      }
    }
    // Rounding may have found a way round to itself.
    for (auto column = first; column != last && column->place < node.first + node.width; ++column) {
      space.rows[at(column->place - node.first)][column->column] = S::empty_path();
    }
    if constexpr (S::adds && std::integral<T>) {
      for (Index i = 0; i < node.width && job_.restore; ++i) {
        T* row = space.rows[at(i)];
        for (Index c = 0; c < end - begin; ++c) {
          row[c] = row[c] >= job_.least_no_path ? S::no_path() : row[c];
        }
      }
    }
  }
}

#define WARPATH_INSTANTIATE(S) template class Sweep<S>;
WARPATH_EACH_SEMIRING(WARPATH_INSTANTIATE)

}  // namespace warpath::cpu
