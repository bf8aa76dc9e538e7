// The arcs that best paths are made of, at either end.
//
// No arc is needed as the last of a best path but those that are best paths themselves. In a dense
// graph that leaves few: about ln n into each vertex of a complete graph with random weights. What
// is left out was not needed: where a distance is better than the arc, its own path ends with an
// arc that is, and with no rounding upwards that arc is never the same one again.
#pragma once

#include <span>
#include <vector>

#include "base/crew.hpp"
#include "routes/arcs.hpp"
#include "routes/wanted.hpp"
#include "warpath/graph.hpp"
#include "warpath/matrix.hpp"
#include "warpath/semiring.hpp"

namespace warpath::routes {

// Which arcs are wanted: all, or those that are best paths.
template <class S>
struct Wanted {
  using T = typename S::Weight;

  MatrixView<const T> distances = {};  // of all pairs; empty: every arc is wanted
  Signs signs = {};

  bool operator()(Index u, Index v, T weight) const {
    if (u == v) return false;
    if (distances.data() == nullptr) return weight != S::no_path();
    return is_wanted<S>(distances(u, v), weight, signs);
  }
};

template <class T>
struct Link {
  Vertex vertex;  // at the other end
  T weight;
};

template <class T>
class Links {
 public:
  struct Arc {
    Vertex from;
    Vertex to;
    T weight;
  };

  Links() = default;
  // Links into a vertex stand in the order of comes_first(). `best_paths`: all that are left are
  // best paths; then they stay as they are at vertices that every other has a link to, since nobody
  // has to choose there.
  Links(Index n, std::span<const std::vector<Arc>> pieces, SemiringKind kind, bool best_paths,
        Crew& crew);

  Index vertices() const { return static_cast<Index>(into_.size()) - 1; }

  std::span<const Link<T>> into(Index v) const { return part(sources_, into_, v); }
  // Of shortest paths: how many of them come first because they weigh more than 0, and whether
  // these are sorted, the lightest first. Else all, and no.
  std::size_t longer(Index v) const { return at(longer_[at(v)]); }
  bool is_sorted(Index v) const { return sorted_[at(v)] != 0; }
  std::span<const Link<T>> out_of(Index u) const { return part(targets_, out_of_, u); }

  // Whether some arcs of weight 0 form a cycle.
  bool has_zero_cycle() const { return zero_cycle_; }

 private:
  static std::span<const Link<T>> part(const std::vector<Link<T>>& links,
                                       const std::vector<Index>& begin, Index v) {
    return {links.data() + begin[at(v)], at(begin[at(v) + 1] - begin[at(v)])};
  }

  std::vector<Index> into_;
  std::vector<Index> out_of_;
  std::vector<Link<T>> sources_;
  std::vector<Link<T>> targets_;
  std::vector<Index> longer_;
  std::vector<std::uint8_t> sorted_;
  bool zero_cycle_ = false;
};

// The arcs of a graph, converted as for a solve; `both_ways`: every arc counts in either direction.
template <class S>
Links<typename S::Weight> links_of(const Graph& graph, bool both_ways, const Wanted<S>& wanted,
                                   Crew& crew);

// Those of a matrix of weights, which has been solved before: nothing is checked again.
template <class S>
Links<typename S::Weight> links_of(const AnyMatrixView& weights, bool both_ways,
                                   const Wanted<S>& wanted, Crew& crew);

}  // namespace warpath::routes
