// The front door: all-pairs best paths.
//
// Thread safety: any number of solves may run at once in different threads on different data.
// Nothing is printed, nothing exits, and no global state changes.
#pragma once

#include <type_traits>

#include "warpath/graph.hpp"
#include "warpath/matrix.hpp"
#include "warpath/options.hpp"
#include "warpath/result.hpp"

namespace warpath {

// Every distance of a graph. The result's type is the graph's (or Options::weights; boolean for
// reachability). Throws Error: bad_input (NaN, -inf, a weight outside the type), negative_cycle with
// the cycle (or see Options::on_negative_cycle), does_not_fit, unsupported, usage, cancelled.
Result solve(const Graph& graph, const Options& options = {});

// The same from a square matrix of arc weights in any layout, which is only read; the result is
// row-major. Cells without an arc hold the semiring's no_path(). Diagonal cells are self-loops: the
// distance of a vertex to itself is the empty path unless a self-loop is better, and for shortest
// paths such a loop is a negative cycle.
template <detail::IsWeight T>
Result solve(MatrixView<const T> weights, const Options& options = {});
template <detail::IsWeight T>
Result solve(MatrixView<T> weights, const Options& options = {}) {
  return solve(MatrixView<const T>(weights), options);
}

// The same into memory that the caller has: n x n, row-major, of the type that the result would have
// (Error usage otherwise), apart from the weights. For those who solve often: fresh memory costs as
// much time as a road network's distances.
template <detail::IsWeight T>
Statistics solve_into(const Graph& graph, MatrixView<T> distances, const Options& options = {});
template <detail::IsWeight T>
Statistics solve_into(std::type_identity_t<MatrixView<const T>> weights, MatrixView<T> distances,
                      const Options& options = {});

// The same in the caller's memory: `matrix` holds weights before and distances after. Row-major
// and column-major layouts are solved where they lie, with workspace far below n² (the plan says
// how much); other strides go through a copy. Options::weights must be empty or T. When an Error
// is thrown, the content of the matrix is unspecified, except that errors found before the work
// starts (usage, unsupported, does_not_fit, negative_cycle, bad_input about single weights) leave
// its values as they were, up to the sign of zeros, but for undirected ones, which are made
// symmetric. OnNegativeCycle::mark is refused (unsupported): it needs the weights once more.
template <detail::IsWeight T>
Statistics solve_in_place(MatrixView<T> matrix, const Options& options = {});

// What solve() would do, without doing it. A matrix is looked through, as solve() would.
Plan plan_solve(const Graph& graph, const Options& options = {});
template <detail::IsWeight T>
Plan plan_solve(MatrixView<const T> weights, const Options& options = {});
template <detail::IsWeight T>
Plan plan_solve(MatrixView<T> weights, const Options& options = {}) {
  return plan_solve(MatrixView<const T>(weights), options);
}

}  // namespace warpath
