// NumPy's arrays (.npy) as they lie in a file: what the header says, and the cells, one at a time.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "io/bytes.hpp"
#include "warpath/error.hpp"

namespace warpath::io {

struct NpyArray {
  Bytes file;
  std::string name;      // for messages
  char order = '|';      // '<' little endian, '>' big endian, '|' does not matter
  std::string kind;      // "f4", "i8", "b1"
  bool fortran = false;  // column by column
  std::vector<Index> shape;
  std::size_t data = 0;  // where the cells begin

  // Where the file says so, for messages.
  std::size_t type_at = 0;
  std::size_t shape_at = 0;

  // Error bad_input unless the header is sound. Says nothing about the cells: neither whether they
  // are there nor whether their type makes sense.
  NpyArray(Bytes file, std::string name);

  // The number of cells of `width` bytes, once it is sure that there are so many dimensions, and the
  // bytes of the cells and no others. Error bad_input.
  std::size_t check_cells(std::size_t dimensions, std::size_t width) const;

  // Error bad_input that names a place in the header.
  [[noreturn]] void fail(std::size_t at, std::string_view what, std::string remedy = {}) const;
  // The same for an array whose cells are of a type that is not `expected`.
  [[noreturn]] void wrong_type(std::string_view expected, std::string remedy) const;
  // Error bad_input for a cell that `weight` does not hold.
  [[noreturn]] void wrong_cell(std::string_view found, Index row, Index column,
                               WeightType weight) const;

  const char* cells() const { return file.view().data() + data; }
  bool swapped() const { return order == (std::endian::native == std::endian::little ? '>' : '<'); }

  // The cell at place k, from anywhere and in either byte order.
  template <class T>
  T cell(std::size_t k) const {
    std::array<char, sizeof(T)> cell;
    std::memcpy(cell.data(), cells() + k * sizeof(T), sizeof(T));
    if (swapped()) std::reverse(cell.begin(), cell.end());
    return std::bit_cast<T>(cell);
  }

  // Calls visit(std::type_identity<Cell>()) with the C++ type of the cells, which is uint8 for bool.
  // Error bad_input for those that are no weights.
  template <class Visit>
  decltype(auto) visit_cells(const Visit& visit) const {
    if (kind == "f4") return visit(std::type_identity<float>());
    if (kind == "f8") return visit(std::type_identity<double>());
    if (kind == "i1") return visit(std::type_identity<std::int8_t>());
    if (kind == "i2") return visit(std::type_identity<std::int16_t>());
    if (kind == "i4") return visit(std::type_identity<std::int32_t>());
    if (kind == "i8") return visit(std::type_identity<std::int64_t>());
    if (kind == "u1" || kind == "b1") return visit(std::type_identity<std::uint8_t>());
    if (kind == "u2") return visit(std::type_identity<std::uint16_t>());
    if (kind == "u4") return visit(std::type_identity<std::uint32_t>());
    if (kind == "u8") return visit(std::type_identity<std::uint64_t>());
    wrong_type("f4, f8, i1, i2, i4, i8, u1, u2, u4, u8 or b1",
               "convert the array, for example with astype('float32')");
  }
};

// The weight that such cells become: the smallest that holds all of them, or else int64.
template <class Cell, int bits = std::numeric_limits<Cell>::digits>
using WeightOfCells = std::conditional_t<
    std::is_floating_point_v<Cell>, Cell,
    std::conditional_t<(bits < 16), std::int16_t,
                       std::conditional_t<(bits < 32), std::int32_t, std::int64_t>>>;

template <class T, class Cell>
bool holds(Cell cell) {
  if constexpr (std::is_same_v<T, std::uint8_t>) {
    return cell <= 1;
  } else if constexpr (std::is_same_v<Cell, T>) {
    return true;
  } else if constexpr (std::is_same_v<T, double>) {
    constexpr auto most = std::int64_t{1} << 53;
    return std::cmp_less_equal(cell, most) && std::cmp_greater_equal(cell, -most);
  } else {
    return std::in_range<T>(cell);
  }
}

// Fills `into` with as many rows from `first` on, whose cells are known to be there; of as many
// columns, from `first_column` on.
template <class Cell, class T>
void read_cells(const NpyArray& array, Index first, MatrixView<T> into, Index first_column = 0) {
  const Index rows = array.shape[0];
  const Index columns = array.shape[1];
  if (into.rows() == 0 || into.columns() == 0) return;
  if constexpr (std::is_same_v<Cell, T> && !std::is_same_v<T, std::uint8_t>) {
    if (!array.swapped() && !array.fortran && into.column_stride() == 1) {
      for (Index i = 0; i < into.rows(); ++i) {
        const auto at = static_cast<std::size_t>((first + i) * columns + first_column);
        std::memcpy(&into(i, 0), array.cells() + at * sizeof(T),
                    static_cast<std::size_t>(into.columns()) * sizeof(T));
      }
      return;
    }
  }
  const auto read_cell = [&](Index i, Index j) {
    const Index row = first + i;
    const Index column = first_column + j;
    const Index at = array.fortran ? column * rows + row : row * columns + column;
    const auto cell = array.cell<Cell>(static_cast<std::size_t>(at));
    if (!holds<T>(cell)) array.wrong_cell(fmt::format("{}", cell), row, column, weight_type_of<T>);
    into(i, j) = static_cast<T>(cell);
  };
  // In squares, so that neither side of a transposition strides through memory.
  constexpr Index square = 64;
  for (Index bi = 0; bi < into.rows(); bi += square) {
    for (Index bj = 0; bj < into.columns(); bj += square) {
      for (Index i = bi; i < std::min(bi + square, into.rows()); ++i) {
        for (Index j = bj; j < std::min(bj + square, into.columns()); ++j) read_cell(i, j);
      }
    }
  }
}

// Calls visit(begin, end, passed) for bands of an array's rows, or of its columns where these lie in
// one piece; `passed` is where the band ends in the file, so that its memory can be given back.
template <class Visit>
void each_band(const NpyArray& array, std::size_t width, const Visit& visit) {
  constexpr std::size_t kBandBytes = std::size_t{4} << 20;
  const Index lines = array.shape[array.fortran ? 1 : 0];
  const std::size_t line = static_cast<std::size_t>(array.shape[array.fortran ? 0 : 1]) * width;
  const auto step =
      static_cast<Index>(std::max<std::size_t>(64, kBandBytes / std::max<std::size_t>(line, 1)));
  for (Index begin = 0; begin < lines; begin += step) {
    const Index end = std::min(lines, begin + step);
    visit(begin, end, array.cells() + static_cast<std::size_t>(end) * line);
  }
}

bool recognises_npy(std::string_view bytes);

// How NumPy calls a weight type: "f4", "i2", "b1".
std::string npy_kind(WeightType weight);

// The header of a file that is written, version 1.0; the cells follow it.
std::string npy_header(WeightType weight, Index rows, Index columns);

// The cells of a row without gaps between them: where they lie, or else gathered in `room`.
template <class T>
const T* without_gaps(MatrixView<const T> row, std::vector<T>& room) {
  if (row.column_stride() == 1) return row.data();
  room.resize(static_cast<std::size_t>(row.columns()));
  for (Index j = 0; j < row.columns(); ++j) room[static_cast<std::size_t>(j)] = row(0, j);
  return room.data();
}

}  // namespace warpath::io
