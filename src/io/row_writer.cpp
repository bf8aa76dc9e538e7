#include "io/row_writer.hpp"

#include <atomic>
#include <optional>
#include <type_traits>
#include <variant>

#include <fmt/format.h>

#include "base/any_matrix.hpp"
#include "io/npy_array.hpp"
#include "io/output.hpp"
#include "io/table.hpp"
#include "warpath/error.hpp"
#include "warpath/semiring.hpp"

namespace warpath::io {
namespace {

std::string_view to_string(Cells cells) {
  return cells == Cells::distances ? "distances" : "predecessors";
}

// Whether it is a table, not a matrix. Error usage when it is neither.
bool is_table(const std::string& path, const WriteOptions& options, Cells cells) {
  const std::string_view plain = unpacked_name(path);
  if (options.format == "csv" || (options.format.empty() && plain.ends_with(".csv"))) return true;
  if (options.format == "npy" || (options.format.empty() && plain.ends_with(".npy"))) return false;
  const std::string_view what = to_string(cells);
  if (!options.format.empty()) {
    throw Error(ErrorCode::usage, fmt::format("{} cannot be written as {}", what, options.format),
                fmt::format("the formats for {} are npy and csv", what));
  }
  if (is_stream(path)) return false;  // these have any name they like
  throw Error(ErrorCode::usage, fmt::format("{} ends neither in .npy nor in .csv", path),
              fmt::format("{} are written as a NumPy matrix (.npy) or as a table (.csv)", what));
}

void check_naming(const DistanceShape& shape, const Naming& naming) {
  const bool has_rows = naming.sources.empty()
                            ? shape.rows == shape.columns || shape.rows == 0
                            : static_cast<Index>(naming.sources.size()) == shape.rows;
  const bool has_labels =
      naming.labels.empty() || static_cast<Index>(naming.labels.size()) == shape.columns;
  if (!has_rows || !has_labels) {
    throw Error(ErrorCode::usage,
                fmt::format("{} rows and {} columns with {} sources and {} labels", shape.rows,
                            shape.columns, naming.sources.size(), naming.labels.size()),
                "name every row by a source and every column by a label, or none");
  }
  check_labels(naming.labels);
}

std::vector<std::string> names_of_rows(const Naming& naming) {
  std::vector<std::string> names;
  for (const Index v : naming.sources) {
    const auto at = static_cast<std::size_t>(v);
    const bool labelled = !naming.labels.empty() && !naming.labels[at].empty();
    names.push_back(labelled ? naming.labels[at] : fmt::format("{}", v + naming.first_vertex));
  }
  return names;
}

}  // namespace

struct RowWriter::State {
  DistanceShape shape;
  Naming naming;
  Cells cells;
  std::optional<NamesBeside> labels = {};
  std::optional<NamesBeside> sources = {};
  std::optional<Output> output = {};
  std::atomic<Index> written = 0;
  std::size_t begin = 0;  // of the cells, in a matrix

  // Of a table: vertices as they are spelled, and lines on their way to the file.
  bool table = false;
  std::vector<std::string> fields = {};
  std::string text = {};

  void open_table(const std::string& path, const WriteOptions& options) {
    table = true;
    fields = csv_fields(naming, shape.columns);
    output.emplace(path, options.force, options.progress);
    output->write(cells == Cells::predecessors          ? "from,to,before\n"
                  : shape.weight == WeightType::boolean ? "from,to\n"
                                                        : "from,to,distance\n");
  }

  void open_matrix(const std::string& path, const WriteOptions& options) {
    if (!is_stream(path)) {
      labels.emplace(name_beside(path, kLabels), naming.labels, options.force);
      sources.emplace(name_beside(path, kSources), names_of_rows(naming), options.force);
    }
    const std::string header = npy_header(shape.weight, shape.rows, shape.columns);
    begin = header.size();
    output.emplace(path, options.force, options.progress,
                   begin + static_cast<std::size_t>(shape.rows) * row_bytes());
    output->write(header);
    if (output->can_write_anywhere()) output->flush();
  }

  std::size_t row_bytes() const {
    return static_cast<std::size_t>(shape.columns) *
           static_cast<std::size_t>(size_of(shape.weight));
  }

  // Error usage when there are rows that were not announced.
  template <class T>
  void check(Index first, MatrixView<const T> rows) const {
    if (weight_type_of<T> == shape.weight && rows.columns() == shape.columns && first >= 0 &&
        rows.rows() <= shape.rows - first) {
      return;
    }
    throw Error(ErrorCode::usage,
                fmt::format("{} x {} {} after {} of {} x {} {}", rows.rows(), rows.columns(),
                            warpath::to_string(weight_type_of<T>), first, shape.rows, shape.columns,
                            warpath::to_string(shape.weight)),
                "write the rows that were announced, in order");
  }

  // Adds the lines of the next row.
  template <class T>
  void write_lines(MatrixView<const T> row) {
    const bool distances = cells == Cells::distances;
    const auto at = static_cast<std::size_t>(written);
    const Index from = naming.sources.empty() ? written.load() : naming.sources[at];
    const std::string start = fields[static_cast<std::size_t>(from)] + ',';
    const T none = distances ? no_path<T>(shape.semiring) : static_cast<T>(-1);
    for (Index j = 0; j < shape.columns; ++j) {
      const T cell = row(0, j);
      if (cell == none || (distances && j == from)) continue;
      text += start;
      text += fields[static_cast<std::size_t>(j)];
      if (!distances) {
        text += ',';
        text += fields[predecessor(static_cast<Index>(cell), j)];
      } else if constexpr (!std::is_same_v<T, std::uint8_t>) {
        text += ',';
        append_distance(cell);
      }
      text += '\n';
      constexpr std::size_t many = std::size_t{1} << 16;
      if (text.size() >= many) flush();
    }
  }

  template <class T>
  void append_distance(T distance) {
    // Integers have a stand-in for what a negative cycle makes of a pair.
    if (std::is_integral_v<T> && shape.semiring == SemiringKind::shortest_path &&
        distance == unbounded<T>()) {
      text += "-inf";
    } else {
      append_number(text, distance);
    }
  }

  std::size_t predecessor(Index before, Index column) const {
    if (before >= 0 && before < shape.columns) return static_cast<std::size_t>(before);
    throw Error(ErrorCode::usage,
                fmt::format("row {}, column {}: vertex {} of {}", written.load(), column, before,
                            shape.columns),
                "predecessors are vertices, counted from 0, or -1 for none");
  }

  void flush() {
    output->write(text);
    text.clear();
  }
};

RowWriter::RowWriter(const std::string& path, const DistanceShape& shape, const Naming& naming,
                     const WriteOptions& options, Cells cells)
    : state_(new State{shape, naming, cells}) {
  const bool table = is_table(path, options, cells);
  check_naming(shape, naming);
  table ? state_->open_table(path, options) : state_->open_matrix(path, options);
}

RowWriter::~RowWriter() = default;

void RowWriter::write_rows(const AnyMatrixView& rows) {
  State& s = *state_;
  const auto write = [&]<class T>(MatrixView<const T> cells) {
    s.check(s.written, cells);
    std::vector<T> room;
    for (Index i = 0; i < cells.rows(); ++i, ++s.written) {
      const auto row = cells.block(i, 0, 1, cells.columns());
      if (s.table) {
        s.write_lines(row);
      } else {
        s.output->write(without_gaps(row, room), s.row_bytes());
      }
    }
  };
  std::visit(write, rows);
}

bool RowWriter::takes_any_order() const {
  return !state_->table && state_->output->can_write_anywhere();
}

void RowWriter::expect_all() {
  if (takes_any_order()) state_->output->map();
}

void RowWriter::write_rows_at(Index first, const AnyMatrixView& rows) {
  State& s = *state_;
  const auto write = [&]<class T>(MatrixView<const T> cells) {
    s.check(first, cells);
    std::vector<T> room;
    for (Index i = 0; i < cells.rows(); ++i, ++s.written) {
      s.output->write_at(s.begin + static_cast<std::size_t>(first + i) * s.row_bytes(),
                         without_gaps(cells.block(i, 0, 1, cells.columns()), room), s.row_bytes());
    }
  };
  std::visit(write, rows);
}

void RowWriter::commit() {
  State& s = *state_;
  if (s.written != s.shape.rows) {
    throw Error(ErrorCode::usage,
                fmt::format("{} of {} rows were written", s.written.load(), s.shape.rows),
                "write the rows that were announced before they appear");
  }
  s.flush();
  s.output->commit();
  if (s.labels) s.labels->commit();
  if (s.sources) s.sources->commit();
}

void check_rows(Cells cells, const std::string& path, const Naming& naming,
                const WriteOptions& options, std::size_t bytes) {
  check_labels(naming.labels);
  const bool table = is_table(path, options, cells);
  check_writable(path, options.force, table ? 0 : bytes);
  if (table || is_stream(path)) return;
  for (const std::string_view what : {kLabels, kSources}) {
    check_writable(name_beside(path, what), options.force);
  }
}

std::string names_written(std::string_view what, const std::string& path, const Naming& naming,
                          const WriteOptions& options) {
  const bool none = what == kLabels ? naming.labels.empty() : naming.sources.empty();
  const bool beside = !none && !is_stream(path) && !is_table(path, options, Cells::distances);
  return beside ? name_beside(path, what) : "";
}

void write_distances(const std::string& path, const Result& result, const Naming& naming,
                     const WriteOptions& options) {
  const AnyMatrixView rows = view_of(result.storage());
  const Index count = std::visit([](const auto& cells) { return cells.rows(); }, rows);
  RowWriter writer(path, {count, result.vertices(), result.weight_type(), result.semiring()},
                   {naming.labels, naming.first_vertex, result.sources()}, options);
  writer.write_rows(rows);
  writer.commit();
}

void write_predecessors(const std::string& path, const Result& result, const Naming& naming,
                        const WriteOptions& options) {
  if (!result.has_predecessors()) {
    throw Error(ErrorCode::usage, "the result has no predecessors",
                "set Options::predecessors for the solve");
  }
  const auto rows = result.predecessors();
  RowWriter writer(path, {rows.rows(), result.vertices(), WeightType::int32},
                   {naming.labels, naming.first_vertex, result.sources()}, options,
                   Cells::predecessors);
  writer.write_rows(rows);
  writer.commit();
}

}  // namespace warpath::io
