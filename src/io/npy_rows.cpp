#include "io/npy_rows.hpp"

#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "base/dispatch.hpp"
#include "io/output.hpp"
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

#define WARPATH_INSTANTIATE(T, name) \
  template void NpyRows::read_rows<T>(Index, MatrixView<T>) const;
WARPATH_EACH_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace warpath::io
