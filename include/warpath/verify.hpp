// Proofs of results: distances (and predecessors) held against the arcs, without solving anything.
//
// A row of distances from s is right exactly if
//   - s itself has the empty path;
//   - no arc u -> v makes anything shorter: D[v] <= D[u] + w, and what an arc out of the reached
//     leads to is reached;
//   - every finite D[v] is the sum of a chain of tight arcs (D[v] = D[u] + w) that begins at s.
//     Tight arcs alone are not enough: vertices on a cycle of weight 0 could vouch for each other.
// With predecessors the chains are given: each must be an arc of the graph, tight, and lead back to
// s. A distance that is unbounded() must be so for every vertex, and only those, that a negative
// cycle within reach of s leads to.
//
// Time O(arcs) a row. Exact for integers, bottlenecks, reachability, and floats that are whole
// numbers too small to be rounded. Otherwise sums are rounded, and what may be missing is counted
// in units: u * (|D[u]| + |w|, or |D[v]|, whichever is larger), with u = 2^-24 (float32) or 2^-53
// (float64). Up to 4 (N + 1) units are allowed, N the number of arcs that a path of this row can
// have (docs/numerics.md has the proof). Nothing of any solver is used here.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "warpath/graph.hpp"
#include "warpath/progress.hpp"
#include "warpath/result.hpp"
#include "warpath/types.hpp"

namespace warpath::verify {

struct Certificate {
  // What a row that is wrong has broken.
  enum class Rule : std::uint8_t {
    diagonal,       // the source is not at the empty path
    value,          // NaN, or outside of what the type means by a distance
    relaxes,        // an arc makes a distance shorter
    closed,         // "no path" where an arc leads
    supported,      // no chain of tight arcs from the source makes the distance
    unbounded,      // a negative cycle can be used, and the distance is finite
    bounded,        // no negative cycle can be used, and the distance is unbounded
    tree_root,      // a predecessor where there is none: the source, no path, unbounded
    tree_missing,   // no predecessor where a path leads, or one that is no vertex
    tree_arc,       // the predecessor has no arc to the vertex
    tree_tight,     // it has, but the distance is another
    tree_circular,  // predecessors go round instead of back to the source
  };

  // An arc from `via` to `target` and the distances at its ends; `via` is -1 where there is no arc
  // to show.
  struct Evidence {
    Index source = 0;
    Index target = 0;
    Index via = -1;
    double found = 0;    // the distance of target; +-inf for no path and unbounded
    double before = 0;   // the distance of via
    double weight = 0;   // of the arc
    double allowed = 0;  // how far apart found and before + weight may be
  };

  struct Failure {
    Rule rule = Rule::value;
    Evidence at;
  };

  Index rows = 0;     // that hold
  Index of_rows = 0;  // that the result has
  Index vertices = 0;
  Index arcs = 0;
  SemiringKind semiring{};
  WeightType weight{};
  bool exact = true;               // nothing but equality was accepted
  bool trees = false;              // predecessors were checked, too
  double worst = 0;                // units: no distance of these rows is farther from its best arc
  double bound = 0;                // units that were allowed there
  std::optional<Evidence> where;   // the worst, when anything was rounded
  std::optional<Failure> failure;  // of the first row that does not hold

  bool ok() const { return !failure.has_value(); }

  // "64 of 4,096 rows hold"
  std::string rows_text() const;
  // "exactly", or "slack at most 1.7 units of 2^-24 (8,194 allowed)"
  std::string slack_text() const;
  // "the distance from 3 to 9 is 12, and better by the arc from 4 to 9 (8 + 2)"; empty without a
  // failure. Vertices go by `name`, or by their numbers.
  std::string failure_text(const std::function<std::string(Index)>& name = {}) const;
};

// "64 of 4,096 rows hold on 16,773,120 arcs, exactly", or what failed after how many rows.
std::string to_string(const Certificate& certificate);

struct CertificateOptions {
  SemiringKind semiring = SemiringKind::shortest_path;
  bool undirected = false;  // every arc counts both ways
  int threads = 1;
  std::optional<double> negative_cycle_tolerance = {};  // as in Options
  Index of_rows = 0;                                    // for the report and for progress
  Progress progress = {};                               // told about rows; may cancel
};

// A whole result, or the rows of some of its sources (empty: all), by the graph or the matrix of
// weights that was solved. Error bad_input, unsupported as solve(), cancelled.
Certificate certify(const Graph& graph, const Result& result,
                    const CertificateOptions& options = {}, std::span<const Index> sources = {});
Certificate certify(const AnyMatrixView& weights, const Result& result,
                    const CertificateOptions& options = {}, std::span<const Index> sources = {});

}  // namespace warpath::verify
