// OnNegativeCycle::mark, once a solve has met a cycle: the vertices on negative cycles are taken
// out, the rest is solved as anything else is, and every pair that can use a cycle gets unbounded().
#pragma once

#include "routes/unbounded.hpp"
#include "solve/run.hpp"

namespace warpath {

// `pairs`: those of the request's input. Error as answer().
Outcome answer_without_cycles(const Request& request, routes::UnboundedPairs pairs);

}  // namespace warpath
