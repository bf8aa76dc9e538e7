// Distances and predecessors as files: a NumPy matrix with its names beside it, or a table of pairs;
// row after row, for those that are larger than memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "io/names_beside.hpp"
#include "warpath/io.hpp"

namespace warpath::io {

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
  // Removes what was not committed.
  ~RowWriter();
  RowWriter(const RowWriter&) = delete;
  RowWriter& operator=(const RowWriter&) = delete;

  // The next rows. Error usage when they have another type or length, or are too many, or when a
  // predecessor in a table is no vertex; io; cancelled.
  void write_rows(const AnyMatrixView& rows);

  // Rows from `first` on, from any thread and in any order, where the file takes them so: a plain
  // .npy. Each once. Error as above.
  bool takes_any_order() const;
  void write_rows_at(Index first, const AnyMatrixView& rows);

  // All rows are there already: they are copied into the pages of their file, which then count as
  // memory of the process.
  void expect_all();

  // All files appear under their names. Error usage while rows are missing.
  void commit();

 private:
  struct State;
  std::unique_ptr<State> state_;
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
