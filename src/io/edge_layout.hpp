// Which columns of a table of arcs mean what.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "io/fields.hpp"

namespace warpath::io {

struct EdgeLayout {
  std::size_t columns = 2;
  std::size_t from = 0;
  std::size_t to = 1;
  std::size_t weight = 2;  // not below `columns`: there is none

  std::size_t type = std::string::npos;  // says "Undirected" in Gephi's tables; maybe there is none

  // Whether the first line names the columns. `certain` when its names are usual ones; else it is a
  // header only if all names of vertices in the other lines are numbers. `doubtful` when there are
  // no others than those of from and to: they could be vertices.
  bool header = false;
  bool certain = false;
  bool doubtful = false;

  // Whether the third column is a dictionary of what an arc has, as NetworkX writes it, and under which
  // name the weight is in it. Empty: they weigh 1.
  bool dictionary = false;
  std::string key = {};

  std::string hint = {};  // what may not have been meant

  bool weighted() const { return weight < columns && (!dictionary || !key.empty()); }
};

// Of a first line: whether any of its words is a number, and whether there are a column called from and
// one called to, or the like.
bool has_numbers(const Fields& fields);
bool names_arcs(const Cursor& cursor, const Fields& fields);

// Whether any column is called as one of a list of arcs usually is.
bool names_any_column(const Cursor& cursor, const Fields& fields);

// The name of a column as it may stand in a hint, without quotes.
std::string harmless(std::string_view name);

// Whether weights are usually called so; in small letters.
bool is_usual_for_weights(std::string_view name);

// From the first line of data behind the cursor. ReadOptions::column and columns say what the caller
// knows; else usual names are looked for. Columns without a name, such as the index that pandas puts in
// front, mean nothing. Error bad_input when the columns cannot be told, usage when the caller's cannot be
// meant.
EdgeLayout edge_layout(Cursor cursor, const ReadOptions& options);

}  // namespace warpath::io
