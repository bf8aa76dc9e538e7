// What must come out: by algorithms that are too simple to be wrong, in numbers wide enough.
#pragma once

#include <map>
#include <string>

#include "attack/graphs.hpp"
#include "oracle/oracle.hpp"
#include "warpath/types.hpp"

namespace attack {

// Throws a std::runtime_error with `what`.
[[noreturn]] void found(const std::string& what);

inline constexpr Real kNone = oracle::absent<Real>();

// The unit of rounding of a type, and what counts as a negative cycle by default, as a part of the
// largest weight (docs/numerics.md). 0 for integers.
template <class T>
inline constexpr Real kUnit = std::is_integral_v<T> ? 0 : std::numeric_limits<T>::epsilon() / 2.0L;
template <class T>
inline constexpr Real kCounts = std::is_integral_v<T> ? 0
                                : sizeof(T) == 4      ? 0x1p-15L
                                                      : 0x1p-36L;

enum class Cycles { none, maybe, negative };  // maybe: near what counts

class Truth {
 public:
  using Table = oracle::Table<Real>;
  using Row = std::vector<Real>;

  // `unit` and `counts` are those of the type that the solve works in.
  Truth(const Graph& graph, warpath::SemiringKind semiring, bool undirected, Real unit,
        Real counts);

  std::size_t n() const { return n_; }
  Cycles cycles() const { return cycles_; }
  bool nonnegative() const { return nonnegative_; }

  // Whether best() is known: not where a negative cycle is, nor where one is nearly.
  bool known() const { return known_; }

  // What sums along any path stay within, and the longest that there is.
  Real bound() const { return bound_; }
  Real longest() const;
  // The largest weight; loops are left out.
  Real largest_weight() const { return largest_weight_; }
  // The same of all arcs: of parallel ones a matrix has the best, and a graph all.
  Real largest_arc() const { return largest_arc_; }

  // The best from u to v, and by how much it may be missed.
  Real best(std::size_t u, std::size_t v) const { return row(u)[v]; }
  Real slack(std::size_t u, std::size_t v) const;
  const Row& row(std::size_t u) const;

  // Whether a way from u to v can use a negative cycle. Whole numbers only.
  bool unbounded(std::size_t u, std::size_t v) const;

  // The best arc from u to v; kNone where there is none.
  Real arc(std::size_t u, std::size_t v) const;

 private:
  using Link = std::pair<std::size_t, Real>;
  using Links = std::vector<std::vector<Link>>;

  static Links links_of(const Graph& graph, const Arcs& arcs, bool greater, bool undirected);
  Table table(Real raised) const;
  void sum_up();
  void find_shortest();
  void find_sums();
  void mark();
  Row search(std::size_t source) const;

  const Graph& graph_;
  std::size_t n_;
  Real unit_;
  Real counts_;
  Cycles cycles_ = Cycles::none;
  bool known_ = true;
  bool nonnegative_ = true;
  bool shortest_;
  Real bound_ = 0;
  Real largest_weight_ = 0;
  Real largest_arc_ = 0;
  Real size_ = 0;              // of potentials
  Links arcs_;                 // the best of each pair, sorted
  Links costs_;                // by_heights
  Table reach_;                // marks: 1 where a path leads
  std::vector<bool> endless_;  // vertices on negative cycles
  mutable std::map<std::size_t, Row> rows_;
};

}  // namespace attack
