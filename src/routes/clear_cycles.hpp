// Whether rounding can make a cycle negative.
#pragma once

#include <vector>

#include "base/crew.hpp"
#include "numerics/facts.hpp"
#include "numerics/potentials.hpp"
#include "routes/arcs.hpp"

namespace warpath::routes {

// True where every cycle of the arcs is so far above 0 that no sum along it can be rounded to below:
// a kernel may add such weights as they are. Cycles of arcs that all weigh 0 do no harm, nor does
// anything where no sum is rounded. Looks at the arcs that the potentials leave near 0; of these there
// are few, or it is not worth a closer look.
template <class Arcs>
bool has_clear_cycles(const Arcs& arcs,
                      const std::vector<Potential<typename Arcs::Weight>>& heights,
                      const InputFacts& facts, Crew& crew);

// The parts of it, for those who have their arcs elsewhere. An arc is near 0 if w + h[u] - h[v] is
// this or less, where heights differ by `range`: a sum along a path of n arcs is off by n units of the
// largest that it passes, and a cycle is met as the sum of two paths. Arcs that are below 0 are so by
// `below` at most.
template <class T>
Potential<T> near_limit(Index n, Potential<T> range, Potential<T> below, const InputFacts& facts);

// It is worth a look at so many of them.
constexpr Index most_near_arcs(Index n) { return 16 * n + 16; }

template <class T>
struct NearArc {
  Vertex from, to;
  T weight;
};

// Whether cycles of these are of arcs that weigh 0.
template <class T>
bool has_zero_cycles_only(Index n, const std::vector<NearArc<T>>& arcs);

}  // namespace warpath::routes
