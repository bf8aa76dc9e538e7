// The header of a .npy file: where the cells begin and what they are.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "io/format.hpp"

namespace warpath::io {

struct NpyHeader {
  char order = '|';      // '<' little endian, '>' big endian, '|' does not matter
  std::string kind;      // "f4", "i8", "b1"
  bool fortran = false;  // column by column
  std::vector<Index> shape;
  std::size_t data = 0;  // where the cells begin

  // Where the file says so, for messages.
  std::size_t type_at = 0;
  std::size_t shape_at = 0;
};

// Error bad_input unless the header is sound. Says nothing about the cells: neither whether they
// are there nor whether their type makes sense.
NpyHeader parse_npy_header(const Source& source);

// How NumPy calls a weight type: "f4", "i2", "b1".
std::string npy_kind(WeightType weight);

// The header of a file that is written, version 1.0; the cells follow it.
std::string npy_header(WeightType weight, Index rows, Index columns);

}  // namespace warpath::io
