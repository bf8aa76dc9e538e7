// Files: graphs and matrices in, distances out.
//
// All failures are Errors. bad_input says file, line and column (or byte), what was found and what
// was expected; io says what the system refused. Nothing in a file's header is believed before the
// file's size bears it out. Files are mapped while they are read: cutting one off meanwhile raises
// SIGBUS, as for any mapped file.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "warpath/graph.hpp"
#include "warpath/matrix.hpp"
#include "warpath/measure.hpp"
#include "warpath/progress.hpp"
#include "warpath/result.hpp"
#include "warpath/types.hpp"

namespace warpath::io {

struct ReadOptions {
  // The name of a format ("gr", "csv"); empty: by the file's extension, else by its content.
  std::string format = {};

  // Store weights in this type; a weight outside it is refused, and only reals may be rounded, though
  // never to 0.
  // Empty: the file's own type, or where text does not say, the smallest of these that fits all
  // its weights: int32 for whole numbers below 2^30, int64 for those below 2^62, float32 for reals of
  // at most 7 significant digits, float64. Matrices keep their type; converting them is for the
  // solver.
  std::optional<WeightType> weights = {};

  // Every arc of the file is meant both ways.
  bool undirected = false;

  // In a table with a header: the name of the column of weights; where arcs have attributes, that of
  // the one that is the weight. Empty: the one that is called weight, length, distance, cost, time or
  // the like; of a table, else the only one besides from and to, unless it is called id or the like.
  std::string column = {};

  // In a table of arcs: the columns from, to and weight, or from and to alone, where all arcs weigh 1;
  // by their names, or by their places, counted from 1. Empty: as their names tell.
  std::vector<std::string> columns = {};

  // Take no more bytes than this for what is read; 0: what the machine (or its container) has left.
  // What does not fit is an Error does_not_fit, before the memory is taken.
  std::size_t memory_limit = 0;

  // Of dense matrices read as graphs: whose no_path() means "no arc".
  SemiringKind semiring = SemiringKind::shortest_path;

  // Told about bytes read, each time the reader goes over them; may cancel. May be empty.
  Progress progress = {};
};

// Reads a file, "-" meaning standard input. Dense formats become a graph without its no_path()
// cells. SciPy's sparse matrices (.npz: csr, csc, coo) become a graph of their entries, stored zeros
// too; True is an arc of weight 1, False and entries stored twice are refused. Their weights keep
// their type where it is one of ours; int8 and uint8 become int16, other integers int32, and int64,
// uint32 and uint64 where that does not hold all of them int64.
Graph read_graph(const std::string& path, const ReadOptions& options = {});

// The same from memory: a pure function. `name` stands for the file in messages and its extension
// may tell the format.
Graph parse_graph(std::string_view bytes, const std::string& name, const ReadOptions& options = {});

// Where the vertices of `graph` lie: DIMACS' .co, or a table of NAME, X, Y (CSV, TSV or blanks; a
// header that says y,x or lat,lon swaps them), which may have more names than the graph. Every vertex
// must have its place. `first_vertex` is what a graph without labels calls vertex 0 in such a table.
std::vector<Coordinate> read_coordinates(const std::string& path, const Graph& graph,
                                         Index first_vertex = 0);

// NumPy's .npy, versions 1 to 3, two dimensions, C or Fortran order, either byte order: float32,
// float64, int16, int32; int8 becomes int16, uint16 becomes int32, and so do int64, uint32 and
// uint64 when every value fits, else they become int64; bool becomes boolean, and so does uint8 when
// it holds nothing but 0 and 1.
DenseMatrix read_npy(const std::string& path);

struct WriteOptions {
  // The name of a format; empty: by the file's extension.
  std::string format = {};

  // Replace a file that exists. Without it that is an Error usage.
  bool force = false;

  // Told about bytes written; may cancel. May be empty.
  Progress progress = {};

  // For formats with comments: a line at the top.
  std::string comment = {};

  // For tables of graphs without labels: the number of vertex 0.
  Index first_vertex = 0;
};

// Files appear under their name only when complete: they are written under another name in the
// same folder, then renamed, and removed when anything goes wrong. "-" is standard output. A name
// that ends in .gz is written gzipped.
void write_graph(const std::string& path, const Graph& graph, const WriteOptions& options = {});

// Coordinates as DIMACS' .co.
void write_coordinates(const std::string& path, const Graph& graph,
                       const WriteOptions& options = {});

// A matrix as .npy version 1: C order without padding, cells from byte 64·k on, so that NumPy can
// map it. boolean becomes NumPy's bool; integers say "no path" by the semiring's no_path().
template <class T>
void write_npy(const std::string& path, MatrixView<const T> matrix,
               const WriteOptions& options = {});
void write_npy(const std::string& path, const DenseMatrix& matrix,
               const WriteOptions& options = {});

// How the vertices of a result are called: by their labels, or by numbers that begin anywhere.
struct Naming {
  std::span<const std::string> labels = {};
  Index first_vertex = 0;

  // The vertices of the rows; empty: row i is that of vertex i.
  std::span<const Index> sources = {};
};

// Distances, as the extension (or WriteOptions::format) says:
//   .npy  as write_npy(); labels go to a file beside it, "dist.labels.txt" for "dist.npy", one per
//         line, in order of the columns, and the names of sources, where the result has some, to
//         "dist.sources.txt", in order of the rows. Files of these names that belong to another
//         matrix are removed (with WriteOptions::force; else they are an Error)
//   .csv  from,to,distance: one line for every row and every other vertex that a path leads to
// The sources are those of the result, whatever `naming` says.
void write_distances(const std::string& path, const Result& result, const Naming& naming = {},
                     const WriteOptions& options = {});

// Predecessors (Result::predecessors()), as the extension (or WriteOptions::format) says:
//   .npy  int32, vertices counted from 0 as the columns are, -1 for none; names beside it as for
//         distances
//   .csv  from,to,before: one line for every row and every vertex that has one before it
// Error usage for a result that has none.
void write_predecessors(const std::string& path, const Result& result, const Naming& naming = {},
                        const WriteOptions& options = {});

// What measure() says of every vertex, as a table (.csv): vertex,reached,eccentricity,closeness,harmonic
// and the same on the way in: reached_in and so on, also where they are equal. The eccentricity of a
// vertex that reaches no other is left empty.
void write_measures(const std::string& path, const Measures& measures, const Naming& naming = {},
                    const WriteOptions& options = {});

}  // namespace warpath::io
