#pragma once

#include <cstdint>

namespace warpath {

// Where a message says a cell is: the matrix may be the transpose of what the user sees.
enum class Orientation : std::uint8_t { as_seen, transposed };

}  // namespace warpath
