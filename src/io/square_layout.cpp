#include "io/square_layout.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "io/edge_layout.hpp"

namespace warpath::io {
namespace {

// What a cell says; NaN for what is no number, infinity for nothing at all, which is no arc.
double value_of(const Field& field, char delimiter) {
  if (field.is_nothing()) return std::numeric_limits<double>::infinity();
  if (field.word.is_too_long()) return std::nan("");
  std::string text(field.word.text());
  if (delimiter == ';') std::ranges::replace(text, ',', '.');
  double value = 0;
  const auto [stop, error] = fast_float::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc{} && stop == text.data() + text.size();
  return whole ? value : std::nan("");
}

bool is_cell(const Fields& fields, std::size_t i) {
  return !std::isnan(value_of(fields[i], fields.delimiter())) ||
         lower(fields[i].word.text()) == "nan";
}

bool all_cells(const Fields& fields) {
  for (std::size_t i = 0; i < fields.kept().size(); ++i) {
    if (!is_cell(fields, i)) return false;
  }
  return true;
}

bool corner_is_number(const Fields& fields) {
  return !fields[0].is_nothing() && is_cell(fields, 0);
}

// "0,1,2", as pandas names columns that have no names.
bool counts(const Fields& fields) {
  for (std::size_t i = 0; i < fields.kept().size(); ++i) {
    if (fields[i].word.text() != std::to_string(i)) return false;
  }
  return true;
}

// Names that are no numbers and mean nothing in a list of arcs.
bool only_names(const Cursor& cursor, const Fields& fields) {
  for (std::size_t i = 0; i < fields.kept().size(); ++i) {
    if (fields[i].word.empty() || fields[i].word.is_too_long() || is_cell(fields, i)) return false;
  }
  return !names_any_column(cursor, fields);
}

bool is_named(Cursor cursor, Fields fields) {
  std::vector<std::string> names;
  std::string buffer;
  for (const Field& field : fields.kept().subspan(1)) names.emplace_back(field.text(buffer));
  const bool corner = !fields[0].word.empty();
  if (corner && corner_is_number(fields)) return false;
  // With a corner, two columns are a list of arcs, and three where the third can be a weight.
  if (corner && (names.size() < 2 || (names.size() == 2 && has_numbers(fields)))) return false;
  const bool other = !corner && !names_arcs(cursor, fields);  // where names do not tell
  const std::size_t enough = corner ? 2 : 1;
  for (std::size_t line = 0; line < enough; ++line) {
    if (!next_full_line(fields, cursor) || fields[0].text(buffer) != names[line]) return other;
  }
  return !corner || names.size() > 2 || !next_full_line(fields, cursor);
}

// What the lines behind the cursor are, as rows of a matrix of n columns.
struct Rows {
  std::size_t lines = 0;  // n + 1 where there are more than n
  bool cells = true;      // the first has n numbers
  bool idle = true;       // zeros, or nothing, on the diagonal
  bool symmetric = true;  // told of three columns only
};

Rows look_at(Cursor cursor, Fields fields, std::size_t n) {
  Rows rows;
  std::array<std::array<double, 3>, 3> square{};
  for (; rows.lines <= n && next_full_line(fields, cursor); ++rows.lines) {
    const std::size_t i = rows.lines;
    if (i == n) continue;
    if (i == 0) rows.cells = fields.size() == n && all_cells(fields);
    if (!rows.cells) return rows;
    const double own = i < fields.size() ? value_of(fields[i], fields.delimiter()) : 1;
    rows.idle = rows.idle && (own == 0 || std::isinf(own));
    for (std::size_t j = 0; n == 3 && j < 3; ++j) {
      square[i][j] = j < fields.size() ? value_of(fields[j], fields.delimiter()) : std::nan("");
    }
  }
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < i; ++j)
      rows.symmetric = rows.symmetric && square[i][j] == square[j][i];
  }
  return rows;
}

SquareLayout bare_layout(const Source& source, const Cursor& behind, const Fields& first) {
  const std::size_t n = first.size();
  if (n < 3 || n > most_columns(source)) return {};
  if (corner_is_number(first) && all_cells(first)) {
    const Rows rows = look_at(Cursor(source), Fields(most_columns(source)), n);
    const bool told = n > 3 || (rows.idle && rows.symmetric);
    if (rows.lines == n && rows.cells && told) return {n, false, false, rows.idle};
    if (!counts(first)) return {};
  } else if (!only_names(behind, first)) {
    return {};
  }
  const Rows rows = look_at(behind, first, n);
  const bool told = rows.idle && (n > 3 || rows.symmetric);
  if (rows.lines == n && rows.cells && told) return {n, true, false};
  return {};
}

}  // namespace

std::size_t most_columns(const Source& source) {
  return 2 + static_cast<std::size_t>(std::sqrt(static_cast<double>(source.bytes.size())));
}

bool next_full_line(Fields& fields, Cursor& cursor) {
  while (fields.next(cursor)) {
    if (!std::ranges::all_of(fields.kept(), &Field::is_nothing)) return true;
  }
  return false;
}

SquareLayout square_layout(const Source& source, const ReadOptions& options) {
  if (!options.column.empty() || !options.columns.empty()) return {};
  Cursor cursor(source);
  Fields fields(most_columns(source));
  if (!fields.next(cursor) || fields.size() < 2) return {};
  const auto too_long = [](const Field& field) { return field.word.is_too_long(); };
  if (std::ranges::any_of(fields.kept(), too_long)) return {};
  if (is_named(cursor, fields)) return {fields.size() - 1};
  return bare_layout(source, cursor, fields);
}

}  // namespace warpath::io
