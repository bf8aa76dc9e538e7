// Carries out a plan: the only place that calls kernels.
#pragma once

#include "solve/request.hpp"
#include "warpath/measure.hpp"
#include "warpath/result.hpp"
#include "warpath/router.hpp"

namespace warpath::routes {
class UnboundedPairs;
}

namespace warpath {

// What a solve leaves, as far as it was asked for.
struct Outcome {
  DenseMatrix distances;
  std::vector<Index> sources;  // of its rows; empty: all
  Matrix<std::int32_t> predecessors;
  Measures measures;
  std::shared_ptr<Router::State> router;
  Statistics statistics;
};

// Checks, weights, kernel, what is left to do about the distances, predecessors, statistics. Error
// negative_cycle names a vertex: what to do then is for answer().
Outcome run(const Request& request, const Facts& facts, const Plan& plan);

// The ways of run(): by kernels of the dense method, by the others, and by one that keeps its factor.
Outcome run_on_matrix(const Request& request, const Facts& facts, const Plan& plan);
Outcome run_on_arcs(const Request& request, const Plan& plan);
std::shared_ptr<Router::State> make_router(const Request& request, const Plan& plan);

// Room for predecessors of all pairs, touched by all threads: in turns they would wait for the system
// to clear its pages.
Matrix<std::int32_t> fresh_predecessors(Index n, const Options& options);

// Plans and runs a request. When a kernel has met a negative cycle, the arcs of the input decide: it
// is refused with the cycle itself, or marked; where it was rounding, the solve is done again with a
// larger tolerance.
Outcome answer(const Request& request);

// Its way to mark: `plan` and `pairs` are those of the request's input.
Outcome answer_without_cycles(const Request& request, const Plan& plan,
                              routes::UnboundedPairs pairs);

// The plan that answer() would make.
Plan plan_for(const Request& request);

}  // namespace warpath
