// The first lines of a Matrix Market file.
#pragma once

#include <string_view>

#include "io/text.hpp"

namespace warpath::io {

inline constexpr std::string_view kMtxBanner = "%%MatrixMarket";

enum class MtxLayout : std::uint8_t { coordinate, array };
enum class MtxField : std::uint8_t { real, integer, pattern };
enum class MtxSymmetry : std::uint8_t { general, symmetric, skew };

struct MtxHeader {
  MtxLayout layout = MtxLayout::coordinate;
  MtxField field = MtxField::real;
  MtxSymmetry symmetry = MtxSymmetry::general;
  Index vertices = 0;
  Index entries = 0;  // of an array: its values
};

// Whether they are the same but for capital letters.
bool same_word(std::string_view a, std::string_view b);

// Leaves the cursor on the line after the sizes. Error bad_input, also for an array that the file
// is too short for.
MtxHeader read_mtx_header(Cursor& cursor, const Source& source);

}  // namespace warpath::io
