// OnNegativeCycle::mark, once a solve has met a cycle: the vertices on negative cycles lose their
// arcs, what is left is solved as anything else is, and every pair that can use a cycle gets
// unbounded().
#pragma once

#include "routes/unbounded.hpp"
#include "solve/run.hpp"

namespace warpath {

// `plan`, `pairs`: those of the request's input. Error as answer().
Outcome answer_without_cycles(const Request& request, const Plan& plan,
                              routes::UnboundedPairs pairs);

}  // namespace warpath
