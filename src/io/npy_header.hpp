// The header of a .npy file: where the cells begin and what they are.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "io/format.hpp"

namespace warpath::io {

struct NpyHeader {
  char order = '|';      // '<' little endian, '>' big endian, '|' does not matter
  std::string kind;      // "f4", "i8", "b1"
  bool fortran = false;  // column by column
  Index rows = 0;
  Index columns = 0;
  std::size_t data = 0;  // where the cells begin
};

// Error bad_input unless the header is sound and describes two dimensions. Says nothing about the
// cells.
NpyHeader parse_npy_header(const Source& source);

}  // namespace warpath::io
