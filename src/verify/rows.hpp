// Checks rows of a result against the input, by an algorithm of its own.
//
// For every chosen source the distances are computed anew: by Dijkstra's algorithm (which holds for
// all semirings, since paths never improve by growing), or by label correcting (Bellman and Ford,
// with a queue) where weights are negative. It works in double or int64 and shares no code with any
// solver.
//
// Integers, widest and minimax paths, reachability, and floats that are whole numbers too small to
// be rounded must agree exactly. Otherwise, with eps the machine epsilon of the result's type, a
// path of h arcs with sum S of absolute weights, a distance may be
//   too large by (h + 1) * eps * S: every solver has seen that path, rounded once per arc;
//   too small by n * eps * S:       it may have taken another path, of at most n - 1 arcs.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "warpath/graph.hpp"
#include "warpath/matrix.hpp"
#include "warpath/result.hpp"
#include "warpath/types.hpp"

namespace warpath::verify {

struct WrongDistance {
  Index source = 0;
  Index target = 0;
  double expected = 0;  // infinite, or 0 for reachability, where there is no path
  double found = 0;
};

struct RowsReport {
  Index rows = 0;                      // checked, up to the first wrong one
  bool exact = true;                   // whether nothing but equality was accepted
  double largest_error = 0;            // of the accepted distances, relative to S
  std::optional<WrongDistance> wrong;  // the first, in the order of sources and targets

  bool ok() const { return !wrong.has_value(); }
  std::string to_string() const;  // one line for people
};

// `count` sources spread over 0 .. n-1, in ascending order; all of them when there are no more.
std::vector<Index> sample_sources(Index n, Index count, std::uint64_t seed = 1);

// `weights` is the input of a solve, `distances` its result, both n x n. Time O(rows * n²) and
// little memory. Error usage when the shapes differ, the semiring does not fit T or a source is out
// of range; negative_cycle when the input has one that a source reaches.
template <class T>
RowsReport check_rows(MatrixView<const T> weights, MatrixView<const T> distances,
                      SemiringKind semiring, std::span<const Index> sources);

// The same for a graph, and a result of all rows or of those of some sources, as it is stored (Options::undirected is not considered); its weights are
// first converted to the result's type. Time O(rows * arcs * log n) without negative weights.
RowsReport check_rows(const Graph& graph, const Result& result, std::span<const Index> sources);

}  // namespace warpath::verify
