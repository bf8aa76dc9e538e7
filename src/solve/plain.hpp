// The solves themselves. When a kernel meets a negative cycle they end with an Error that names one vertex; the public
// functions of the same names (solve/cycles.cpp) know what to do then. Contracts are in warpath/solve.hpp, sparse.hpp and
// cuda.hpp.
#pragma once

#include <memory>
#include <span>

#include "warpath/options.hpp"
#include "warpath/result.hpp"
#include "warpath/router.hpp"
#include "warpath/sparse.hpp"

namespace warpath {

Result plain_solve(const Graph& graph, const Options& options);
template <class T>
Result plain_solve(MatrixView<const T> weights, const Options& options);
template <class T>
Statistics plain_solve_in_place(MatrixView<T> matrix, const Options& options);
template <class T>
Statistics plain_solve_into(const Graph& graph, MatrixView<T> distances, const Options& options);
Result plain_solve_from(const Graph& graph, std::span<const Index> sources, const Options& options);
Statistics plain_stream_rows(const Graph& graph, std::span<const Index> sources,
                             const Options& options, const RowSink& sink,
                             const PredecessorSink& predecessors);
Measures plain_measure(const Graph& graph, const Options& options);
template <class T>
Statistics plain_solve_on_device(const Graph& graph, MatrixView<T> distances,
                                 const Options& options, void* stream);

std::shared_ptr<Router::State> plain_router(const Graph& graph, const Options& options);

}  // namespace warpath
