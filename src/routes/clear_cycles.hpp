// Whether rounding can make a cycle negative.
#pragma once

#include <vector>

#include "base/crew.hpp"
#include "numerics/facts.hpp"
#include "numerics/potentials.hpp"

namespace warpath::routes {

// True where every cycle of the arcs is so far above 0 that no sum along it can be rounded to below:
// a kernel may add such weights as they are. Cycles of arcs that all weigh 0 do no harm, nor does
// anything where no sum is rounded. Looks at the arcs that the potentials leave near 0; of these there
// are few, or it is not worth a closer look.
template <class Arcs>
bool has_clear_cycles(const Arcs& arcs,
                      const std::vector<Potential<typename Arcs::Weight>>& heights,
                      const InputFacts& facts, Crew& crew);

}  // namespace warpath::routes
