// From a problem to its semiring type, with the heap's failures as Errors.
#pragma once

#include <fmt/format.h>

#include <new>

#include "base/dispatch.hpp"
#include "warpath/error.hpp"
#include "warpath/plan.hpp"

namespace warpath {

template <class Body>
void with_semiring(const Problem& problem, const Body& body) {
  try {
    visit_semiring(problem.semiring, problem.weight, body);
  } catch (const std::bad_alloc&) {
    throw Error(ErrorCode::does_not_fit,
                fmt::format("the system refused memory for n = {} in {}", problem.n,
                            to_string(problem.weight)),
                "free some memory, set a memory limit, or use a narrower weight type");
  }
}

}  // namespace warpath
