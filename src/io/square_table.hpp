// Tables of distances: a weight in every cell, and names in the first line and in front of every
// line, or in the first line only, or none.
#pragma once

#include "io/format.hpp"
#include "io/square_layout.hpp"

namespace warpath::io {

// The arcs of its cells, from the line to the column. Those that are empty, or say no path by an
// infinity, are none, and neither are zeros on the diagonal.
Content read_square_table(const Source& source, const ReadOptions& options,
                          const SquareLayout& layout);

}  // namespace warpath::io
