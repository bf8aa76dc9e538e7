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

// What the distances between a vertex and all others say, of each vertex. Those that are infinite
// count as unreachable and for nothing else.
struct VertexMeasures {
  // How many others there is a path to, and the distance to the farthest of them.
  std::vector<Index> reached;
  std::vector<double> eccentricity;

  // The reciprocal of the mean distance to them, times the fraction of all others that they are
  // (Wasserman and Faust).
  std::vector<double> closeness;

  // The sum of the reciprocals of the distances to them. Those that are 0 are left out.
  std::vector<double> harmonic;
};

// Those of each vertex on the way out: distances from it.
struct Measures : VertexMeasures {
  // Those on the way in: distances to it. Empty where every arc leads both ways at the same weight,
  // since they are the same.
  VertexMeasures in;
  const VertexMeasures& way_in() const { return in.reached.empty() ? *this : in; }

  double diameter = 0;    // the largest eccentricity
  double radius = 0;      // the smallest of a vertex that reaches any other
  double mean = 0;        // distance
  Index pairs = 0;        // of different vertices that are connected
  Index unreachable = 0;  // and that are not
  Histogram histogram;
  Statistics statistics;
};

// How much is measured. What is left out stays empty, or 0, and takes no time.
enum class Extent : std::uint8_t {
  ends,  // who reaches whom, and how far: reached, eccentricity, diameter, radius, pairs, unreachable
  all,
};

// Shortest paths only: Error unsupported for other semirings, and for OnNegativeCycle::mark. Takes a
// panel of the matrix at a time: memory as for stream_rows(). The same bits for any number of
// threads.
Measures measure(const Graph& graph, const Options& options = {}, Extent extent = Extent::all);

// What measure() would do, without doing it.
Plan plan_measure(const Graph& graph, const Options& options = {}, Extent extent = Extent::all);

}  // namespace warpath
