// The input of a solve as arcs that can be walked along: lists, or the cells of a matrix, where they lie.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "base/crew.hpp"
#include "verify/algebra.hpp"
#include "warpath/graph.hpp"
#include "warpath/matrix.hpp"
#include "warpath/result.hpp"

namespace warpath::verify {

// What one look at every arc between different vertices tells.
struct LinkFacts {
  Index arcs = 0;
  double least = 0;       // weight; 0 where there is no arc
  double largest = 0;     // weight
  double magnitude = 0;   // the largest, without sign
  bool negative = false;  // a weight is below 0, or that of a self-loop
  bool whole = true;      // all weights are whole numbers
};

template <class S>
class Links {
 public:
  using T = typename S::Weight;

  // Converts only what it must; keeps looking at the rest.
  Links(const Graph& graph, bool both_ways, Crew& crew);
  Links(const AnyMatrixView& matrix, bool both_ways, Crew& crew);

  Index vertices() const { return n_; }
  bool cells() const { return cells_.data() != nullptr; }
  const LinkFacts& facts() const { return facts_; }

  // visit(v, weight) for every arc out of u but self-loops, in order of v.
  template <class Visit>
  void each_out(Index u, const Visit& visit) const {
    for (Cursor cursor = begin(u); cursor.at < cursor.end;) {
      const auto [v, weight] = next(u, cursor);
      if (v != u && weight != S::no_path()) visit(v, weight);
    }
  }

  // The same step by step: all that is there, self-loops and no_path() too.
  struct Cursor {
    Index at;
    Index end;
  };
  struct Head {
    Index target;
    T weight;
  };
  Cursor begin(Index u) const {
    return cells() ? Cursor{0, n_} : Cursor{offsets_[verify::at(u)], offsets_[verify::at(u) + 1]};
  }
  Head next(Index u, Cursor& cursor) const {
    const Index a = cursor.at++;
    if (cells()) return {a, cells_(u, a)};
    return {targets_[verify::at(a)], weights_[verify::at(a)]};
  }

  // The best arc from u to v; no_path() where there is none.
  T weight(Index u, Index v) const {
    if (cells()) return cells_(u, v);
    const auto first = targets_.begin() + offsets_[verify::at(u)];
    const auto last = targets_.begin() + offsets_[verify::at(u) + 1];
    T best = S::no_path();
    for (auto a = std::lower_bound(first, last, v); a != last && *a == v; ++a) {
      const T each = weights_[verify::at(a - targets_.begin())];
      if (Algebra<S>::better(each, best)) best = each;
    }
    return best;
  }

  // For those who look at many arcs at once.
  MatrixView<const T> matrix() const { return cells_; }
  std::span<const Index> offsets() const { return offsets_; }
  std::span<const Graph::Target> targets() const { return targets_; }
  std::span<const T> weights() const { return weights_; }

 private:
  template <class From>
  void take_weights(const Graph& graph, std::span<const From> weights);
  void add_reverse();
  void look(Crew& crew);

  Index n_ = 0;
  LinkFacts facts_;
  MatrixView<const T> cells_;
  std::span<const Index> offsets_;
  std::span<const Graph::Target> targets_;
  std::span<const T> weights_;

  Matrix<T> own_cells_;
  std::vector<Index> own_offsets_;
  std::vector<Graph::Target> own_targets_;
  std::vector<T> own_weights_;
};

}  // namespace warpath::verify
