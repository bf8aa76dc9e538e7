// NumPy's .npy, version 1.0: a magic string, a header that is the text of a Python dictionary,
// padded with blanks so that the cells begin on a multiple of 64 bytes, then the cells.
// See NEP 1, "A simple file format for NumPy arrays".
#include <bit>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "base/dispatch.hpp"
#include "io/npy_header.hpp"
#include "io/output.hpp"
#include "warpath/io.hpp"

namespace warpath::io {

std::string npy_kind(WeightType weight) {
  const char letter = weight == WeightType::boolean ? 'b' : is_floating(weight) ? 'f' : 'i';
  return fmt::format("{}{}", letter, size_of(weight));
}

std::string npy_header(WeightType weight, Index rows, Index columns) {
  constexpr char order = std::endian::native == std::endian::little ? '<' : '>';
  const bool ordered = size_of(weight) > 1;
  const std::string type = (ordered ? order : '|') + npy_kind(weight);
  std::string dictionary = fmt::format(
      "{{'descr': '{}', 'fortran_order': False, 'shape': ({}, {}), }}", type, rows, columns);
  constexpr std::size_t before = 10;  // magic, version, length
  constexpr std::size_t alignment = 64;
  const std::size_t used = before + dictionary.size() + 1;
  dictionary.append((alignment - used % alignment) % alignment, ' ');
  dictionary += '\n';

  std::string header("\x93NUMPY\x01\x00", 8);
  header += static_cast<char>(dictionary.size() & 0xff);
  header += static_cast<char>(dictionary.size() >> 8);
  return header + dictionary;
}

template <class T>
void write_npy(const std::string& path, MatrixView<const T> matrix, const WriteOptions& options) {
  const std::string header = npy_header(weight_type_of<T>, matrix.rows(), matrix.columns());
  const std::size_t row_bytes = static_cast<std::size_t>(matrix.columns()) * sizeof(T);
  const std::size_t total = header.size() + static_cast<std::size_t>(matrix.rows()) * row_bytes;
  Output output(path, options.force, options.progress, total);
  output.write(header);
  std::vector<T> gathered;
  for (Index i = 0; i < matrix.rows(); ++i) {
    const T* row = matrix.data() + i * matrix.row_stride();
    if (matrix.column_stride() != 1) {
      gathered.resize(static_cast<std::size_t>(matrix.columns()));
      for (Index j = 0; j < matrix.columns(); ++j) {
        gathered[static_cast<std::size_t>(j)] = matrix(i, j);
      }
      row = gathered.data();
    }
    output.write(row, row_bytes);
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
