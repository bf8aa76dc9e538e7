// What counts as a negative cycle.
#pragma once

#include <cstddef>

#include "numerics/prepare.hpp"
#include "routes/arcs.hpp"

namespace warpath::routes {

// Of all arcs but self-loops.
struct Sizes {
  double largest = 0;  // in magnitude
  bool exact =
      true;  // no sum along a path or a cycle is ever rounded: integers, or whole numbers of
             // which the type counts as many as there are vertices
};
template <class Arcs>
Sizes sizes_of(const Arcs& arcs);

// What counts as negative: below 0 where sums are exact, unless the options say something else.
template <class T>
CycleTolerance tolerance_of(const Sizes& sizes, const Options& options);

// Where no arc makes anything shorter by more than this, no cycle of floats counts as negative: one of
// k arcs sums to at least -k margins.
double first_margin(const CycleTolerance& tolerance, std::size_t vertices);

}  // namespace warpath::routes
