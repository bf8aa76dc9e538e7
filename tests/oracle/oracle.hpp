// The ruler that every kernel is held against: the algorithms as textbooks print them, in double
// or int64, written for reading and not for speed. Includes none of the library's headers, so that
// a mistake there cannot be repeated here.
//
// A graph is a table of arc weights, row = from, column = to; `absent<W>()` where there is no arc.
// Answers use the same mark where there is no path.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace oracle {

template <class W>
constexpr W absent() {
  if constexpr (std::numeric_limits<W>::has_infinity) return std::numeric_limits<W>::infinity();
  return std::numeric_limits<W>::max();
}

template <class W>
class Table {
 public:
  Table() = default;
  explicit Table(std::size_t n, W value = absent<W>()) : n_(n), cells_(n * n, value) {}

  std::size_t n() const { return n_; }
  W& operator()(std::size_t i, std::size_t j) { return cells_[i * n_ + j]; }
  const W& operator()(std::size_t i, std::size_t j) const { return cells_[i * n_ + j]; }
  friend bool operator==(const Table&, const Table&) = default;

 private:
  std::size_t n_ = 0;
  std::vector<W> cells_;
};

template <class W>
struct Answer {
  bool negative_cycle = false;  // then `best` means nothing
  Table<W> best;
};

// Shortest paths. The diagonal is 0 unless a negative cycle passes there. A negative cycle is
// looked for after every pivot: beyond it values double from pivot to pivot.
template <class W>
Answer<W> floyd_warshall(Table<W> arcs);

// The same, one source at a time: n - 1 rounds over all arcs, and one more that must change
// nothing. A negative cycle that no source reaches does not exist, so all of them are found.
template <class W>
Answer<W> bellman_ford(const Table<W>& arcs);

// The same for weights >= 0.
template <class W>
Table<W> dijkstra(const Table<W>& arcs);

// Bottleneck paths: of all paths the one whose smallest arc is largest (widest), or whose largest
// arc is smallest (minimax). The diagonal is the empty path, which no arc limits and which the
// types here cannot write down: it stays absent.
template <class W>
Table<W> widest(const Table<W>& arcs);
template <class W>
Table<W> minimax(const Table<W>& arcs);

// The same by search: take arcs in order of merit until the target can be reached from the source.
template <class W>
Table<W> widest_by_search(const Table<W>& arcs);
template <class W>
Table<W> minimax_by_search(const Table<W>& arcs);

// 1 where a path leads, 0 elsewhere; the diagonal is 1. Breadth-first search from every vertex.
template <class W>
Table<std::uint8_t> reachable(const Table<W>& arcs);

}  // namespace oracle
