#include "io/edge_layout.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "io/attributes.hpp"
#include "io/column_names.hpp"

namespace warpath::io {
namespace {

bool is_number(const Field& field) {
  double value = 0;
  const auto [stop, error] = fast_float::from_chars(field.word.begin, field.word.end, value);
  return error == std::errc{} && stop == field.word.end;
}

bool holds_weight(const Fields& fields, std::size_t column) {
  if (fields[column].word.is_too_long()) return false;
  std::string text(fields[column].word.text());
  if (fields.delimiter() == ';') std::ranges::replace(text, ',', '.');
  Number ignored;
  return Cursor::parse_number(text, ignored);
}

// A weight, or what was meant as one, but no name of a column: "12 km".
bool is_data(std::string_view cell) {
  const std::size_t sign = cell.starts_with('-') || cell.starts_with('+') ? 1 : 0;
  return sign < cell.size() && cell[sign] >= '0' && cell[sign] <= '9';
}

// Of "('a', 1) ('b', 2) {'weight': 3}", where blanks and commas are not what is between columns.
void refuse_late_dictionary(const Cursor& cursor, const Word& line) {
  const char* at = std::find(line.begin, line.end, '{');
  if (at == line.begin || at == line.end || !is_blank(at[-1]) || !begins_dictionary(at, line.end)) {
    return;
  }
  cursor.fail({at, line.end}, "two vertices before it, without blanks or commas in their names",
              "networkx.convert_node_labels_to_integers() numbers vertices that are tuples");
}

// The roles that no name gives go to the columns that are left, from the left.
void find_columns(const Cursor& cursor, const ColumnNames& names, const std::string& column,
                  const Word& first, EdgeLayout& layout) {
  std::size_t weight = column.empty() ? kNoColumn : names.called(column);
  std::size_t from = names.from();
  std::size_t to = names.to();
  if (from == weight) from = kNoColumn;
  if (to == weight || to == from) to = kNoColumn;
  if (weight == kNoColumn) weight = names.weight();
  if (weight == from || weight == to) weight = kNoColumn;
  const bool ends = from != kNoColumn && to != kNoColumn;
  bool left = false;  // a column that may be the weight
  for (std::size_t i = 0; i < layout.columns; ++i) {
    left = left || (i != from && i != to && names.may_weigh(i));
  }
  const bool told = ends && (weight != kNoColumn || !left);
  if (names.count() > 3 && !told) {
    const std::string_view missing = from == kNoColumn ? "from" : to == kNoColumn ? "to" : "weight";
    cursor.fail(first, fmt::format("among {} columns one called {}", names.count(), missing),
                kNameThem);
  }
  std::size_t next = 0;
  const auto or_next = [&](std::size_t found, bool weighs) {
    if (found != kNoColumn) return found;
    while (next < layout.columns && (next == from || next == to || next == weight ||
                                     !(weighs ? names.may_weigh(next) : names.has(next)))) {
      ++next;
    }
    return std::min(next++, layout.columns);
  };
  layout.from = or_next(from, false);
  layout.to = or_next(to, false);
  layout.weight = or_next(weight, true);
  if (std::max(layout.from, layout.to) >= layout.columns) {
    cursor.fail(first, "columns for from and to", kNameThem);
  }
  if (!ends) return;
  const std::size_t type = names.exactly("type");
  if (type != kNoColumn && type != layout.weight) layout.type = type;
  if (weight == kNoColumn && layout.weight < layout.columns) {
    layout.hint = fmt::format("weights are the column {}; --columns {},{} takes 1 for all",
                              io::quoted(names.spelled(layout.weight)),
                              harmless(names.spelled(from)), harmless(names.spelled(to)));
  }
}

// The columns that the caller names: from, to, and the weight if there is one.
void take_columns(const Cursor& cursor, const ColumnNames& names, const Fields& fields,
                  const std::vector<std::string>& wanted, EdgeLayout& layout) {
  if (wanted.size() != 2 && wanted.size() != 3) {
    throw Error(ErrorCode::usage, fmt::format("{} columns are named for the arcs", wanted.size()),
                "name two, from and to, or three, from, to and weight");
  }
  std::vector<std::size_t> columns;
  bool by_name = false;
  for (const std::string& word : wanted) {
    std::int64_t place = 0;
    const bool is_place = is_plain_number(word, place);
    by_name = by_name || !is_place;
    if (is_place && !(place >= 1 && place <= static_cast<std::int64_t>(layout.columns))) {
      cursor.fail(fields.line(),
                  fmt::format("a column {}; there are {}, counted from 1", word, layout.columns));
    }
    const std::size_t column = is_place ? static_cast<std::size_t>(place - 1) : names.called(word);
    if (std::ranges::count(columns, column) > 0) {
      throw Error(ErrorCode::usage, fmt::format("the column {} is named twice", io::quoted(word)),
                  "from, to and weight are columns of their own");
    }
    columns.push_back(column);
  }
  layout.from = columns[0];
  layout.to = columns[1];
  layout.weight = columns.size() == 3 ? columns[2] : layout.columns;
  if (layout.dictionary) {
    layout.dictionary = layout.weight == 2;
    return;
  }
  // Over a column of weights, what is no number is a name.
  const bool weighted = layout.weighted() && !fields[layout.to].is_nothing();
  layout.certain = by_name || weighted || (!has_numbers(fields) && names_arcs(cursor, fields));
  layout.header = by_name || (weighted ? !holds_weight(fields, layout.weight) &&
                                             !is_data(fields[layout.weight].word.text())
                                       : !has_numbers(fields));
  const std::size_t type = names.exactly("type");
  if (layout.certain && layout.header && std::ranges::count(columns, type) == 0) layout.type = type;
}

}  // namespace

std::string harmless(std::string_view name) {
  const std::string in_quotes = io::quoted(name);
  return in_quotes.substr(1, in_quotes.size() - 2);
}

bool has_numbers(const Fields& fields) { return std::ranges::any_of(fields.kept(), is_number); }

bool is_usual_for_weights(std::string_view name) { return among(name, kWeight); }

bool names_arcs(const Cursor& cursor, const Fields& fields) {
  const ColumnNames names(cursor, fields);
  return names.from() != kNoColumn && names.to() != kNoColumn;
}

bool names_any_column(const Cursor& cursor, const Fields& fields) {
  const ColumnNames names(cursor, fields);
  return names.any(kFrom) || names.any(kTo) || names.any(kWeight) || names.any(kFromToo) ||
         names.any(kToToo);
}

EdgeLayout edge_layout(Cursor cursor, const ReadOptions& options) {
  EdgeLayout layout;
  Fields fields;
  if (!fields.next(cursor)) cursor.fail(cursor.word(), "a line with FROM, TO and maybe a weight");
  const Word& line = fields.line();
  layout.columns = fields.size();
  if (layout.columns < 2) cursor.fail({line.end, line.end}, "FROM, TO and maybe a weight");
  const Word first = fields[0].word;
  if (layout.columns > Fields::kMost) {
    if (std::ranges::all_of(fields.kept(), is_number)) {
      cursor.fail(line, fmt::format("a matrix of {0} lines, since it has {0} columns without names",
                                    layout.columns));
    }
    cursor.fail(first, fmt::format("at most {} columns, not {}", Fields::kMost, layout.columns));
  }
  layout.dictionary = layout.columns == 3 && begins_dictionary(fields[2].word.begin, line.end);
  const std::size_t looked_at = layout.dictionary ? 2 : layout.columns > 3 ? 0 : layout.columns;
  for (std::size_t i = 0; i < looked_at; ++i) cursor.check_length(fields[i].word);
  const ColumnNames names(cursor, fields);
  layout.certain = layout.dictionary;
  if (!options.columns.empty()) take_columns(cursor, names, fields, options.columns, layout);
  if (layout.dictionary || !options.columns.empty()) return layout;
  refuse_late_dictionary(cursor, line);
  const bool numbers = has_numbers(fields);
  if (!options.column.empty()) {
    layout.certain = true;
  } else if (fields[0].word.empty()) {
    layout.certain = true;  // a line that begins with nothing can only name columns
  } else if (layout.columns == 2) {
    layout.certain =
        has_word(lower(first.text()), kFrom) && has_word(lower(fields[1].word.text()), kTo);
    layout.doubtful = layout.certain;
  } else {
    layout.certain = !numbers && (names.any(kFrom) || names.any(kTo) || names.any(kWeight));
  }
  layout.header = layout.certain || (!numbers && layout.columns <= 3);
  if (layout.certain) {
    find_columns(cursor, names, options.column, first, layout);
  } else if (layout.columns > 3) {
    cursor.fail(
        fields[3].word, "the end of the line: FROM, TO and maybe a weight",
        "a header line may name the columns that count, or you may (--columns); a matrix has "
        "as many lines as columns, and no number in the corner before names");
  }
  const bool weighs = layout.columns == 3 && layout.weighted() && options.column.empty();
  if (layout.header && weighs && is_data(fields[layout.weight].word.text())) {
    layout = EdgeLayout{.columns = 3};
  }
  return layout;
}

}  // namespace warpath::io
