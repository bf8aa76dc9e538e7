// What all distances say together, without a matrix of them.
#pragma once

#include <cstdint>
#include <vector>

#include "warpath/graph.hpp"
#include "warpath/options.hpp"
#include "warpath/result.hpp"

namespace warpath {

// Counts of distances between different vertices in steps of `width`, a power of two: counts[k] of
// them lie in [first + k * width, first + (k + 1) * width). The last is not 0.
struct Histogram {
  double first = 0;
  double width = 1;
  std::vector<std::uint64_t> counts;
};

// Distances that are infinite count as unreachable and for nothing else.
struct Measures {
  // Of each vertex: how many others it reaches, the distance to the farthest of them, and its
  // closeness: the reciprocal of the mean distance to them, times the fraction of all others that
  // they are (Wasserman and Faust). All on the way out.
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

// Shortest paths only: Error unsupported for other semirings, and for OnNegativeCycle::mark. Takes a
// panel of the matrix at a time: memory as for stream_rows(). The same bits for any number of
// threads.
Measures measure(const Graph& graph, const Options& options = {});

// What measure() would do, without doing it.
Plan plan_measure(const Graph& graph, const Options& options = {});

}  // namespace warpath
