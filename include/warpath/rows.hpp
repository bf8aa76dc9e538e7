// Distances from some vertices only, or too many to keep.
#pragma once

#include <functional>
#include <span>

#include "warpath/graph.hpp"
#include "warpath/options.hpp"
#include "warpath/result.hpp"

namespace warpath {

// Distances from some vertices to all: row k of the result is that of sources[k]. Any order, any of
// them more than once. Otherwise as solve(graph): a dense solve where that is faster, searches where
// sources are few. Error usage for a vertex that does not exist.
Result solve_from(const Graph& graph, std::span<const Index> sources, const Options& options = {});

// Some rows of a result. They belong to whoever receives them.
struct Rows {
  Index first = 0;                    // row 0 is that of sources[first], row 1 of the next
  Index count = 0;                    // rows; others in the matrices mean nothing
  DenseMatrix distances;              // a row for each
  Matrix<std::int32_t> predecessors;  // the same; empty unless Options::predecessors
};

// Is handed the rows of a result in order, on the thread that asked for them; where that may have more threads, they
// compute the next rows meanwhile. Move the matrices away,
// or leave them: then their memory is used again for the next rows. What it throws ends the solve
// and reaches the caller.
using RowSink = std::function<void(Rows& rows)>;

// As solve_from(), some rows at a time, in so much memory as Options::memory_limit says (a quarter
// of what is free without it), for results that are larger than memory. Options::batch bounds their
// number; a dense solve, where that is faster or asked for, has all rows at once.
Statistics stream_rows(const Graph& graph, std::span<const Index> sources, const Options& options,
                       const RowSink& sink);

// What stream_rows() would do for so many sources, without doing it.
Plan plan_rows(const Graph& graph, Index rows, const Options& options = {});

}  // namespace warpath
