// Telling tables of distances from lists of arcs.
#pragma once

#include <cstddef>

#include "io/fields.hpp"
#include "io/format.hpp"

namespace warpath::io {

struct SquareLayout {
  std::size_t vertices = 0;  // none: it is no square table
  bool header = true;        // the first line names the columns
  bool sides = true;         // every line begins with its name
  bool sure = true;          // else it could be a list of arcs, too

  explicit operator bool() const { return vertices > 0; }
  std::size_t columns() const { return vertices + (sides ? 1 : 0); }
};

// With names on both sides, lines are called as columns are; nothing in the corner means such a
// table, too, unless the columns are called as those of a list. Under a number in the corner there
// are no names: numbers alone are a matrix where there are as many lines as columns, at least four.
// Three columns may be from, to and weight, and must be symmetric with nothing on the diagonal;
// nothing must be there under a line of names, too.
SquareLayout square_layout(const Source& source, const ReadOptions& options);

// The next line that is not empty, as spreadsheets leave them at the end.
bool next_full_line(Fields& fields, Cursor& cursor);

// More columns than that have no lines in the file: every cell takes a byte at least.
std::size_t most_columns(const Source& source);

}  // namespace warpath::io
