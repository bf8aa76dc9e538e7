// Which columns of a table of arcs mean what.
#pragma once

#include <cstddef>
#include <string>

#include "io/fields.hpp"

namespace warpath::io {

struct EdgeLayout {
  std::size_t columns = 2;
  std::size_t from = 0;
  std::size_t to = 1;
  std::size_t weight = 2;  // not below `columns`: there is none

  // Whether the first line names the columns. `certain` when its names are usual ones; else it is a
  // header only if all names of vertices in the other lines are numbers.
  bool header = false;
  bool certain = false;

  bool weighted() const { return weight < columns; }
};

// Of a first line: whether any of its words is a number, and whether there are a column called from and
// one called to, or the like.
bool has_numbers(const Fields& fields);
bool names_arcs(const Cursor& cursor, const Fields& fields);

// From the first line of data behind the cursor. `column` is what the caller calls the column
// of weights; empty: look for usual names. Columns without a name, such as the index that pandas puts in
// front, mean nothing. Error bad_input when the columns cannot be told.
EdgeLayout edge_layout(Cursor cursor, const std::string& column);

}  // namespace warpath::io
