// OnNegativeCycle::mark, once a solve has met a cycle: the vertices on negative cycles are taken out, the rest is solved as
// anything else is, and then every pair that can use a cycle gets unbounded().
#pragma once

#include <span>

#include "routes/unbounded.hpp"
#include "warpath/matrix.hpp"
#include "warpath/options.hpp"
#include "warpath/result.hpp"
#include "warpath/sparse.hpp"

namespace warpath {

Result solve_marked(const Graph& graph, const Options& options, routes::UnboundedPairs pairs);
template <class T>
Result solve_marked(MatrixView<const T> weights, const Options& options,
                    routes::UnboundedPairs pairs);
template <class T>
Statistics solve_into_marked(const Graph& graph, MatrixView<T> distances, const Options& options,
                             routes::UnboundedPairs pairs);
Result solve_from_marked(const Graph& graph, std::span<const Index> sources, const Options& options,
                         routes::UnboundedPairs pairs);
Statistics stream_rows_marked(const Graph& graph, std::span<const Index> sources,
                              const Options& options, const RowSink& sink,
                              const PredecessorSink& predecessors, routes::UnboundedPairs pairs);

}  // namespace warpath
