// Distances without a matrix of all of them: from some vertices only, streamed, or summed up.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "warpath/options.hpp"
#include "warpath/result.hpp"
#include "warpath/sparse_plan.hpp"

namespace warpath {

// Distances from some vertices to all: row k of the result is that of sources[k]. Any order, any of them more than once.
// Otherwise as solve(graph): a dense solve where that is faster, Dijkstra where sources are few. Error usage for a
// vertex that does not exist.
Result solve_from(const Graph& graph, std::span<const Index> sources, const Options& options = {});

// Is handed rows first .. first + count - 1 of a result: the first `count` rows of `rows`, which is used again for the next.
// Called on the thread that called stream_rows(), in order. What it throws ends the solve and reaches the caller.
using RowSink = std::function<void(Index first, const Result::Storage& rows, Index count)>;

// The same for predecessors, where they are asked for: called with the same rows, right after the RowSink,
// whose rows stay until it returns.
using PredecessorSink =
    std::function<void(Index first, const Matrix<std::int32_t>& rows, Index count)>;

// The same, row after row, in so much memory as Options::memory_limit says (a quarter of what is free without it), for
// results that are larger than memory.
Statistics stream_rows(const Graph& graph, std::span<const Index> sources, const Options& options,
                       const RowSink& sink, const PredecessorSink& predecessors = {});

// What stream_rows() would do for so many sources (and measure() for all), without doing it.
Plan plan_rows(const Graph& graph, Index rows, const Options& options = {});

// Counts of distances between different vertices in steps of `width`, a power of two: counts[k] of them lie in
// [first + k * width, first + (k + 1) * width). The last is not 0.
struct Histogram {
  double first = 0;
  double width = 1;
  std::vector<std::uint64_t> counts;
};

// What all distances together say. Those that are infinite count as unreachable and for nothing else.
struct Measures {
  // Of each vertex: how many others it reaches, the distance to the farthest of them, and its closeness: the reciprocal of the
  // mean distance to them, times the fraction of all others that they are (Wasserman and Faust). All on the way out.
  std::vector<Index> reached;
  std::vector<double> eccentricity;
  std::vector<double> closeness;

  double diameter = 0;    // the largest eccentricity
  double radius = 0;      // the smallest of a vertex that reaches any other
  double mean = 0;        // distance
  Index pairs = 0;        // of different vertices that are connected
  Index unreachable = 0;  // and that are not
  Histogram histogram;
  Statistics statistics;
};

// Shortest paths only: Error unsupported for other semirings, and for OnNegativeCycle::mark. Takes a panel of the matrix at a time: memory as for
// stream_rows(). The same bits for any number of threads.
Measures measure(const Graph& graph, const Options& options = {});

}  // namespace warpath
