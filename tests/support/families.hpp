// The graphs that every kernel must solve. Each family is a function of n alone (seeded by its name
// and n), as a table of doubles, so that one graph serves every weight type and every semiring.
#pragma once

#include <cstddef>
#include <span>

#include "oracle/oracle.hpp"

namespace support {

using Weights = oracle::Table<double>;

struct Family {
  const char* name;

  // `limit`: weights and distances must stay below it in magnitude. Only the families that go near
  // the limit look at it.
  Weights (*make)(std::size_t n, double limit);

  bool negative = false;        // some arcs are below 0 (from about 10 vertices on)
  bool symmetric = false;       // w_ij == w_ji
  bool negative_cycle = false;  // from n = `smallest` on
  std::size_t smallest = 0;
};

// Whole-numbered weights. Up to n = 520 all weights and distances stay below 16,000 in magnitude
// (unless the limit says otherwise): exact in every weight type. Where there are negative weights,
// so do the sums over all vertices of the largest and of the smallest arc, which is what a library
// can know about distances before it has solved the graph.
std::span<const Family> whole_families();

// Real weights, exact in none. No negative cycle, and none near: every cycle is well above 0.
std::span<const Family> real_families();

// By name; ends the program for a name that does not exist.
const Family& family(const char* name);

// The same graph with vertex order[i] in place i.
Weights permuted(const Weights& arcs, const std::vector<std::size_t>& order);

// The graph and, apart from it, vertices without arcs.
Weights with_isolated(const Weights& arcs, std::size_t more);

}  // namespace support
