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

template <class Cell, class T>
DenseMatrix read_as(const NpyArray& array, std::size_t limit) {
  const Index rows = array.shape[0];
  const Index columns = array.shape[1];
  check_memory(Matrix<T>::bytes_needed(rows, columns), array.name, limit);
  Matrix<T> matrix(rows, columns);
  read_cells<Cell>(array, 0, matrix.view());
  return matrix;
}

Content read_npy(const Source& source, const ReadOptions& options) {
  const NpyArray array(Bytes::borrowed(source.bytes), source.name);
  return array.visit_cells([&]<class Cell>(std::type_identity<Cell>) -> DenseMatrix {
    [[maybe_unused]] const std::size_t count = array.check_cells(2, sizeof(Cell));
    using T = WeightOfCells<Cell>;
    const std::size_t limit = options.memory_limit;
    if constexpr (sizeof(Cell) == 1 && std::is_unsigned_v<Cell>) {
      return read_as<Cell, std::uint8_t>(array, limit);
    } else if constexpr (!std::is_same_v<T, std::int64_t>) {
      return read_as<Cell, T>(array, limit);
    } else {
      // Wide integers become int32 when all of them fit, else int64, or float64 when that is asked for.
      if (options.weights == WeightType::float64) return read_as<Cell, double>(array, limit);
      for (std::size_t k = 0; k < count; ++k) {
        if (!std::in_range<std::int32_t>(array.cell<Cell>(k)))
          return read_as<Cell, T>(array, limit);
      }
      return read_as<Cell, std::int32_t>(array, limit);
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
