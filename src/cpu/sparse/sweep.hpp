// From the factor to distances: one column of the matrix for each vertex that is asked for.
//
// Every path out of a subtree crosses the boundary of its node. So the rows of a node are the way up times the rows of
// its boundary, which belong to nodes nearer to the root: parents first, each row is computed once, by one
// product with gathered rows. What that misses are paths that end inside the subtree. They are in the *trunks*: the
// trunk of a vertex are all vertices on its way to the root, of its own node and of those above.
#pragma once

#include <span>
#include <vector>

#include "base/crew.hpp"
#include "base/progress_meter.hpp"
#include "cpu/tiles.hpp"
#include "sparse/factor.hpp"

namespace warpath::cpu {

// Columns are targets, rows are all vertices; or columns are sources, and the matrix is transposed.
enum class Columns : std::uint8_t { targets, sources };

template <class T>
struct SweepJob {
  const Tiles<T>* tiles = nullptr;
  const warpath::sparse::Tree* tree = nullptr;
  const warpath::sparse::Factor<T>* factor = nullptr;
  Columns columns = Columns::targets;
  bool restore = false;  // "no path" may have lost something to negative weights:
  T least_no_path{};     // from here on it is one
};

template <class S>
class Sweep {
 public:
  using T = typename S::Weight;
  using Vertex = warpath::sparse::Vertex;

  // Computes the trunks of all vertices that are not in leaves: bytes of them below.
  Sweep(const SweepJob<T>& job, Crew& crew);
  ~Sweep();
  Sweep(const Sweep&) = delete;
  Sweep& operator=(const Sweep&) = delete;

  // What the constructor takes, and start() for each column at most.
  static std::size_t bytes(const warpath::sparse::Tree& tree);
  static std::size_t bytes_per_column(const warpath::sparse::Tree& tree);

  // The columns that the next panels are cut from: vertices of the graph, each at most once.
  void start(std::span<const Vertex> columns, Crew& crew);

  // Columns [begin, end) of those: column c of the row of vertex v comes to x[v * ld + c - begin]. Any number of threads may
  // do this at once, each with another panel.
  void panel(Index begin, Index end, T* x, Index ld) const;

  // Tasks of one column.
  double tasks() const;

 private:
  struct Space;
  const T* trunk(Vertex x) const;
  Index trunk_length(Vertex x) const;
  void find_trunks(Vertex j, std::span<const Vertex> rows, T* out, Space& space) const;
  void sweep_node(Vertex j, Index columns, T* x, Index ld, bool forget, Space& space) const;

  const SweepJob<T> job_;
  const warpath::sparse::Tree& tree_;
  std::vector<Index> inner_;  // where the trunks of a node begin; -1 for leaves
  std::unique_ptr<void, detail::FreeCells> inner_trunks_;

  std::vector<Vertex> places_;  // of the columns, in the tree
  std::vector<const T*> trunks_;
  std::unique_ptr<void, detail::FreeCells> leaf_trunks_;
};

}  // namespace warpath::cpu
