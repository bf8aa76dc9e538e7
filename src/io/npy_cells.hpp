// The cells of NumPy's arrays, one at a time.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "io/npy_header.hpp"
#include "warpath/error.hpp"

namespace warpath::io {

// One cell, from anywhere and in either byte order.
template <class T>
T load(const char* at, bool swapped) {
  std::array<char, sizeof(T)> bytes;
  std::memcpy(bytes.data(), at, sizeof(T));
  if (swapped) std::reverse(bytes.begin(), bytes.end());
  return std::bit_cast<T>(bytes);
}

inline bool is_swapped(const NpyHeader& header) {
  constexpr bool little = std::endian::native == std::endian::little;
  return header.order == (little ? '>' : '<');
}

// Error bad_input for an array whose cells are of a type that is not `expected`.
[[noreturn]] inline void wrong_type(const Source& source, const NpyHeader& header,
                                    std::string_view expected, std::string remedy) {
  throw Error(ErrorCode::bad_input,
              fmt::format("{}:1:{}: found cells of type {}{}, expected {}", source.name,
                          header.type_at + 1, io::quoted(header.kind),
                          header.kind == "f2" ? " (half precision)" : "", expected),
              std::move(remedy));
}

inline constexpr std::string_view kWeightCells = "f4, f8, i1, i2, i4, i8, u1, u2, u4, u8 or b1";
inline constexpr const char* kConvertCells =
    "convert the array, for example with astype('float32')";

}  // namespace warpath::io
