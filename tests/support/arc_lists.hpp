// Random graphs as lists of arcs: what a table of weights cannot say (parallel arcs, self-loops, either direction at once) is
// in them, and they stay small where a table would have n² cells.
#pragma once

#include <string>
#include <vector>

#include "support/combinations.hpp"
#include "support/random.hpp"
#include "warpath/graph.hpp"

namespace support {

struct ArcList {
  std::string name = {};
  Index n = 0;
  std::vector<warpath::Arc<double>> arcs = {};
  warpath::Direction direction = warpath::Direction::directed;

  void add(std::size_t from, std::size_t to, double weight) {
    arcs.push_back({static_cast<Index>(from), static_cast<Index>(to), weight});
  }
};

template <class T>
warpath::Graph graph_of(const ArcList& list) {
  std::vector<warpath::Arc<T>> arcs;
  for (const auto& arc : list.arcs) arcs.push_back({arc.from, arc.to, static_cast<T>(arc.weight)});
  return warpath::Graph::from_arcs<T>(list.n, arcs, list.direction);
}

// Of parallel arcs the shortest. Self-loops are on the diagonal if they are negative.
inline Weights table_of(const ArcList& list) {
  Weights table(static_cast<std::size_t>(list.n));
  const auto improve = [&](Index u, Index v, double weight) {
    double& cell = table(static_cast<std::size_t>(u), static_cast<std::size_t>(v));
    if ((u != v || weight < 0) && weight < cell) cell = weight;
  };
  for (const auto& arc : list.arcs) {
    improve(arc.from, arc.to, arc.weight);
    if (list.direction == warpath::Direction::undirected) improve(arc.to, arc.from, arc.weight);
  }
  return table;
}

// Whom the arcs link: shapes that elimination finds easy, hard, or strange.
enum class Shape {
  sparse,
  denser,
  tree,
  grid,
  star,
  clique,
  path,
  cycle,
  parts,
  bipartite,
  isolated
};
inline constexpr Shape kShapes[] = {Shape::sparse, Shape::denser,    Shape::tree,    Shape::grid,
                                    Shape::star,   Shape::clique,    Shape::path,    Shape::cycle,
                                    Shape::parts,  Shape::bipartite, Shape::isolated};

inline const char* name_of(Shape shape) {
  constexpr const char* names[] = {"sparse", "denser", "tree",  "grid",      "star",    "clique",
                                   "path",   "cycle",  "parts", "bipartite", "isolated"};
  return names[static_cast<int>(shape)];
}

// Calls link(u, v) for pairs of vertices that are counted in a random order.
template <class Link>
void for_each_link(Shape shape, std::size_t n, Random& random, const Link& plain) {
  const std::vector<std::size_t> order = random.permutation(n);
  const auto link = [&](std::size_t u, std::size_t v) { plain(order[u], order[v]); };
  const auto some = [&](double degree, std::size_t parts) {
    const auto count = static_cast<std::size_t>(degree * static_cast<double>(n));
    for (std::size_t k = 0; k < count && n > 1; ++k) {
      const std::size_t u = random.below(n);
      const std::size_t v = random.below(n);
      if (u % parts == v % parts) link(u, v);
    }
  };
  const std::size_t side = static_cast<std::size_t>(std::sqrt(static_cast<double>(n))) + 1;
  switch (shape) {
    case Shape::sparse: return some(random.real(0.3, 2.5), 1);
    case Shape::denser: return some(random.real(3, 12), 1);
    case Shape::parts: return some(random.real(2, 6), 2 + random.below(4));
    case Shape::isolated: return;
    case Shape::tree:
      for (std::size_t v = 1; v < n; ++v) link(random.below(v), v);
      return;
    case Shape::grid:
      for (std::size_t v = 0; v < n; ++v) {
        if (v % side + 1 < side && v + 1 < n) link(v, v + 1);
        if (v + side < n) link(v, v + side);
      }
      return;
    case Shape::star:
      for (std::size_t v = 1; v < n; ++v) link(0, v);
      return;
    case Shape::clique:
      for (std::size_t v = 0; v < std::min<std::size_t>(n, 60); ++v) {
        for (std::size_t u = 0; u < v; ++u) link(u, v);
      }
      return;
    case Shape::bipartite:
      for (std::size_t u = 0; u < std::min<std::size_t>(n, 5); ++u) {
        for (std::size_t v = 5; v < n; ++v) link(u, v);
      }
      return;
    case Shape::path:
    case Shape::cycle:
      for (std::size_t v = 1; v < n; ++v) link(v - 1, v);
      if (shape == Shape::cycle && n > 2) link(n - 1, 0);
      return;
  }
}

// What arcs weigh. Whole numbers that every type adds exactly, int16 too, up to n = 400.
enum class Sign { positive, zeros, negative, real };

// Directed graphs have arcs one way, the other, or both at different weights; negative ones are `positive` ones seen from
// random heights, so that no cycle is below 0.
inline ArcList random_arcs(Shape shape, Sign sign, bool undirected, std::size_t n, Random& random) {
  ArcList list;
  list.n = static_cast<Index>(n);
  const bool both = undirected && sign != Sign::negative;
  if (both) list.direction = warpath::Direction::undirected;
  std::vector<double> height(n);
  for (double& h : height) h = random.whole(0, 8);
  const auto weight = [&](std::size_t u, std::size_t v) {
    switch (sign) {
      case Sign::positive: return random.whole(1, 20);
      case Sign::zeros: return random.chance(0.6) ? 0.0 : random.whole(0, 3);
      case Sign::negative: return random.whole(0, 12) + height[u] - height[v];
      case Sign::real: break;
    }
    return random.real(0, 1) * std::ldexp(1.0, static_cast<int>(random.below(12)));
  };
  const auto add = [&](std::size_t u, std::size_t v) {
    const int copies = random.chance(0.1) ? 3 : 1;
    for (int k = 0; k < copies; ++k) list.add(u, v, weight(u, v));
  };
  for_each_link(shape, n, random, [&](std::size_t u, std::size_t v) {
    const std::size_t ways = both ? 0 : random.below(4);
    if (ways != 1) add(u, v);
    if (ways == 1 || ways == 2) add(v, u);
  });
  // Self-loops change nothing.
  for (std::size_t v = 0; v < n; ++v) {
    if (random.chance(0.05)) list.add(v, v, random.whole(0, 9));
  }
  list.name = std::string(name_of(shape)) + (both ? " undirected" : " directed") + " sign " +
              std::to_string(static_cast<int>(sign)) + " n=" + std::to_string(n);
  return list;
}

}  // namespace support
