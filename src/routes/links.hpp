// The arcs that best paths are made of, at either end.
//
// No arc is needed as the last of a best path but those that are best paths themselves. In a dense
// graph that leaves few: about ln n into each vertex of a complete graph with random weights. What
// is left out was not needed: where a distance is better than the arc, its own path ends with an
// arc that is, and with no rounding upwards that arc is never the same one again.
#pragma once

#include <span>
#include <vector>

#include "base/any_matrix.hpp"
#include "base/crew.hpp"
#include "numerics/rules.hpp"
#include "routes/arcs.hpp"
#include "routes/wanted.hpp"
#include "warpath/graph.hpp"
#include "warpath/matrix.hpp"
#include "warpath/semiring.hpp"

namespace warpath::routes {

// Which arcs are wanted: all, or those that are best paths.
template <class T>
struct Wanted {
  Rules<T> rules;
  MatrixView<const T> distances = {};  // of all pairs; empty: every arc is wanted
  Signs signs = {};

  bool operator()(Index u, Index v, T weight) const {
    if (u == v) return false;
    if (distances.data() == nullptr) return weight != rules.no_path;
    return is_wanted(rules.kind, distances(u, v), weight, signs);
  }
};

template <class T>
class Links {
 public:
  struct Arc {
    Vertex from;
    Vertex to;
    T weight;
  };

  // Links into a vertex stand in the order of comes_first(). `best_paths`: all that are left are
  // best paths; then they stay as they are at vertices that every other has a link to, since nobody
  // has to choose there.
  Links(Index n, std::span<const std::vector<Arc>> pieces, SemiringKind kind, bool best_paths,
        Crew& crew);

  Index vertices() const { return static_cast<Index>(longer_.size()); }
  SemiringKind kind() const { return kind_; }

  std::span<const Link<T>> into(Index v) const { return into_.of(v); }
  // Of shortest paths: how many of them come first because they weigh more than 0, and whether
  // these are sorted, the lightest first. Else all, and no.
  std::size_t longer(Index v) const { return at(longer_[at(v)]); }
  bool is_sorted(Index v) const { return sorted_[at(v)] != 0; }
  std::span<const Link<T>> out_of(Index u) const { return out_of_.of(u); }

  // How many there are into v, where these are at most kFew, sorted, and all above 0; else 0.
  static constexpr std::size_t kFew = 8;
  std::size_t few(Index v) const { return few_[at(v)]; }

  // Whether some arcs of weight 0 form a cycle.
  bool has_zero_cycle() const { return zero_cycle_; }

 private:
  const SemiringKind kind_;
  ByVertex<Link<T>> into_;
  ByVertex<Link<T>> out_of_;
  std::vector<Index> longer_;
  std::vector<std::uint8_t> sorted_;
  std::vector<std::uint8_t> few_;
  bool zero_cycle_ = false;
};

// The arcs of a graph, converted as for a solve; `both_ways`: every arc counts in either direction.
template <class T>
Links<T> links_of(const Graph& graph, bool both_ways, const Wanted<T>& wanted, Crew& crew);

// Those of a matrix of weights, which has been solved before: nothing is checked again.
template <class T>
Links<T> links_of(const AnyInput& weights, bool both_ways, const Wanted<T>& wanted, Crew& crew);

// How many these would be, for whoever has to know before memory is taken.
template <class T>
std::size_t count_links(const Graph& graph, bool both_ways, const Wanted<T>& wanted, Crew& crew);
template <class T>
std::size_t count_links(const AnyInput& weights, bool both_ways, const Wanted<T>& wanted,
                        Crew& crew);

}  // namespace warpath::routes
