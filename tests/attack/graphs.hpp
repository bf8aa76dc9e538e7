// Hostile graphs, with what is known about their shortest paths from the way they were made.
#pragma once

#include <string>
#include <vector>

#include "support/arc_lists.hpp"

namespace attack {

using support::Random;
using warpath::Index;

// Holds the whole numbers of every weight type, and sums of floats with little rounding.
using Real = long double;
using Arcs = std::vector<warpath::Arc<Real>>;

// How the best paths are known.
enum class Known {
  exactly,     // whole numbers: every type that holds the weights adds them exactly
  by_heights,  // costs >= 0, seen from heights; distances are those by costs, seen from there
  by_sums,     // as they are added up in Real
};

struct Graph {
  Index n = 0;
  Arcs arcs;  // weights that the type holds exactly
  std::string family;
  Known known = Known::exactly;
  bool may_be_undirected = true;

  Arcs costs;  // by_heights: `arcs` has what the type makes of these
  std::vector<Real> heights;
  Real largest = 0;  // of all weights and differences of heights, in magnitude

  void add(std::size_t from, std::size_t to, Real weight) {
    arcs.push_back({static_cast<Index>(from), static_cast<Index>(to), weight});
  }
};

// What float32 (narrow) or float64 makes of a number.
inline Real held(Real x, bool narrow) {
  return narrow ? static_cast<Real>(static_cast<float>(x))
                : static_cast<Real>(static_cast<double>(x));
}

// Calls link(u, v) for arcs of a random shape: one way, the other, both, now and then several.
template <class Link>
void link_both(support::Shape shape, std::size_t n, Random& random, const Link& link) {
  const auto add = [&](std::size_t u, std::size_t v) {
    const int copies = random.chance(0.05) ? 3 : 1;
    for (int k = 0; k < copies; ++k) link(u, v);
  };
  const bool always = random.chance(0.3);
  support::for_each_link(shape, n, random, [&](std::size_t u, std::size_t v) {
    const std::size_t ways = always ? 2 : random.below(3);
    if (ways != 1) add(u, v);
    if (ways != 0) add(v, u);
  });
}

inline support::Shape any_shape(Random& random) {
  return support::kShapes[random.below(std::size(support::kShapes))];
}

// Whole numbers; distances stay below `limit`, or just about.
Graph whole_graph(std::size_t n, Real limit, Random& random);

// Real weights with cycles of about 0 of every kind.
Graph zero_cycle_graph(std::size_t n, bool narrow, Random& random);

// Real weights that are hard to add up, or at the edge of what counts as negative.
Graph extreme_graph(std::size_t n, bool narrow, Random& random);

}  // namespace attack
