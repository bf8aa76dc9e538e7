// The input of `solve`, graph or matrix, and what is done with it.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "warpath/io.hpp"
#include "warpath/warpath.hpp"

namespace warpath::cli {

struct Loaded {
  io::Content input;
  std::vector<std::string> labels;  // empty: vertices go by their numbers
  Index vertices = 0;
  Index arcs = 0;              // between different vertices, for a matrix
  Index first_vertex = 0;      // the file's number for our vertex 0
  WeightType result_weight{};  // of the distances
  bool keep = false;           // a matrix is not used up: somebody wants to look at it afterwards

  // What people may not have meant.
  bool one_way = false;      // a directed graph of some arcs, none of which can be travelled back
  bool mostly_zero = false;  // a matrix of distances with 0 in most cells off the diagonal
};

// Error as io::read_input; bad_input when a matrix is not square.
Loaded load(const std::string& path, const io::ReadOptions& read, const Options& options);

// Any input as a graph, and the number that its file gives to vertex 0.
struct NumberedGraph {
  Graph graph;
  Index first_vertex = 0;
};
NumberedGraph load_graph(const std::string& path, const io::ReadOptions& read);

// Turns what was loaded into a graph where it is a matrix, which then takes three times the
// memory.
void as_graph(Loaded& loaded, const std::string& path);

// What stream_loaded() would do for so many rows.
Plan plan_loaded(const Loaded& loaded, Index rows, const Options& options);

// Is handed rows of a result: `count` of them from `first` on, which are those of `rows` from
// `begin` on; and their predecessors, if these are asked for.
using LoadedSink = std::function<void(Index first, const DenseMatrix& rows, Index count,
                                      Index begin, MatrixView<const std::int32_t> predecessors)>;

// Solves; no sources: from all vertices, in order. The sparse method hands over some rows at a
// time, the dense one all at once, or row by row. A matrix is solved where it lies, which
// halves the memory and uses it up, whenever the result has its type, unless there are negative weights and memory for
// both: then a negative cycle can be shown.
Statistics stream_loaded(Loaded& loaded, std::span<const Index> sources, const Options& options,
                         const LoadedSink& sink);

// The same options, with every choice that the plan has made.
Options as_planned(Options options, const Plan& plan);

}  // namespace warpath::cli
