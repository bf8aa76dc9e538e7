// Dense matrices: one that owns its memory and one that only looks.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

#include "warpath/types.hpp"

namespace warpath {

// A window on somebody's memory, like std::span: copying it copies no cells, and the memory must
// outlive it. Strides count elements and may be negative; (i, j) lies at
// data[i*row_stride + j*column_stride]. Solves refuse strides by which cells share memory, such as a
// leading dimension that is too small.
template <class T>
class MatrixView {
 public:
  constexpr MatrixView() = default;
  // Row-major where the last is left out; column_major() is what BLAS, Fortran and Eigen have.
  constexpr MatrixView(T* data, Index rows, Index columns, Index row_stride,
                       Index column_stride = 1)
      : data_(data),
        rows_(rows),
        columns_(columns),
        row_stride_(row_stride),
        column_stride_(column_stride) {}

  // The layouts of C, NumPy's default and Fortran. `leading_dimension` 0 means no gaps.
  static constexpr MatrixView row_major(T* data, Index rows, Index columns,
                                        Index leading_dimension = 0) {
    return {data, rows, columns, leading_dimension ? leading_dimension : columns, 1};
  }
  static constexpr MatrixView column_major(T* data, Index rows, Index columns,
                                           Index leading_dimension = 0) {
    return {data, rows, columns, 1, leading_dimension ? leading_dimension : rows};
  }

  constexpr operator MatrixView<const T>() const  // NOLINT: reading is always allowed
      requires(!std::is_const_v<T>) {
    return {data_, rows_, columns_, row_stride_, column_stride_};
  }

  constexpr T& operator()(Index i, Index j) const {
    assert(i >= 0 && i < rows_ && j >= 0 && j < columns_);
    return data_[i * row_stride_ + j * column_stride_];
  }

  constexpr T* data() const { return data_; }
  constexpr Index rows() const { return rows_; }
  constexpr Index columns() const { return columns_; }
  constexpr Index row_stride() const { return row_stride_; }
  constexpr Index column_stride() const { return column_stride_; }

  constexpr MatrixView transposed() const {
    return {data_, columns_, rows_, column_stride_, row_stride_};
  }
  constexpr MatrixView block(Index i, Index j, Index rows, Index columns) const {
    assert(i >= 0 && j >= 0 && i + rows <= rows_ && j + columns <= columns_);
    return {data_ + i * row_stride_ + j * column_stride_, rows, columns, row_stride_,
            column_stride_};
  }

 private:
  T* data_ = nullptr;
  Index rows_ = 0;
  Index columns_ = 0;
  Index row_stride_ = 0;
  Index column_stride_ = 1;
};

namespace detail {
template <class T>
using ConstMatrixView = MatrixView<const T>;

struct FreeCells {
  void operator()(void* cells) const noexcept;
};
// Aligned to 64 bytes, to huge pages when large; std::bad_alloc on failure. Not initialised.
std::unique_ptr<void, FreeCells> allocate_cells(std::size_t bytes);

// Elements from one row to the next: rows start on cache lines, and never a multiple of 4 KiB
// apart, which would make whole columns fall into one set of the cache.
constexpr Index padded_leading_dimension(Index columns, Index element_size) {
  constexpr Index line = 64;
  constexpr Index page = 4096;
  Index bytes = (columns * element_size + line - 1) / line * line;
  if (bytes >= page && bytes % page == 0) bytes += line;
  return bytes / element_size;
}
}  // namespace detail

// A matrix of any weight type, somewhere in memory.
using AnyMatrixView = detail::OneOfWeights<detail::ConstMatrixView>;

// A row-major matrix that owns its cells. Moves, does not copy: copies of n² cells are written
// out where they are meant. Cells start uninitialised; padding between rows is never read.
template <class T>
class Matrix {
 public:
  Matrix() = default;
  Matrix(Index rows, Index columns)
      : rows_(rows),
        columns_(columns),
        leading_dimension_(detail::padded_leading_dimension(columns, sizeof(T))),
        cells_(detail::allocate_cells(bytes_needed(rows, columns))) {}
  Matrix(Index rows, Index columns, T value) : Matrix(rows, columns) {
    for (Index i = 0; i < rows; ++i) std::fill_n(data() + i * leading_dimension_, columns, value);
  }

  // What is moved from has no rows and no columns.
  Matrix(Matrix&& other) noexcept
      : rows_(std::exchange(other.rows_, 0)),
        columns_(std::exchange(other.columns_, 0)),
        leading_dimension_(std::exchange(other.leading_dimension_, 0)),
        cells_(std::move(other.cells_)) {}
  Matrix& operator=(Matrix&& other) noexcept {
    Matrix taken(std::move(other));
    std::swap(rows_, taken.rows_);
    std::swap(columns_, taken.columns_);
    std::swap(leading_dimension_, taken.leading_dimension_);
    std::swap(cells_, taken.cells_);
    return *this;
  }

  // What the constructor will take from the heap.
  static constexpr std::size_t bytes_needed(Index rows, Index columns) {
    return static_cast<std::size_t>(rows) *
           static_cast<std::size_t>(detail::padded_leading_dimension(columns, sizeof(T))) *
           sizeof(T);
  }

  T* data() { return static_cast<T*>(cells_.get()); }
  const T* data() const { return static_cast<const T*>(cells_.get()); }
  Index rows() const { return rows_; }
  Index columns() const { return columns_; }
  Index leading_dimension() const { return leading_dimension_; }

  T& operator()(Index i, Index j) { return view()(i, j); }
  const T& operator()(Index i, Index j) const { return view()(i, j); }

  MatrixView<T> view() { return {data(), rows_, columns_, leading_dimension_}; }
  MatrixView<const T> view() const { return {data(), rows_, columns_, leading_dimension_}; }

 private:
  Index rows_ = 0;
  Index columns_ = 0;
  Index leading_dimension_ = 0;
  std::unique_ptr<void, detail::FreeCells> cells_;
};

// A matrix of any weight type.
using DenseMatrix = detail::OneOfWeights<Matrix>;

}  // namespace warpath
