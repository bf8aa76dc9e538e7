// The input of a solve as arcs that can be walked along: lists, or the cells of a matrix, where
// they lie.
#pragma once

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "base/by_vertex.hpp"
#include "base/crew.hpp"
#include "verify/algebra.hpp"
#include "warpath/graph.hpp"
#include "warpath/matrix.hpp"

namespace warpath::verify {

// What one look at every arc between different vertices tells.
struct ArcFacts {
  Index arcs = 0;
  double least = 0;       // weight; 0 where there is no arc
  double largest = 0;     // weight
  double magnitude = 0;   // the largest, without sign
  bool negative = false;  // a weight is below 0, or that of a self-loop
  bool exact = true;      // no sum along a path is ever rounded
};

template <class T>
class GivenArcs {
 public:
  // Converts only what it must; keeps looking at the rest. `both_ways`: arcs count in either
  // direction.
  GivenArcs(const Graph& graph, const Rules<T>& rules, bool both_ways, Crew& crew);
  GivenArcs(const AnyMatrixView& matrix, const Rules<T>& rules, bool both_ways, Crew& crew);

  Index vertices() const { return n_; }
  const ArcFacts& facts() const { return facts_; }
  const ProofAlgebra<T>& algebra() const { return algebra_; }

  // The arcs out of u, from begin(u) to end(u), in order of their targets: all that is there,
  // self-loops and no_path() too.
  struct Head {
    Index target;
    T weight;
  };
  Index begin(Index u) const { return is_matrix() ? 0 : offsets_[at(u)]; }
  Index end(Index u) const { return is_matrix() ? n_ : offsets_[at(u) + 1]; }
  Head head(Index u, Index a) const {
    if (is_matrix()) return {a, cells_(u, a)};
    return {targets_[at(a)], weights_[at(a)]};
  }

  // visit(v, weight) for those that are arcs to other vertices.
  template <class Visit>
  void each_out(Index u, const Visit& visit) const {
    const T none = algebra_.none;
    for (Index a = begin(u), last = end(u); a < last; ++a) {
      const auto [v, weight] = head(u, a);
      if (v != u && weight != none) visit(v, weight);
    }
  }

  // The best arc from u to v; no_path() where there is none.
  T weight(Index u, Index v) const {
    if (is_matrix()) return cells_(u, v);
    const auto all = targets_.begin();
    T best = algebra_.none;
    for (auto to = std::lower_bound(all + begin(u), all + end(u), v);
         to != all + end(u) && *to == v; ++to) {
      const T each = weights_[at(to - all)];
      if (algebra_.better(each, best)) best = each;
    }
    return best;
  }

  // For those who look at many cells at once.
  bool is_matrix() const { return cells_.data() != nullptr; }
  MatrixView<const T> matrix() const { return cells_; }

 private:
  template <class From>
  void take_weights(std::span<const From> weights, const Rules<T>& rules);
  std::pair<Index, Index> loops(Index u) const;
  void look(const Rules<T>& rules, Crew& crew);
  void fill_cells();

  ProofAlgebra<T> algebra_;
  Index n_ = 0;
  ArcFacts facts_;
  MatrixView<const T> cells_;
  std::span<const Index> offsets_;
  std::span<const Graph::Target> targets_;
  std::span<const T> weights_;

  Matrix<T> own_cells_;
  Graph own_graph_;
  std::vector<T> own_weights_;
};

}  // namespace warpath::verify
