// A .npy matrix on disk, some rows at a time.
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "warpath/io.hpp"

namespace warpath::io {

using RowsView =
    std::variant<MatrixView<const float>, MatrixView<const double>, MatrixView<const std::int32_t>,
                 MatrixView<const std::int16_t>, MatrixView<const std::uint8_t>>;

class NpyRows {
 public:
  // Error io; bad_input unless the file is a whole matrix of f4, f8, i4, i2 or b1, in any order of bytes and cells.
  explicit NpyRows(const std::string& path);
  ~NpyRows();
  NpyRows(const NpyRows&) = delete;
  NpyRows& operator=(const NpyRows&) = delete;

  Index rows() const;
  Index columns() const;
  WeightType type() const;
  const std::string& name() const;  // of the file, for messages

  // `count` rows from `first` on, where they lie if they can be used so, else in `buffer`, which is then made large enough.
  RowsView view(Index first, Index count, DenseMatrix& buffer) const;

  // A matrix for so many rows.
  DenseMatrix matrix(Index rows) const;

  // Copies row `row` to row `to` of a matrix of type() with columns() columns.
  void copy(Index row, DenseMatrix& matrix, Index to) const;

  // Rows before this one will not be asked for again.
  void passed(Index row) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace warpath::io
