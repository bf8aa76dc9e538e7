// Predecessors as files: a NumPy matrix with its names beside it, or a table.
#include <string>
#include <vector>

#include <fmt/format.h>

#include "io/row_file.hpp"
#include "warpath/error.hpp"
#include "warpath/io.hpp"

namespace warpath::io {
namespace {

constexpr std::string_view kWhat = "predecessors";

}  // namespace

struct PredecessorWriter::State {
  Index rows;
  Index columns;
  RowFile file;
  std::vector<std::int32_t> gathered = {};

  void check(Index first, MatrixView<const std::int32_t> some) const {
    if (some.columns() == columns && first >= 0 && some.rows() <= rows - first) return;
    throw Error(ErrorCode::usage,
                fmt::format("{} x {} predecessors after {} of {} x {}", some.rows(), some.columns(),
                            first, rows, columns),
                "write the rows that were announced, in order");
  }

  void write_table(MatrixView<const std::int32_t> rows_of, Index i) {
    const std::string start = file.field(file.source()) + ',';
    std::string& text = file.text();
    for (Index j = 0; j < columns; ++j) {
      const Index before = rows_of(i, j);
      if (before == -1) continue;
      if (before < 0 || before >= columns) {
        throw Error(
            ErrorCode::usage,
            fmt::format("row {}, column {}: vertex {} of {}", file.written(), j, before, columns),
            "predecessors are vertices, counted from 0, or -1 for none");
      }
      text += start;
      text += file.field(j);
      text += ',';
      text += file.field(before);
      file.end_line();
    }
    file.end_row();
  }

  void write_cells(MatrixView<const std::int32_t> rows_of, Index i) {
    const std::int32_t* row = rows_of.data() + i * rows_of.row_stride();
    if (rows_of.column_stride() != 1) {
      gathered.resize(static_cast<std::size_t>(columns));
      for (Index j = 0; j < columns; ++j) gathered[static_cast<std::size_t>(j)] = rows_of(i, j);
      row = gathered.data();
    }
    file.write_row(row, static_cast<std::size_t>(columns) * sizeof *row);
  }
};

PredecessorWriter::PredecessorWriter(const std::string& path, Index rows, Index columns,
                                     const Naming& naming, const WriteOptions& options)
    : state_(new State{
          rows,
          columns,
          {path, {rows, columns, WeightType::int32, kWhat, "from,to,before"}, naming, options}}) {}

PredecessorWriter::~PredecessorWriter() = default;

void PredecessorWriter::write_rows(MatrixView<const std::int32_t> rows) {
  State& s = *state_;
  s.check(s.file.written(), rows);
  for (Index i = 0; i < rows.rows(); ++i) {
    if (s.file.table()) {
      s.write_table(rows, i);
    } else {
      s.write_cells(rows, i);
    }
  }
}

bool PredecessorWriter::takes_any_order() const { return state_->file.takes_any_order(); }

void PredecessorWriter::write_rows_at(Index first, MatrixView<const std::int32_t> rows) {
  state_->check(first, rows);
  write_rows_together(state_->file, first, rows);
}

void PredecessorWriter::commit() { state_->file.commit(); }

void check_predecessors(const std::string& path, const Naming& naming, const WriteOptions& options,
                        std::size_t bytes) {
  check_row_file(path, naming, options, bytes, kWhat);
}

void write_predecessors(const std::string& path, const Result& result, const Naming& naming,
                        const WriteOptions& options) {
  if (!result.has_predecessors()) {
    throw Error(ErrorCode::usage, "the result has no predecessors",
                "set Options::predecessors for the solve");
  }
  Naming with_sources = naming;
  with_sources.sources = result.sources();
  const auto rows = result.predecessors();
  PredecessorWriter writer(path, rows.rows(), result.vertices(), with_sources, options);
  writer.write_rows(rows);
  writer.commit();
}

}  // namespace warpath::io
