// Reads NumPy's .npy as a dense matrix.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "io/format.hpp"
#include "io/npy_header.hpp"
#include "warpath/error.hpp"
#include "warpath/machine.hpp"

namespace warpath::io {
namespace {

// One cell, from anywhere and in either byte order.
template <class T>
T load(const char* at, bool swapped) {
  std::array<char, sizeof(T)> bytes;
  std::memcpy(bytes.data(), at, sizeof(T));
  if (swapped) std::reverse(bytes.begin(), bytes.end());
  return std::bit_cast<T>(bytes);
}

// `File` is what the cells are in the file, `T` what they become.
template <class File, class T>
bool fits(File value) {
  if constexpr (std::is_same_v<T, std::uint8_t>) {
    return value <= 1;
  } else if constexpr (std::is_same_v<File, T>) {
    return true;
  } else if constexpr (std::is_unsigned_v<File>) {
    return value <= static_cast<std::make_unsigned_t<T>>(std::numeric_limits<T>::max());
  } else {
    return value >= std::numeric_limits<T>::min() && value <= std::numeric_limits<T>::max();
  }
}

template <class File, class T>
DenseMatrix read_cells(const Source& source, const NpyHeader& header) {
  const auto rows = static_cast<std::size_t>(header.rows);
  const auto columns = static_cast<std::size_t>(header.columns);
  const std::size_t there = source.bytes.size() - header.data;
  // In this order no product can overflow.
  const bool enough = rows == 0 || columns == 0 || there / sizeof(File) / rows >= columns;
  if (!enough || there != rows * columns * sizeof(File)) {
    throw Error(ErrorCode::bad_input,
                fmt::format("{}: found {} bytes of cells, expected {} x {} cells of {} bytes",
                            source.name, there, rows, columns, sizeof(File)),
                "the file seems to be cut off or damaged");
  }
  if (rows == 0 || columns == 0) return Matrix<T>(header.rows, header.columns);
  const std::size_t needed = Matrix<T>::bytes_needed(header.rows, header.columns);
  if (needed > available_memory()) {
    throw Error(ErrorCode::does_not_fit,
                fmt::format("{} takes {} bytes in memory, and {} are available", source.name,
                            needed, available_memory()));
  }

  Matrix<T> matrix(header.rows, header.columns);
  const char* const cells = source.bytes.data() + header.data;
  const bool little = std::endian::native == std::endian::little;
  const bool swapped = header.order == (little ? '>' : '<') && sizeof(File) > 1;
  if constexpr (std::is_same_v<File, T> && !std::is_same_v<T, std::uint8_t>) {
    if (!swapped && !header.fortran) {
      const std::size_t row_bytes = columns * sizeof(T);
      for (Index i = 0; i < header.rows; ++i) {
        std::memcpy(&matrix(i, 0), cells + static_cast<std::size_t>(i) * row_bytes, row_bytes);
      }
      return matrix;
    }
  }
  const Index row_step = header.fortran ? 1 : header.columns;
  const Index column_step = header.fortran ? header.rows : 1;
  // In squares, so that neither side of a transposition strides through memory.
  constexpr Index square = 64;
  for (Index bi = 0; bi < header.rows; bi += square) {
    for (Index bj = 0; bj < header.columns; bj += square) {
      for (Index i = bi; i < std::min(bi + square, header.rows); ++i) {
        for (Index j = bj; j < std::min(bj + square, header.columns); ++j) {
          const Index at = (i * row_step + j * column_step) * static_cast<Index>(sizeof(File));
          const auto value = load<File>(cells + at, swapped);
          if (!fits<File, T>(value)) {
            throw Error(ErrorCode::bad_input,
                        fmt::format("{}: found {} in row {}, column {}, expected {}", source.name,
                                    value, i, j,
                                    std::is_same_v<T, std::uint8_t>
                                        ? "0 or 1, since bytes say whether there is an arc"
                                        : "a value within int32"),
                        "save the matrix as another type, such as int16 or float64");
          }
          matrix(i, j) = static_cast<T>(value);
        }
      }
    }
  }
  return matrix;
}

DenseMatrix read_npy_matrix(const Source& source) {
  const NpyHeader header = parse_npy_header(source);
  if (header.kind == "f4") return read_cells<float, float>(source, header);
  if (header.kind == "f8") return read_cells<double, double>(source, header);
  if (header.kind == "i1") return read_cells<std::int8_t, std::int16_t>(source, header);
  if (header.kind == "i2") return read_cells<std::int16_t, std::int16_t>(source, header);
  if (header.kind == "i4") return read_cells<std::int32_t, std::int32_t>(source, header);
  if (header.kind == "i8") return read_cells<std::int64_t, std::int32_t>(source, header);
  if (header.kind == "b1" || header.kind == "u1") {
    return read_cells<std::uint8_t, std::uint8_t>(source, header);
  }
  throw Error(ErrorCode::bad_input,
              fmt::format("{}:1:11: found cells of type {}, expected f4, f8, i1, i2, i4, i8, b1 "
                          "or u1",
                          source.name, quoted(header.kind)),
              "convert the array, for example with astype('float32')");
}

}  // namespace

Content read_npy_content(const Source& source, const ReadOptions&) {
  return read_npy_matrix(source);
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
