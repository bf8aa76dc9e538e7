// From the factor to distances: one column of the matrix for each vertex that is asked for.
//
// Every path out of a subtree crosses the boundary of its node. So the rows of a node are its paths up
// to the boundary times the rows of the boundary, which belong to nodes nearer to the root: parents
// first, each row is computed once, by one product with gathered rows. What that misses are paths that
// end inside the subtree. They are in the *trunks*: the trunk of a vertex are all vertices on its way
// to the root, of its own node and of those above.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "base/crew.hpp"
#include "cpu/sparse/factor.hpp"
#include "numerics/rules.hpp"

namespace warpath::cpu {

// Columns are targets, rows are all vertices; or columns are sources, and the matrix is transposed.
enum class Columns : std::uint8_t { targets, sources };

// Columns of a panel. Rows are written in runs of that length, and long runs are faster; but a panel
// that is not part of the result has to have a place, too.
inline constexpr Index kPanel = 256;
inline constexpr Index kWidePanel = 1024;

// The same of half a matrix, from where cells go to two places: wide enough for long runs, and so
// narrow that the cache has it. Whole cache lines.
template <class T>
Index half_panel_columns(Index n) {
  constexpr Index kBytes = Index{8} << 20;
  const Index bytes = std::clamp<Index>(kBytes / std::max<Index>(n, 1) / 64 * 64, 256, 1024);
  return bytes / static_cast<Index>(sizeof(T));
}

template <class T>
class Sweep {
 public:
  using Vertex = warpath::sparse::Vertex;
  using Node = warpath::sparse::Node;
  using Tree = warpath::sparse::Tree;

  // Computes the trunks of all vertices that are not in leaves: bytes of them below. What the job
  // points to, but for the arcs, and the factor stay where they are.
  Sweep(const FactorJob<T>& job, const Rules<T>& rules, const warpath::sparse::Factor<T>& factor,
        Columns columns, Crew& crew);

  // What the constructor takes, and start() for each column at most.
  static std::size_t bytes(const Tree& tree);
  static std::size_t bytes_per_column(const Tree& tree);

  // Columns whose trunks are made at once, where all are asked for.
  static Index columns_at_once(const Tree& tree);

  // The columns that the next panels are cut from: vertices of the graph, each at most once.
  void start(std::span<const Vertex> columns, Crew& crew);

  // Columns [begin, end) of those: column c of the row of vertex v comes to x[v * ld + c - begin].
  // Any number of threads may do this at once, each with another panel.
  void panel(Index begin, Index end, T* x, Index ld) const;

  // The same of a symmetric matrix, of which half is computed: rows of vertices before the first
  // column are left out where no other comes by them. Columns are neighbours in the graph's order.
  void half_panel(Index begin, Index end, T* x, Index ld) const;

  // The same where rows are looked at and not kept: seen(node) when those of its vertices are final.
  // No node needs other rows than those on its way to the root, so that `x` has trunk_rows() of
  // them, which stay in the cache; where they lie, by place, until another branch comes.
  // `from`: rows of places before it are left out, but for those that others come by.
  using Seen = std::function<void(const Node& node)>;
  void look_at_panel(Index begin, Index end, T* x, Index ld, const Seen& seen,
                     Vertex from = 0) const;
  Index trunk_row(Vertex place) const { return trunk_rows_[at(place)]; }
  static Index trunk_rows(const Tree& tree);

  // Tasks of one column.
  double tasks() const;

 private:
  struct Column {
    Vertex place;  // in the tree
    Index index;
    const T* trunk;
  };
  // Where the row of a vertex lies, by its place in the tree.
  struct Panel {
    T* x;
    Index ld;
    const std::vector<Vertex>& rows;
    T* row(Vertex place) const { return x + rows[at(place)] * ld; }
  };
  struct Space;
  bool is_whole(const Node& node) const { return node.end - node.first == tree_.vertices(); }
  const T* inner_trunk(Vertex x) const;
  void find_trunks(Vertex j, std::span<const Vertex> vertices, T* out, Space& space) const;
  // Rows that a panel needs, by place: those of vertices of the graph from `least` on, and what
  // these come by.
  std::vector<char> needed_from(Vertex least) const;
  // What is left out of a panel: nodes whose subtrees end by the place `from`, and rows that are not
  // needed, where that is said.
  struct Rest {
    Vertex from = 0;
    std::vector<char> needed = {};
  };
  void choose_rows(Vertex j, const Panel& panel, const Rest& rest, Space& space) const;
  void sweep_node(Vertex j, Index columns, const Panel& panel, bool non_temporal,
                  Space& space) const;
  void sweep_panel(Index begin, Index end, const Panel& panel, const Seen& seen,
                   const Rest& rest) const;
  void take_trunks(const Node& node, std::span<const Column> columns, Index begin,
                   const Space& space) const;
  void turn_trunks(Index begin, Index end, const Space& space) const;
  static void sort_by_place(std::vector<Column>& columns);

  const Tiles<T>& tiles_;
  const Tree& tree_;
  const warpath::sparse::Factor<T>& factor_;
  const Rules<T> rules_;
  const bool targets_;     // columns are targets
  const bool restore_;     // "no path" may have lost something to negative weights:
  const T least_no_path_;  // from here on it is one
  std::vector<Vertex>
      trunk_rows_;            // of each place: those above it, then those of its node before it
  std::vector<Index> inner_;  // where the trunks of a node begin; -1 for leaves
  std::unique_ptr<void, detail::FreeCells> inner_trunks_;

  std::vector<Column> columns_;
  std::unique_ptr<void, detail::FreeCells> leaf_trunks_;
};

}  // namespace warpath::cpu
