// The sparse way of a solve, and the choice between the two.
#pragma once

#include "warpath/options.hpp"
#include "warpath/plan.hpp"
#include "warpath/result.hpp"

namespace warpath {

// The plan of a graph: decides the method where the options leave it open. `problem` says what is wanted.
Plan plan_graph(const Graph& graph, const Problem& problem, const Options& options);

// Every distance, by the plan's kernel, which is one of the sparse method.
Result solve_by_arcs(const Graph& graph, const Plan& plan, const Options& options);

// Error unsupported where they are asked for and have no place to go.
void refuse_predecessors(const Options& options);

// A place for them, touched by all threads: in turns they would wait for the system to clear its pages.
Matrix<std::int32_t> fresh_predecessors(Index n, const Options& options);

// What solve.cpp knows about graphs and options.
Options complete(Options options);
Problem problem_of(const Graph& graph, const Options& options);
Plan plan_for(const Problem& problem, const Options& options);
Result solve_by_matrix(const Graph& graph, const Plan& plan, const Options& options);
template <class T>
Statistics solve_matrix_into(const Graph& graph, MatrixView<T> distances, const Plan& plan,
                             const Options& options);

}  // namespace warpath
