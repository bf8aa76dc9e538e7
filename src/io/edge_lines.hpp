// The lines of a table of arcs, one after the other.
#pragma once

#include <algorithm>

#include "io/edge_layout.hpp"

namespace warpath::io {

// "Rügen,,": the vertex is there, and that is all.
inline bool is_lone(const EdgeLayout& layout, const Fields& fields) {
  return fields[layout.to].is_nothing() &&
         (layout.weight >= layout.columns || fields[layout.weight].word.empty());
}

// Error bad_input unless the line has its columns, and a vertex where there must be one.
void check_edge_line(const Cursor& cursor, const EdgeLayout& layout, const Fields& fields);

// Calls each(cursor, fields) for every line of data, until it answers false.
template <class Each>
void each_line(Cursor& cursor, const EdgeLayout& layout, Each each) {
  Fields fields;
  if (layout.header) fields.next(cursor);
  while (fields.next(cursor)) {
    // Spreadsheets leave empty ones at the end.
    if (std::ranges::all_of(fields.kept(), &Field::is_nothing)) continue;
    check_edge_line(cursor, layout, fields);
    if (!each(cursor, fields)) return;
  }
}

}  // namespace warpath::io
