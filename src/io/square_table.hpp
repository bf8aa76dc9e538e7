// Tables of distances: names in the first line and in front of every line, a weight in every cell.
#pragma once

#include "io/format.hpp"

namespace warpath::io {

// Whether a table is one, and no list of arcs: its lines are called as its columns are. Nothing in
// the corner means it, too, unless the columns are called as those of a list.
bool is_square_table(const Source& source, const ReadOptions& options);

// The arcs of its cells, from the line to the column. Those that are empty, or say no path by an
// infinity, are none, and neither are zeros on the diagonal.
Content read_square_table(const Source& source, const ReadOptions& options);

}  // namespace warpath::io
