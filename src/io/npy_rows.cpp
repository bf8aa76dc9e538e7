#include "io/npy_rows.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "base/any_matrix.hpp"
#include "base/dispatch.hpp"
#include "io/dense.hpp"
#include "io/output.hpp"
#include "numerics/fill.hpp"
#include "warpath/error.hpp"

namespace warpath::io {
namespace {

// Mapped, however large it is: nothing is read before it is looked at.
Bytes map_file(const std::string& path) {
  std::error_code ignored;
  if (is_stream(path) && !std::filesystem::is_directory(path, ignored)) {
    throw Error(ErrorCode::usage, fmt::format("{} is no plain file", name_of(path)),
                "only these can be looked at here and there: write it to a file first");
  }
  Bytes bytes = read_file(path);
  if (recognises_gzip(bytes.view())) {
    throw Error(ErrorCode::usage, fmt::format("{} is gzipped: its rows cannot be found", path),
                "unpack it first, with gunzip");
  }
  bytes.expect_anywhere();
  return bytes;
}

WeightType type_of(const NpyArray& array) {
  if (array.kind == "u1") return WeightType::boolean;
  for (const WeightType type : kWeightTypes) {
    if (array.kind == npy_kind(type)) return type;
  }
  array.wrong_type("f4, f8, i2, i4, i8 or b1", "convert the array, as with astype('int32')");
}

}  // namespace

NpyRows::NpyRows(const std::string& path) : array_(map_file(path), path), weight_(type_of(array_)) {
  array_.check_cells(2, static_cast<std::size_t>(size_of(weight_)));
}

std::optional<AnyMatrixView> NpyRows::view() const {
  if (array_.swapped() || weight_ == WeightType::boolean) return {};
  return visit_weight(weight_, [&]<class T>(std::type_identity<T>) -> std::optional<AnyMatrixView> {
    if (reinterpret_cast<std::uintptr_t>(array_.cells()) % alignof(T) != 0) return {};
    const T* const data = reinterpret_cast<const T*>(array_.cells());
    return array_.fortran ? MatrixView<const T>::column_major(data, rows(), columns())
                          : MatrixView<const T>::row_major(data, rows(), columns());
  });
}

double NpyRows::cell(Index row, Index column) const {
  if (row < 0 || column < 0 || row >= rows() || column >= columns()) {
    throw Error(ErrorCode::usage, fmt::format("{} has {} rows and {} columns, and no cell {}, {}",
                                              path(), rows(), columns(), row, column));
  }
  const Index at = array_.fortran ? column * rows() + row : row * columns() + column;
  return visit_weight(weight_, [&]<class T>(std::type_identity<T>) {
    return static_cast<double>(array_.cell<T>(static_cast<std::size_t>(at)));
  });
}

template <class T>
void NpyRows::read_rows(Index first, MatrixView<T> into) const {
  if (weight_type_of<T> != weight_ || into.columns() != columns() || first < 0 ||
      into.rows() > rows() - first) {
    throw Error(ErrorCode::usage,
                fmt::format("{} has {} x {} cells of {}, not rows {} to {} with {} of {}", path(),
                            rows(), columns(), to_string(weight_), first, first + into.rows() - 1,
                            into.columns(), to_string(weight_type_of<T>)));
  }
  if (!array_.fortran) {
    const std::size_t row_bytes = static_cast<std::size_t>(columns()) * sizeof(T);
    const char* const begin = array_.cells() + static_cast<std::size_t>(first) * row_bytes;
    array_.file.release(begin);
    array_.file.fetch({begin, static_cast<std::size_t>(into.rows()) * row_bytes});
  }
  read_cells<T>(array_, first, into);
}

template <class T>
Matrix<T> NpyRows::converted(const Rules<T>& rules) const {
  constexpr Index kLines = 16;  // that are turned at a time: a cache line of most types
  const AnyInput all = *view();
  const AnyInput lines = array_.fortran ? all.transposed() : all;
  const auto orientation = array_.fortran ? Orientation::transposed : Orientation::as_seen;
  const Index length = lines.columns;
  Matrix<T> matrix(rows(), columns());
  std::vector<T> buffer;
  std::vector<T> turned(array_.fortran ? static_cast<std::size_t>(kLines * length) : 0);
  each_band(array_, static_cast<std::size_t>(size_of(weight_)),
            [&](Index begin, Index end, const char* passed) {
              for (Index first = begin; first < end; first += kLines) {
                const Index count = std::min(kLines, end - first);
                for (Index k = 0; k < count; ++k) {
                  const T* const line = row_of(lines, first + k, rules, buffer, orientation);
                  T* const to = array_.fortran ? turned.data() + k * length : &matrix(first + k, 0);
                  std::transform(line, line + length, to, [](T cell) { return tidied(cell); });
                }
                for (Index i = 0; array_.fortran && i < length; ++i) {
                  for (Index k = 0; k < count; ++k) {
                    matrix(i, first + k) = turned[static_cast<std::size_t>(k * length + i)];
                  }
                }
              }
              array_.file.release(passed);
            });
  return matrix;
}

DenseMatrix NpyRows::converted(WeightType weight, SemiringKind semiring, std::size_t limit) const {
  DenseMatrix matrix;
  visit_semiring(semiring, weight, [&]<class S>(S) {
    using T = typename S::Weight;
    check_memory(Matrix<T>::bytes_needed(rows(), columns()), path(), limit);
    matrix = converted<T>(rules_of<S>);
  });
  return matrix;
}

#define WARPATH_INSTANTIATE(T, name) \
  template void NpyRows::read_rows<T>(Index, MatrixView<T>) const;
WARPATH_EACH_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace warpath::io
