// A matrix that is written row after row: as .npy with its names beside it, or as a table. What a
// line of the table says is for others to know.
#pragma once

#include <atomic>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/output.hpp"
#include "warpath/io.hpp"

namespace warpath::io {

inline constexpr std::string_view kLabels = "labels";
inline constexpr std::string_view kSources = "sources";

// "dist.labels.txt" for "dist.npy" and "labels".
std::string name_beside(std::string_view path, std::string_view what);

// Whether it is a table, not a matrix. `what` is written, "distances", for messages. Error usage
// when it is neither.
bool is_table(const std::string& path, const WriteOptions& options, std::string_view what);

// What RowFile would object to before the first byte, when the matrix has `bytes`.
void check_row_file(const std::string& path, const Naming& naming, const WriteOptions& options,
                    std::size_t bytes, std::string_view what);

// A file of names. Complete before the matrix appears under its name.
class NamesBeside {
 public:
  NamesBeside(const std::string& path, std::string_view what, const WriteOptions& options);

  template <class Each>
  void write(Index count, bool force, const Each& name) {
    output_.emplace(path_, force);
    for (Index i = 0; i < count; ++i) output_->write(name(i) + '\n');
    output_->close();
  }

  // Names of another matrix must not stay.
  void commit();

 private:
  std::string path_;
  std::optional<Output> output_;
};

class RowFile {
 public:
  struct Shape {
    Index rows = 0;
    Index columns = 0;
    WeightType weight{};
    std::string_view what;   // "distances"
    std::string_view title;  // of the table, "from,to,distance"
  };

  RowFile(const std::string& path, const Shape& shape, const Naming& naming,
          const WriteOptions& options);

  bool table() const { return table_; }
  Index written() const { return written_; }

  // The next row as it lies in a matrix.
  void write_row(const void* cells, std::size_t bytes);

  // Rows at their place, from any thread and in any order, where they can be found by number: `bytes`
  // of them, without gaps.
  bool takes_any_order() const { return !table_ && output_->can_write_anywhere(); }
  void write_rows_at(Index first, Index count, const void* cells, std::size_t bytes);

  // Or as lines of a table: the vertex of the row, vertices as they are spelled, and text for them.
  // end_row() says that all of them are there.
  Index source() const;
  const std::string& field(Index v) const { return fields_[static_cast<std::size_t>(v)]; }
  std::string& text() { return text_; }
  void end_line();
  void end_row() { ++written_; }

  // All files appear under their names. Error usage while rows are missing.
  void commit();

 private:
  Index rows_;
  Naming naming_;
  bool table_;
  std::atomic<Index> written_ = 0;
  std::size_t begin_ = 0;  // of the cells, in the file
  std::size_t row_bytes_ = 0;
  std::vector<std::string> fields_;
  std::string text_;
  std::optional<NamesBeside> labels_;
  std::optional<NamesBeside> sources_;
  std::optional<Output> output_;
};

// Rows at their place, without the gaps that they have between them in memory.
template <class T>
void write_rows_together(RowFile& file, Index first, MatrixView<const T> rows) {
  if (rows.rows() == 0 || rows.columns() == 0) return;
  const auto columns = static_cast<std::size_t>(rows.columns());
  const std::size_t bytes = static_cast<std::size_t>(rows.rows()) * columns * sizeof(T);
  if (rows.row_stride() == rows.columns()) {
    file.write_rows_at(first, rows.rows(), rows.data(), bytes);
    return;
  }
  std::vector<T> together;
  together.reserve(static_cast<std::size_t>(rows.rows()) * columns);
  for (Index i = 0; i < rows.rows(); ++i) {
    const T* row = rows.data() + i * rows.row_stride();
    together.insert(together.end(), row, row + columns);
  }
  file.write_rows_at(first, rows.rows(), together.data(), bytes);
}

}  // namespace warpath::io
