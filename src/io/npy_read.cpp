// Reads NumPy's .npy as a dense matrix.
#include <algorithm>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "base/resources.hpp"
#include "io/format.hpp"
#include "io/npy_cells.hpp"
#include "io/npy_header.hpp"
#include "warpath/error.hpp"

namespace warpath::io {
namespace {

// `File` is what the cells are in the file, `T` what they become.
template <class File, class T>
bool fits(File value) {
  if constexpr (std::is_same_v<T, std::uint8_t>) {
    return value <= 1;
  } else if constexpr (std::is_same_v<File, T>) {
    return true;
  } else if constexpr (std::is_same_v<T, double>) {
    constexpr auto most = std::int64_t{1} << 53;
    return std::cmp_less_equal(value, most) && std::cmp_greater_equal(value, -most);
  } else if constexpr (std::is_unsigned_v<File>) {
    return value <= static_cast<std::make_unsigned_t<T>>(std::numeric_limits<T>::max());
  } else {
    return value >= std::numeric_limits<T>::min() && value <= std::numeric_limits<T>::max();
  }
}

template <class File, class T>
DenseMatrix read_cells(const Source& source, const NpyHeader& header) {
  const Index row_count = header.shape[0];
  const Index column_count = header.shape[1];
  const auto rows = static_cast<std::size_t>(row_count);
  const auto columns = static_cast<std::size_t>(column_count);
  // An empty matrix needs no bytes to prove its other extent.
  constexpr Index most = std::numeric_limits<Graph::Target>::max();
  if (row_count > most || column_count > most) {
    throw Error(ErrorCode::bad_input,
                fmt::format("{}:1:{}: found {} x {} cells, expected at most {} rows and columns",
                            source.name, header.shape_at + 1, rows, columns, most));
  }
  const std::size_t there = source.bytes.size() - header.data;
  // In this order no product can overflow.
  const bool enough = rows == 0 || columns == 0 || there / sizeof(File) / rows >= columns;
  if (!enough || there != rows * columns * sizeof(File)) {
    throw Error(ErrorCode::bad_input,
                fmt::format("{}: found {} bytes of cells, expected {} x {} cells of {} bytes",
                            source.name, there, rows, columns, sizeof(File)),
                "the file seems to be cut off or damaged");
  }
  if (rows == 0 || columns == 0) return Matrix<T>(row_count, column_count);
  const std::size_t needed = Matrix<T>::bytes_needed(row_count, column_count);
  if (needed > available_memory()) {
    throw Error(ErrorCode::does_not_fit,
                fmt::format("{} takes {} bytes in memory, and {} are available", source.name,
                            needed, available_memory()));
  }

  Matrix<T> matrix(row_count, column_count);
  const char* const cells = source.bytes.data() + header.data;
  const bool swapped = is_swapped(header) && sizeof(File) > 1;
  if constexpr (std::is_same_v<File, T> && !std::is_same_v<T, std::uint8_t>) {
    if (!swapped && !header.fortran) {
      const std::size_t row_bytes = columns * sizeof(T);
      for (Index i = 0; i < row_count; ++i) {
        std::memcpy(&matrix(i, 0), cells + static_cast<std::size_t>(i) * row_bytes, row_bytes);
      }
      return matrix;
    }
  }
  const Index row_step = header.fortran ? 1 : column_count;
  const Index column_step = header.fortran ? row_count : 1;
  // In squares, so that neither side of a transposition strides through memory.
  constexpr Index square = 64;
  for (Index bi = 0; bi < row_count; bi += square) {
    for (Index bj = 0; bj < column_count; bj += square) {
      for (Index i = bi; i < std::min(bi + square, row_count); ++i) {
        for (Index j = bj; j < std::min(bj + square, column_count); ++j) {
          const Index at = (i * row_step + j * column_step) * static_cast<Index>(sizeof(File));
          const auto value = load<File>(cells + at, swapped);
          if (!fits<File, T>(value)) {
            throw Error(ErrorCode::bad_input,
                        fmt::format("{}: found {} in row {}, column {}, expected {}", source.name,
                                    value, i, j,
                                    std::is_same_v<T, std::uint8_t>
                                        ? "0 or 1, since bytes say whether there is an arc"
                                    : std::is_same_v<T, double>
                                        ? "a whole number that float64 holds exactly"
                                        : "a value within int64"),
                        std::is_same_v<T, std::uint8_t>
                            ? "save weights as another type, such as int16 or float64"
                        : std::is_same_v<T, double> ? "save the matrix as float64"
                                                    : "choose float64 for the weights");
          }
          matrix(i, j) = static_cast<T>(value);
        }
      }
    }
  }
  return matrix;
}

// Wide integers become int32 when all of them fit, else int64, or float64 when that is asked for.
template <class File>
DenseMatrix read_wide(const Source& source, const NpyHeader& header, const ReadOptions& options) {
  if (options.weights == WeightType::float64) return read_cells<File, double>(source, header);
  const std::string_view cells = source.bytes.substr(header.data);
  const bool swapped = is_swapped(header);
  for (std::size_t at = 0; at + sizeof(File) <= cells.size(); at += sizeof(File)) {
    if (fits<File, std::int32_t>(load<File>(cells.data() + at, swapped))) continue;
    return read_cells<File, std::int64_t>(source, header);
  }
  return read_cells<File, std::int32_t>(source, header);
}

DenseMatrix read_npy_matrix(const Source& source, const ReadOptions& options) {
  const NpyHeader header = parse_npy_header(source);
  if (header.shape.size() != 2) {
    throw Error(ErrorCode::bad_input,
                fmt::format("{}:1:{}: found an array with {} dimensions, expected a matrix",
                            source.name, header.shape_at + 1, header.shape.size()));
  }
  if (header.kind == "f4") return read_cells<float, float>(source, header);
  if (header.kind == "f8") return read_cells<double, double>(source, header);
  if (header.kind == "i1") return read_cells<std::int8_t, std::int16_t>(source, header);
  if (header.kind == "i2") return read_cells<std::int16_t, std::int16_t>(source, header);
  if (header.kind == "i4") return read_cells<std::int32_t, std::int32_t>(source, header);
  if (header.kind == "i8") return read_wide<std::int64_t>(source, header, options);
  if (header.kind == "b1" || header.kind == "u1") {
    return read_cells<std::uint8_t, std::uint8_t>(source, header);
  }
  if (header.kind == "u2") return read_cells<std::uint16_t, std::int32_t>(source, header);
  if (header.kind == "u4") return read_wide<std::uint32_t>(source, header, options);
  if (header.kind == "u8") return read_wide<std::uint64_t>(source, header, options);
  wrong_type(source, header, kWeightCells, kConvertCells);
}

}  // namespace

Content read_npy_content(const Source& source, const ReadOptions& options) {
  return read_npy_matrix(source, options);
}

DenseMatrix parse_npy(std::string_view bytes, const std::string& name) {
  Input input = parse_input(bytes, name, {.format = "npy"});
  return std::move(std::get<DenseMatrix>(input.content));
}

DenseMatrix read_npy(const std::string& path) {
  Input input = read_input(path, {.format = "npy"});
  return std::move(std::get<DenseMatrix>(input.content));
}

}  // namespace warpath::io
