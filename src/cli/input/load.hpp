// Graphs and matrices as the subcommands read them.
#pragma once

#include <span>
#include <string>
#include <variant>
#include <vector>

#include "cli/shell/memory.hpp"
#include "cli/shell/options.hpp"
#include "io/format.hpp"
#include "io/npy_rows.hpp"
#include "warpath/warpath.hpp"

namespace warpath::cli {

struct Loaded {
  // A matrix is looked at where the file is mapped, if it can be.
  std::variant<Graph, DenseMatrix, io::NpyRows> input;
  Index vertices = 0;
  Index arcs = 0;              // as they are travelled, one way; of a matrix, off the diagonal
  Index edges = 0;             // where all are travelled both ways: each is two arcs, a loop is one
  Index first_vertex = 0;      // the file's number for our vertex 0
  WeightType result_weight{};  // of the distances

  // Of a file that is looked at where it is mapped: pages that were seen count as memory.
  std::size_t mapped_bytes = 0;

  // What people may not have meant.
  bool one_way = false;  // a directed graph of some arcs, none of which can be travelled back
  bool zeros_may_mean_none = false;     // of the weights off the diagonal
  std::vector<std::string> hints = {};  // of whoever read it

  const Graph* graph() const { return std::get_if<Graph>(&input); }
  AnyMatrixView matrix() const;                 // where it is none
  std::span<const std::string> labels() const;  // empty: vertices go by their numbers
};

// For a solve with these options, which also say what weights are read as: the arcs stay as they are,
// as the solve takes them both ways if it shall. Shows progress. Error as io::read_input; bad_input
// when a matrix is not square. `keeps_input`: the arcs are needed beside the distances; else a matrix
// for which there is not room twice is one of the result's type, to be solved where it lies.
Loaded load(const InputArguments& arguments, const Options& options, const MemoryLimit& memory = {},
            bool keeps_input = true);

// Any input as a graph, and the number that its file gives to vertex 0. Says on stderr what its author may
// not have meant.
struct NumberedGraph {
  Graph graph;
  Index first_vertex = 0;
};
NumberedGraph load_graph(const InputArguments& arguments);

// In ascending order.
inline std::span<const Graph::Target> targets_of(const Graph& graph, Index v) {
  const auto offsets = graph.offsets().subspan(static_cast<std::size_t>(v), 2);
  return graph.targets().subspan(static_cast<std::size_t>(offsets[0]),
                                 static_cast<std::size_t>(offsets[1] - offsets[0]));
}

// "14 vertices, 25 arcs"; "14 vertices, 25 edges (50 arcs)" where there are edges.
std::string size_text(Index vertices, Index arcs, Index edges);

// "14 vertices, 25 arcs, int32"
std::string contents_text(const Graph& graph);

// Arcs that lead nowhere else. O(arcs).
Index loops_of(const Graph& graph);

// Turns what was loaded into a graph where it is a matrix, which then takes three times the memory. Error
// does_not_fit.
void as_graph(Loaded& loaded, const std::string& path, const MemoryLimit& memory);

}  // namespace warpath::cli
