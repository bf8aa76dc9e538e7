// Hostile graphs, with what is known about their shortest paths from the way they were made.
#pragma once

#include <string>

#include "support/arc_lists.hpp"

namespace attack {

using support::ArcList;
using support::Random;
using warpath::Index;

struct Graph {
  ArcList list;  // weights that the type holds exactly
  std::string family;

  // Whole numbers: every type that holds the weights adds them exactly.
  bool whole = true;

  // Real weights: arcs that cost nothing below 0, seen from heights; distances are those by costs,
  // seen from the same heights. `list` has what the type makes of it.
  ArcList costs;
  std::vector<double> heights;
  double largest = 0;  // of all weights and differences of heights, in magnitude
};

// Whole numbers of which no sum is beyond `limit`, or just about.
Graph whole_graph(std::size_t n, double limit, Random& random);

// Real weights as float32 (narrow) or float64 hold them, with cycles of about 0 of every kind.
Graph real_graph(std::size_t n, bool narrow, Random& random);

}  // namespace attack
