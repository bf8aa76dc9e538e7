// The input of `solve`, graph or matrix, and what is done with it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "warpath/io.hpp"
#include "warpath/warpath.hpp"

namespace warpath::cli {

struct Loaded {
  io::Content input;
  std::vector<std::string> labels;  // empty: vertices go by their numbers
  Index vertices = 0;
  Index arcs = 0;                // between different vertices, for a matrix
  Index first_vertex = 0;        // the file's number for our vertex 0
  std::size_t result_bytes = 0;  // of the distances

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

// What solve_loaded() would do.
Plan plan_loaded(const Loaded& loaded, const Options& options);

// A matrix is solved where it lies whenever the result has its type, which halves the memory.
Result solve_loaded(Loaded&& loaded, const Options& options);

}  // namespace warpath::cli
