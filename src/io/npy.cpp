// NumPy's .npy as dense matrices.
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "io/dense.hpp"
#include "io/npy_array.hpp"
#include "io/output.hpp"

namespace warpath::io {
namespace {

// What was read is given back on the way: the file takes no memory beside the matrix.
template <class Cell, class T>
DenseMatrix read_as(const NpyArray& array, const Source& source, std::size_t limit) {
  const Index rows = array.shape[0];
  const Index columns = array.shape[1];
  check_memory(Matrix<T>::bytes_needed(rows, columns), array.name, limit);
  Matrix<T> matrix(rows, columns);
  each_band(array, sizeof(Cell), [&](Index begin, Index end, const char* passed) {
    const Index count = end - begin;
    const auto into = array.fortran ? matrix.view().block(0, begin, rows, count)
                                    : matrix.view().block(begin, 0, count, columns);
    read_cells<Cell>(array, array.fortran ? 0 : begin, into, array.fortran ? begin : 0);
    if (source.passed) source.passed(passed);
  });
  return matrix;
}

template <class Cell>
bool all_are_int32(const NpyArray& array, const Source& source) {
  bool all = true;
  std::size_t k = 0;
  each_band(array, sizeof(Cell), [&](Index, Index, const char* passed) {
    const auto end = static_cast<std::size_t>(passed - array.cells()) / sizeof(Cell);
    for (; k < end && all; ++k) all = std::in_range<std::int32_t>(array.cell<Cell>(k));
    if (source.passed) source.passed(passed);
  });
  return all;
}

Content read_npy(const Source& source, const ReadOptions& options) {
  const NpyArray array(Bytes::borrowed(source.bytes), source.name);
  return array.visit_cells([&]<class Cell>(std::type_identity<Cell>) -> DenseMatrix {
    array.check_cells(2, sizeof(Cell));
    using T = WeightOfCells<Cell>;
    const auto as = [&]<class To>(To) {
      return read_as<Cell, To>(array, source, options.memory_limit);
    };
    if constexpr (sizeof(Cell) == 1 && std::is_unsigned_v<Cell>) {
      return as(std::uint8_t{});
    } else if constexpr (!std::is_same_v<T, std::int64_t>) {
      return as(T{});
    } else {
      // Wide integers become int32 when all of them fit, else int64, or float64 when that is asked for.
      if (options.weights == WeightType::float64) return as(double{});
      return all_are_int32<Cell>(array, source) ? as(std::int32_t{}) : as(T{});
    }
  });
}

}  // namespace

Format npy_format() { return {"npy", "NumPy matrix", ".npy", 0, recognises_npy, read_npy}; }

DenseMatrix read_npy(const std::string& path) {
  return std::get<DenseMatrix>(read_input(path, {.format = "npy"}).content);
}

template <class T>
void write_npy(const std::string& path, MatrixView<const T> matrix, const WriteOptions& options) {
  const std::string header = npy_header(weight_type_of<T>, matrix.rows(), matrix.columns());
  const std::size_t row_bytes = static_cast<std::size_t>(matrix.columns()) * sizeof(T);
  const std::size_t total = header.size() + static_cast<std::size_t>(matrix.rows()) * row_bytes;
  Output output(path, options.force, options.progress, total);
  output.write(header);
  std::vector<T> room;
  for (Index i = 0; i < matrix.rows(); ++i) {
    output.write(without_gaps(matrix.block(i, 0, 1, matrix.columns()), room), row_bytes);
  }
  output.commit();
}

#define WARPATH_INSTANTIATE(T, name) \
  template void write_npy<T>(const std::string&, MatrixView<const T>, const WriteOptions&);
WARPATH_EACH_WEIGHT(WARPATH_INSTANTIATE)

void write_npy(const std::string& path, const DenseMatrix& matrix, const WriteOptions& options) {
  std::visit([&]<class T>(const Matrix<T>& cells) { write_npy<T>(path, cells.view(), options); },
             matrix);
}

}  // namespace warpath::io
