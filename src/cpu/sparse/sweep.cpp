#include "cpu/sparse/sweep.hpp"

#include <algorithm>
#include <concepts>
#include <numeric>

#include "cpu/sparse/turn.hpp"

namespace warpath::cpu {

// What one thread needs for one product: packed rows of the factor, and where rows lie.
template <class T>
struct Sweep<T>::Space {
  std::vector<T> chosen;  // rows of the factor
  std::vector<T> row_strips;
  std::vector<T> gathered;  // rows that are too short, filled up
  std::vector<const T*> sources;
  std::vector<T*> rows;
  std::vector<Vertex> own;  // which of its own vertices a node's rows belong to
  Matrix<T> nowhere;        // a row for those that are missing to a strip

  // rows[i] <- row i of `left` (x) the sources. `left` has the depth as its leading dimension.
  void multiply(const Tiles<T>& tiles, const T* left, Index columns, bool non_temporal) {
    const auto depth = static_cast<Index>(sources.size());
    const auto count = static_cast<Index>(rows.size());
    reserve(row_strips, tiles.row_strips(count) * tiles.row_strip_size(depth));
    tiles.pack_rows({left, depth, 1}, count, depth, row_strips.data());
    if (nowhere.columns() < columns) nowhere = Matrix<T>(1, columns);
    rows.resize(at(tiles.row_strips(count) * tiles.rows), nowhere.data());
    tiles.multiply(row_strips.data(), sources.data(), count, columns, depth, rows.data(),
                   non_temporal);
  }

  static void reserve(std::vector<T>& cells, Index count) {
    if (cells.size() < at(count)) cells.resize(at(count));
  }
};

template <class T>
Sweep<T>::Sweep(const FactorJob<T>& job, const Rules<T>& rules,
                const warpath::sparse::Factor<T>& factor, Columns columns, Crew& crew)
    : tiles_(*job.tiles),
      tree_(*job.tree),
      factor_(factor),
      rules_(rules),
      targets_(columns == Columns::targets),
      restore_(std::integral<T> && !job.nonnegative),
      least_no_path_(job.least_no_path),
      trunk_rows_(at(tree_.vertices())),
      inner_(tree_.nodes.size(), -1),
      inner_trunks_(detail::allocate_cells(bytes(tree_))) {
  Index begin = 0;
  Vertex levels = 0;
  for (std::size_t j = 0; j < tree_.nodes.size(); ++j) {
    const Node& node = tree_.nodes[j];
    const auto rows = trunk_rows_.begin() + node.first;
    std::iota(rows, rows + node.width, node.above);
    if (node.height == 0) continue;
    inner_[j] = begin;
    begin += node.width * node.trunk();
    levels = std::max(levels, node.level + 1);
  }
  warpath::sparse::ByVertex<Vertex> by_level(levels, [&](const auto& visit) {
    for (std::size_t j = 0; j < inner_.size(); ++j) {
      if (inner_[j] >= 0) visit(tree_.nodes[j].level, static_cast<Vertex>(j));
    }
  });
  for (Vertex level = 0; level < levels; ++level) {
    const std::span<const Vertex> nodes = by_level.of(level);
    const auto find = [&](Index i) {
      Space space;
      const Vertex j = nodes[at(i)];
      std::vector<Vertex> vertices(at(tree_.nodes[at(j)].width));
      std::iota(vertices.begin(), vertices.end(), tree_.nodes[at(j)].first);
      find_trunks(j, vertices, static_cast<T*>(inner_trunks_.get()) + inner_[at(j)], space);
    };
    crew.run(static_cast<Index>(nodes.size()), find);
  }
}

template <class T>
std::size_t Sweep<T>::bytes(const Tree& tree) {
  Index cells = 0;
  for (const Node& node : tree.nodes) {
    if (node.height > 0) cells += node.width * node.trunk();
  }
  return at(cells) * sizeof(T);
}

template <class T>
Index Sweep<T>::trunk_rows(const Tree& tree) {
  Index longest = 0;
  for (const Node& node : tree.nodes) longest = std::max(longest, node.trunk());
  return longest;
}

template <class T>
std::size_t Sweep<T>::bytes_per_column(const Tree& tree) {
  return at(trunk_rows(tree)) * sizeof(T);
}

template <class T>
Index Sweep<T>::columns_at_once(const Tree& tree) {
  constexpr std::size_t kTrunkBytes = std::size_t{256} << 20;  // what trunks of leaves stay below
  const auto most = static_cast<Index>(kTrunkBytes / (bytes_per_column(tree) + 1));
  return std::max(kPanel, most / kPanel * kPanel);
}

template <class T>
double Sweep<T>::tasks() const {
  double tasks = 0;
  for (const Node& node : tree_.nodes) tasks += static_cast<double>(node.width) * node.boundary;
  return tasks;
}

// Of a vertex in a node that is no leaf.
template <class T>
const T* Sweep<T>::inner_trunk(Vertex x) const {
  const Node& node = tree_.node_of(x);
  return static_cast<const T*>(inner_trunks_.get()) + inner_[at(tree_.owner[at(x)])] +
         (x - node.first) * node.trunk();
}

// The trunks of some vertices of a node: to those above by way of the boundary, whose trunks are
// known; to those beside by paths inside.
template <class T>
void Sweep<T>::find_trunks(Vertex j, std::span<const Vertex> vertices, T* out, Space& space) const {
  const Node& node = tree_.nodes[at(j)];
  const Index s = node.boundary;
  space.sources.clear();
  space.rows.clear();
  // Trunks of the boundary end where their vertices stand: nothing leads on from there.
  Space::reserve(space.gathered, Index{node.above} * s);
  T* filled = space.gathered.data();
  for (const Vertex b : tree_.boundary(node)) {
    const Index known = tree_.node_of(b).trunk();
    if (known >= node.above) {
      space.sources.push_back(inner_trunk(b));
      continue;
    }
    std::copy_n(inner_trunk(b), known, filled);
    std::fill_n(filled + known, node.above - known, rules_.no_path);
    space.sources.push_back(filled);
    filled += node.above;
  }
  Space::reserve(space.chosen, static_cast<Index>(vertices.size()) * s);
  T* chosen = space.chosen.data();
  const T* const own = factor_.own(j);
  for (const Vertex vertex : vertices) {
    const Index x = vertex - node.first;
    chosen = std::copy_n((targets_ ? factor_.down(j) : factor_.up(j)) + x * s, s, chosen);
    space.rows.push_back(out);
    out += node.above;
    for (Index k = 0; k < node.width; ++k) {
      *out++ = targets_ ? own[k * node.width + x] : own[x * node.width + k];
    }
  }
  if (node.above > 0) space.multiply(tiles_, space.chosen.data(), node.above, false);
}

template <class T>
void Sweep<T>::sort_by_place(std::vector<Column>& columns) {
  std::sort(columns.begin(), columns.end(),
            [](const Column& a, const Column& b) { return a.place < b.place; });
}

template <class T>
void Sweep<T>::start(std::span<const Vertex> columns, Crew& crew) {
  columns_.clear();
  for (const Vertex v : columns) {
    columns_.push_back({tree_.place[at(v)], static_cast<Index>(columns_.size()), nullptr});
  }
  // The columns of a leaf together, so that their trunks are one product.
  std::vector<Column> sorted = columns_;
  sort_by_place(sorted);
  struct Piece {
    std::size_t begin, end;
    Index cells;  // where its trunks begin
  };
  std::vector<Piece> pieces;
  Index cells = 0;
  for (std::size_t i = 0; i < sorted.size();) {
    const Node& node = tree_.node_of(sorted[i].place);
    const std::size_t begin = i;
    for (; i < sorted.size() && sorted[i].place < node.first + node.width; ++i) {
      if (node.height > 0) columns_[at(sorted[i].index)].trunk = inner_trunk(sorted[i].place);
    }
    if (node.height > 0) continue;
    pieces.push_back({begin, i, cells});
    cells += static_cast<Index>(i - begin) * node.trunk();
  }
  leaf_trunks_ = detail::allocate_cells(at(cells) * sizeof(T));
  constexpr Index kPiece = 8;
  const auto count = static_cast<Index>(pieces.size());
  const auto find = [&](Index p) {
    Space space;
    std::vector<Vertex> vertices;
    for (Index i = p * kPiece; i < std::min(count, (p + 1) * kPiece); ++i) {
      const Piece& piece = pieces[at(i)];
      T* const out = static_cast<T*>(leaf_trunks_.get()) + piece.cells;
      const Vertex j = tree_.owner[at(sorted[piece.begin].place)];
      vertices.clear();
      for (std::size_t c = piece.begin; c < piece.end; ++c) {
        columns_[at(sorted[c].index)].trunk =
            out + static_cast<Index>(vertices.size()) * tree_.nodes[at(j)].trunk();
        vertices.push_back(sorted[c].place);
      }
      find_trunks(j, vertices, out, space);
    }
  };
  crew.run((count + kPiece - 1) / kPiece, find);
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
