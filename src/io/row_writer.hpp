// Distances and predecessors as files: a NumPy matrix with its names beside it, or a table of pairs;
// row after row, for those that are larger than memory. Measures as a table of vertices.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/output.hpp"
#include "warpath/io.hpp"

namespace warpath::io {

// The names of a matrix lie beside it: "dist.labels.txt" for the columns of "dist.npy" and
// "dist.sources.txt" for its rows, one per line.
inline constexpr std::string_view kLabels = "labels";
inline constexpr std::string_view kSources = "sources";

// "dist.labels.txt" for "dist.npy" and "labels".
std::string name_beside(std::string_view path, std::string_view what);

// Writes names, if there are any. A file that belongs to another matrix must not stay: without
// `force` it is an Error usage, else it is replaced or removed.
class NamesBeside {
 public:
  NamesBeside(const std::string& path, std::span<const std::string> names, bool force);
  void finish(Changes& changes);  // as Output's

 private:
  std::optional<Output> output_;
  std::optional<Removal> removal_;
};

// Empty where there is no such file.
struct SavedNames {
  std::vector<std::string> labels = {};
  std::vector<std::string> sources = {};
};
SavedNames read_saved_names(const std::string& path);

// What the cells of a matrix say.
enum class Cells : std::uint8_t { distances, predecessors };

struct DistanceShape {
  Index rows = 0;
  Index columns = 0;  // vertices
  WeightType weight = WeightType::float32;
  SemiringKind semiring = SemiringKind::shortest_path;
};

class RowWriter {
 public:
  // Opens the file under another name; Error as check_rows(). What `naming` looks at must outlive
  // this. Predecessors have int32 cells.
  RowWriter(const std::string& path, const DistanceShape& shape, const Naming& naming = {},
            const WriteOptions& options = {}, Cells cells = Cells::distances);

  // The next rows. Error usage when they have another type or length, or are too many, or when a
  // predecessor in a table is no vertex; io; cancelled.
  void write_rows(const AnyMatrixView& rows) { put(rows, written_, false); }

  // Rows from `first` on, from any thread and in any order, where the file takes them so: a plain
  // .npy. Each once. Error as above.
  bool takes_any_order() const { return !table_ && output_->can_write_anywhere(); }
  void write_rows_at(Index first, const AnyMatrixView& rows) { put(rows, first, true); }

  // All rows will come so, as Output::expect_all().
  void expect_all(const Output::Coming& coming = {}) {
    if (takes_any_order()) output_->expect_all(coming);
  }

  // All is written; what lets the files appear, which without it they never do, joins the changes
  // and is made while this lives. Error usage while rows are missing.
  void finish(Changes& changes);

  // The same for files on their own, which appear.
  void commit();

 private:
  void put(const AnyMatrixView& rows, Index first, bool in_place);
  template <class T>
  void check(Index first, MatrixView<const T> rows) const;
  template <class T>
  void write_lines(MatrixView<const T> row);
  std::size_t predecessor(Index before, Index column) const;

  DistanceShape shape_;
  Naming naming_;
  Cells cells_;
  bool table_;
  std::optional<NamesBeside> labels_;
  std::optional<NamesBeside> sources_;
  std::optional<Output> output_;
  std::atomic<Index> written_ = 0;
  std::size_t begin_ = 0;            // of the cells, in a matrix
  std::vector<std::string> fields_;  // of a table: vertices as they are spelled
};

// What RowWriter would object to before the first byte, when the matrix has `bytes`.
void check_rows(Cells cells, const std::string& path, const Naming& naming,
                const WriteOptions& options, std::size_t bytes = 0);

// The same for write_measures().
void check_measures(const std::string& path, const Naming& naming, const WriteOptions& options);

// The file of names, kLabels or kSources, that is left beside distances at `path`; empty when there are
// no such names, or they stand in the table itself. Rows have names where Naming::sources are given:
// labels, or numbers as they are counted from Naming::first_vertex.
std::string names_written(std::string_view what, const std::string& path, const Naming& naming,
                          const WriteOptions& options = {});

}  // namespace warpath::io
