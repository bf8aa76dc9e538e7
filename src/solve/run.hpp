// Carries out a plan: the only place that calls kernels.
#pragma once

#include "base/crew.hpp"
#include "numerics/measure_builder.hpp"
#include "numerics/potentials.hpp"
#include "solve/request.hpp"
#include "warpath/error.hpp"
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

// Checks, weights, kernel, what is left to do about the distances, predecessors, statistics. The
// weights have no negative cycle.
Outcome run(const Request& request, const Facts& facts, const Plan& plan);

// The ways of run(): by kernels of the dense method, by the others, and by one that keeps its factor.
Outcome run_on_matrix(const Request& request, const Facts& facts, const Plan& plan);
Outcome run_on_arcs(const Request& request, const Plan& plan);
std::shared_ptr<Router::State> make_router(const Request& request, const Plan& plan);

// Room for predecessors of all pairs, touched by all threads: in turns they would wait for the system
// to clear its pages.
Matrix<std::int32_t> fresh_predecessors(Index n, const Options& options);

// Adds rows of distances that are there, those of vertices rows.first and on. Their diagonal cells
// are used up. `long_sums`: needs_long_sums() of the graph's weights.
void add_rows(MeasureBuilder& builder, Rows& rows, bool long_sums, Crew& crew);
bool needs_long_sums(const Graph& graph);

// A router whose distances get potentials taken off.
template <class T>
std::shared_ptr<Router::State> restoring_router(std::shared_ptr<Router::State> router,
                                                Potentials<T> potentials);

// Plans and runs a request.
Outcome answer(const Request& request);

// Its way where weights are negative: a negative cycle is refused with itself, or marked.
Outcome answer_by_potentials(const Request& request, const Facts& facts);

// Its way to mark: `pairs` are those of the request's input.
Outcome answer_without_cycles(const Request& request, routes::UnboundedPairs pairs);

[[noreturn]] void throw_cycle(Cycle cycle);

// The memory limit for a solve that begins when `bytes` are taken; 0: none. Error does_not_fit.
// `what` takes these.
std::size_t left_of_limit(const Options& options, std::size_t bytes,
                          std::string_view what = "a matrix of weights");

// The plan that answer() would make.
Plan plan_for(const Request& request);

}  // namespace warpath
