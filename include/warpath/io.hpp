// Files: graphs and matrices in, distances out.
//
// All failures are Errors. bad_input says file, line and column (or byte), what was found and what
// was expected; io says what the system refused. Nothing in a file's header is believed before the
// file's size bears it out. Files are mapped while they are read: cutting one off meanwhile raises
// SIGBUS, as for any mapped file.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
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

  // Store weights in this type; a weight outside it is refused, and only reals may be rounded.
  // Empty: the file's own type, or where text does not say, the smallest of these that fits all
  // its weights: int32 for whole numbers below 2^30, int64 for those below 2^62, float32 for reals of
  // at most 7 significant digits, float64. Matrices keep their type; converting them is for the
  // solver.
  std::optional<WeightType> weights = {};

  // Every arc of the file is meant both ways.
  bool undirected = false;

  // In a table with a header: the name of the column of weights. Empty: the one that is called
  // weight, length, distance, cost, time or the like.
  std::string column = {};

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

// Reads a dense format as the matrix it is, anything else as a graph.
using Content = std::variant<Graph, DenseMatrix>;
struct Input {
  Content content;
  std::string_view format;  // its name
  Index first_vertex = 0;   // the number that the format gives to our vertex 0
};
Input read_input(const std::string& path, const ReadOptions& options = {});
Input parse_input(std::string_view bytes, const std::string& name, const ReadOptions& options = {});

// Where the vertices of `graph` lie: DIMACS' .co, or a table of NAME, X, Y (CSV, TSV or blanks; a
// header that says y,x or lat,lon swaps them), which may have more names than the graph. Every vertex
// must have its place. `first_vertex` is what a graph without labels calls vertex 0 in such a table.
std::vector<Coordinate> read_coordinates(const std::string& path, const Graph& graph,
                                         Index first_vertex = 0);

// The same from memory. A `name` that ends in .co tells the format, as it does for files.
std::vector<Coordinate> parse_coordinates(std::string_view bytes, const std::string& name,
                                          const Graph& graph, Index first_vertex = 0);

// NumPy's .npy, versions 1 to 3, two dimensions, C or Fortran order, either byte order: float32,
// float64, int16, int32; int8 becomes int16, uint16 becomes int32, and so do int64, uint32 and
// uint64 when every value fits, else they become int64; bool becomes boolean, and so does uint8 when
// it holds nothing but 0 and 1.
DenseMatrix read_npy(const std::string& path);
DenseMatrix parse_npy(std::string_view bytes, const std::string& name);

// Rows and single cells of a matrix that was saved as .npy, however large: the file is mapped, and
// only what is asked for is read. Any weight type, bool (or uint8) for boolean, C or Fortran order,
// either byte order. Gzipped files are refused, as are pipes.
class NpyRows {
 public:
  // Error io; bad_input unless the header is sound and the file has just the cells that it tells of.
  explicit NpyRows(const std::string& path);
  ~NpyRows();
  NpyRows(NpyRows&&) noexcept;
  NpyRows& operator=(NpyRows&&) noexcept;

  const std::string& path() const;
  Index rows() const;
  Index columns() const;
  WeightType weight_type() const;

  // One cell as a double, which holds all of them exactly but int64 beyond 2^53. Error usage when it
  // is out of range.
  double cell(Index row, Index column) const;

  // All of it where it is mapped; empty where the bytes of cells are swapped, or may be no weights.
  std::optional<AnyMatrixView> view() const;

  // Fills `into` with as many rows from `first` on. T must be the C++ type of weight_type(). Memory
  // of the rows before is given back, so that going through all takes little. Error usage.
  template <class T>
  void read_rows(Index first, MatrixView<T> into) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The names that lie beside a saved matrix, in "dist.labels.txt" and "dist.sources.txt" for
// "dist.npy", one per line: of the columns and of the rows. Empty where there is no such file.
struct SavedNames {
  std::vector<std::string> labels = {};
  std::vector<std::string> sources = {};
};
SavedNames read_saved_names(const std::string& path);

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

// Where coordinates of a graph in a file are looked for: "city.co" for "city.gr" or "city.csv.gz".
std::string coordinates_beside(const std::string& graph);

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
//   .npy  as write_npy(); labels go to labels_written() beside it, one per line, in order of the
//         columns, and the names of sources to sources_written(), in order of the rows
//   .csv  from,to,distance: one line for every row and every other vertex that a path leads to
// The sources are those of the result, whatever `naming` says.
void write_distances(const std::string& path, const Result& result, const Naming& naming = {},
                     const WriteOptions& options = {});

// The same, row after row, for results that are larger than memory.
struct DistanceShape {
  Index rows = 0;
  Index columns = 0;  // vertices
  WeightType weight = WeightType::float32;
  SemiringKind semiring = SemiringKind::shortest_path;
};
class DistanceWriter {
 public:
  // Opens the file under another name; Error as check_distances(). What `naming` looks at must
  // outlive this.
  DistanceWriter(const std::string& path, const DistanceShape& shape, const Naming& naming = {},
                 const WriteOptions& options = {});
  // Removes what was not committed.
  ~DistanceWriter();
  DistanceWriter(const DistanceWriter&) = delete;
  DistanceWriter& operator=(const DistanceWriter&) = delete;

  // The next rows. Error usage when they have another type or length, or are too many; io;
  // cancelled.
  void write_rows(const AnyMatrixView& rows);

  // Rows from `first` on, from any thread and in any order, where the file takes them so: a plain
  // .npy. Each once. Error as above.
  bool takes_any_order() const;
  void write_rows_at(Index first, const AnyMatrixView& rows);

  // All files appear under their names. Error usage while rows are missing.
  void commit();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Predecessors (Result::predecessors()), as the extension (or WriteOptions::format) says:
//   .npy  int32, vertices counted from 0 as the columns are, -1 for none; names beside it as for
//         distances
//   .csv  from,to,before: one line for every row and every vertex that has one before it
// Error usage for a result that has none.
void write_predecessors(const std::string& path, const Result& result, const Naming& naming = {},
                        const WriteOptions& options = {});

// The same, row after row. As DistanceWriter.
class PredecessorWriter {
 public:
  PredecessorWriter(const std::string& path, Index rows, Index columns, const Naming& naming = {},
                    const WriteOptions& options = {});
  ~PredecessorWriter();
  PredecessorWriter(const PredecessorWriter&) = delete;
  PredecessorWriter& operator=(const PredecessorWriter&) = delete;

  // As those of DistanceWriter. Error usage also for a cell of a table that is no vertex.
  void write_rows(MatrixView<const std::int32_t> rows);
  bool takes_any_order() const;
  void write_rows_at(Index first, MatrixView<const std::int32_t> rows);
  void commit();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// What write_predecessors() would object to before the first byte.
void check_predecessors(const std::string& path, const Naming& naming, const WriteOptions& options,
                        std::size_t bytes = 0);

// The file of labels that write_distances() leaves beside `path`, "dist.labels.txt" for "dist.npy";
// empty when there are no labels to keep, or they stand in the table itself. One that lies there
// and belongs to no label of this result is removed (with WriteOptions::force; else it is an Error).
std::string labels_written(const std::string& path, const Naming& naming,
                           const WriteOptions& options = {});

// The same for the names of the rows, "dist.sources.txt", where Naming::sources are given: labels,
// or numbers as they are counted from Naming::first_vertex.
std::string sources_written(const std::string& path, const Naming& naming,
                            const WriteOptions& options = {});

// What write_distances() would object to before the first byte, when the matrix has `bytes`.
void check_distances(const std::string& path, const Naming& naming, const WriteOptions& options,
                     std::size_t bytes = 0);

// What measure() says of every vertex, as a table (.csv): vertex,reached,eccentricity,closeness. The
// eccentricity of a vertex that reaches no other is left empty.
void write_measures(const std::string& path, const Measures& measures, const Naming& naming = {},
                    const WriteOptions& options = {});

// What write_measures() would object to before the first byte.
void check_measures(const std::string& path, const Naming& naming, const WriteOptions& options);

// What write_*() would object to before the first byte: a file that exists (unless `force`), a
// folder that does not or cannot be written to, a disk with less than `bytes` left (unless gzipped).
// For asking before a long run.
void check_writable(const std::string& path, bool force, std::size_t bytes = 0);

}  // namespace warpath::io
