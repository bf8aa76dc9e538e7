// Trunks: those of inner nodes, which are always there, and those of columns in leaves.

#include <algorithm>
#include <concepts>
#include <numeric>

#include "base/dispatch.hpp"
#include "cpu/sparse/product.hpp"
#include "cpu/sparse/sweep.hpp"

namespace warpath::cpu {

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

#define WARPATH_INSTANTIATE(T, name)                                           \
  template Sweep<T>::Sweep(const FactorJob<T>&, const Rules<T>&,               \
                           const warpath::sparse::Factor<T>&, Columns, Crew&); \
  template std::size_t Sweep<T>::bytes(const Tree&);                           \
  template std::size_t Sweep<T>::bytes_per_column(const Tree&);                \
  template Index Sweep<T>::columns_at_once(const Tree&);                       \
  template Index Sweep<T>::trunk_rows(const Tree&);                            \
  template void Sweep<T>::start(std::span<const Vertex>, Crew&);
WARPATH_EACH_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace warpath::cpu
