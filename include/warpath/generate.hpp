// Graphs and matrices made to order. The same arguments give the same bits on every machine:
// only integer arithmetic, one division per weight and correctly rounded square roots are used.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "warpath/graph.hpp"
#include "warpath/matrix.hpp"
#include "warpath/types.hpp"

namespace warpath {

//   random      every ordered pair is an arc
//   gnp         every ordered pair is an arc, with the probability that gives `degree` arcs per
//               vertex
//   grid        undirected, a near-square grid of crossings; with coordinates
//   road        undirected, a grid with crossings moved by up to 30 m from a raster of 100 m, links
//               up to 1.5 times as long as the straight line, about 15% of the links missing (but
//               always connected: a missing link that would cut the network is kept); with
//               coordinates in metres
//   scale-free  undirected, by preferential attachment: new vertices join `degree`/2 old ones
//   chain       vertex i leads to i + 1 only: the longest paths there are
//   metric      undirected, every pair is linked at the length of the straight line between points
//               in a square of 1 km: no path is shorter than the arc; with coordinates in metres
//   streets     undirected, as the roads of a country are: of ten vertices eight or nine are bends of
//               streets, some are dead ends, and crossings mostly have three streets; dense towns, empty
//               country, a river with few bridges; connected; with coordinates in metres
//
// Weights of random, gnp, grid, scale-free and chain lie between 1 and 100. float32 weights have
// two decimals, float64 weights six; integer lengths are rounded up to metres (int16 roads to units
// of 10 m, so that large ones stay within the type).
enum class GraphKind : std::uint8_t { random, gnp, grid, road, scale_free, chain, metric, streets };

// The spellings of the command line: "scale-free".
std::string_view to_string(GraphKind kind);
template <>
std::optional<GraphKind> parse(std::string_view word);

struct GenerateOptions {
  std::uint64_t seed = 1;
  WeightType weight = WeightType::float32;  // any but boolean
  double degree = 8;                        // arcs per vertex, of gnp and scale-free; 0 or more
};

// A graph with exactly `vertices` vertices. Error usage for a negative number of vertices or degree
// or a boolean weight; does_not_fit when the arcs of a complete graph are more than memory holds.
// Time and memory O(vertices + arcs).
Graph generate(GraphKind kind, Index vertices, const GenerateOptions& options = {});

// A complete directed graph as a matrix, without the cost of building a Graph: every cell off the
// diagonal gets a random weight between lo and hi, both included; the diagonal gets 0. Floats are
// whole multiples of 1/100 (float32) or 1/1,000,000 (float64). `symmetric` makes (i,j) equal (j,i)
// and wants a square matrix. Error usage when there is no such number between lo and hi.
template <class T>
void fill_random(MatrixView<T> matrix, std::uint64_t seed, T lo, T hi, bool symmetric = false);

}  // namespace warpath
