// The input of `solve`, graph or matrix.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "io/npy_rows.hpp"
#include "warpath/warpath.hpp"

namespace warpath::cli {

struct Loaded {
  // A matrix is looked at where the file is mapped, if it can be.
  std::variant<Graph, DenseMatrix, io::NpyRows> input;
  std::vector<std::string> labels;  // empty: vertices go by their numbers
  Index vertices = 0;
  Index arcs = 0;              // between different vertices, for a matrix
  Index first_vertex = 0;      // the file's number for our vertex 0
  WeightType result_weight{};  // of the distances

  // What people may not have meant.
  bool one_way = false;      // a directed graph of some arcs, none of which can be travelled back
  bool mostly_zero = false;  // a matrix of distances with 0 in most cells off the diagonal

  const Graph* graph() const { return std::get_if<Graph>(&input); }
  AnyMatrixView matrix() const;  // where it is none
};

// Error as io::read_input; bad_input when a matrix is not square.
Loaded load(const std::string& path, const io::ReadOptions& read, const Options& options);

// Any input as a graph, and the number that its file gives to vertex 0.
struct NumberedGraph {
  Graph graph;
  Index first_vertex = 0;
};
NumberedGraph load_graph(const std::string& path, const io::ReadOptions& read);

// Turns what was loaded into a graph where it is a matrix, which then takes three times the memory.
void as_graph(Loaded& loaded, const std::string& path);

}  // namespace warpath::cli
