// What the columns of tables of arcs are usually called.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/fields.hpp"

namespace warpath::io {

using Words = std::span<const std::string_view>;

inline constexpr std::size_t kNoColumn = std::numeric_limits<std::size_t>::max();

// Names that make a line a header, and names that only count in one: "a b" is more likely an arc.
inline constexpr std::string_view kFrom[] = {"from", "source", "src", "origin", "node1", "id1"};
inline constexpr std::string_view kTo[] = {"to",   "target", "dst", "destination",
                                           "dest", "node2",  "id2"};
inline constexpr std::string_view kFromToo[] = {"start", "begin", "tail", "u"};
inline constexpr std::string_view kToToo[] = {"end", "finish", "head", "v"};
inline constexpr std::string_view kWeight[] = {
    "weight", "length",   "distance", "dist",  "cost",  "time",   "duration",
    "km",     "capacity", "width",    "miles", "value", "metres", "meters"};

inline constexpr const char* kNameThem =
    "name the columns from, to and weight, or say which ones they are (--columns, or --column for "
    "the weights)";

bool among(std::string_view word, Words words);

// Whether one of the words of a column's name is among `words`, as in "distance (km)".
bool has_word(std::string_view name, Words words);

// Whether what stands below such a name, in small letters, counts arcs or names them.
bool never_weighs(std::string_view name);

// The names of the columns, in small letters, and the search for one of them.
class ColumnNames {
 public:
  ColumnNames(const Cursor& cursor, const Fields& fields);

  bool any(Words words) const;

  // The column with one of these names: exactly so, else as one of its words. Error bad_input when
  // there are several.
  std::size_t find(Words words, std::string_view what) const;

  // Columns an arc comes from or leads to, by their usual names, else by the others.
  std::size_t from() const { return either(kFrom, kFromToo, "vertices an arc comes from"); }
  std::size_t to() const { return either(kTo, kToToo, "vertices an arc leads to"); }
  std::size_t weight() const { return find(kWeight, "weights"); }

  bool has(std::size_t column) const { return !names_[column].empty(); }
  bool may_weigh(std::size_t column) const { return has(column) && !never_weighs(names_[column]); }
  std::size_t count() const;

  // As it stands in the file.
  std::string_view spelled(std::size_t column) const { return fields_[column].word.text(); }

  // The column that is called just so, in small letters; kNoColumn.
  std::size_t exactly(std::string_view name) const;

  // Error bad_input, with the names there are, when this is none of them.
  std::size_t called(std::string_view name) const;

 private:
  std::size_t either(Words usual, Words others, std::string_view what) const;

  const Cursor& cursor_;
  const Fields& fields_;
  std::vector<std::string> names_;
};

}  // namespace warpath::io
