// Rows and single cells of a saved matrix (.npy), however large: the file is mapped, and only what is
// asked for is read.
#pragma once

#include <optional>
#include <string>

#include "io/npy_array.hpp"
#include "numerics/rules.hpp"

namespace warpath::io {

// Any weight type, bool (or uint8) for boolean, C or Fortran order, either byte order. Gzipped files
// are refused, as are pipes.
class NpyRows {
 public:
  // Error io; bad_input unless the header is sound and the file has just the cells that it tells of.
  explicit NpyRows(const std::string& path);

  const std::string& path() const { return array_.name; }
  Index rows() const { return array_.shape[0]; }
  Index columns() const { return array_.shape[1]; }
  WeightType weight_type() const { return weight_; }

  // One cell as a double, which holds all of them exactly but int64 beyond 2^53. Error usage when it
  // is out of range.
  double cell(Index row, Index column) const;

  // All of it where it is mapped; empty where the bytes of cells are swapped, or may be no weights.
  std::optional<AnyMatrixView> view() const;

  // Gives back the memory of what was looked at. It can be looked at again.
  void release() const {
    array_.file.release(array_.file.view().data() + array_.file.view().size());
  }

  // Fills `into` with as many rows from `first` on. T must be the C++ type of weight_type(). Memory
  // of the rows before is given back, so that going through all takes little. Error usage.
  template <class T>
  void read_rows(Index first, MatrixView<T> into) const;

  // All of it in another type, converted as for a solve, in memory for that and nothing else. For a
  // file that has a view(). Error bad_input for a weight that the type cannot hold; does_not_fit, as
  // check_memory().
  DenseMatrix converted(WeightType weight, SemiringKind semiring, std::size_t limit) const;

 private:
  template <class T>
  Matrix<T> converted(const Rules<T>& rules) const;

  NpyArray array_;
  WeightType weight_{};
};

}  // namespace warpath::io
