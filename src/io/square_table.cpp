// As spreadsheets and pandas write them, between commas, semicolons, tabs or blanks:
//
//   ,Berlin,Hamburg        the corner may also say something, such as "km"
//   Berlin,0,289
//   Hamburg,289,
#include "io/square_table.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "io/arcs.hpp"
#include "io/edge_layout.hpp"
#include "io/fields.hpp"
#include "warpath/semiring.hpp"

namespace warpath::io {
namespace {

// More columns than that have no lines in the file: every cell takes a byte at least.
std::size_t most_columns(const Source& source) {
  return 2 + static_cast<std::size_t>(std::sqrt(static_cast<double>(source.bytes.size())));
}

// The next line that is not empty, as spreadsheets leave them at the end.
bool next_line(Fields& fields, Cursor& cursor) {
  while (fields.next(cursor)) {
    if (!std::ranges::all_of(fields.kept(), &Field::is_nothing)) return true;
  }
  return false;
}

std::vector<std::string> names_of(const Fields& fields) {
  std::vector<std::string> names;
  std::string buffer;
  for (const Field& field : fields.kept().subspan(1)) names.emplace_back(field.text(buffer));
  return names;
}

// Every vertex has a name, and no two the same.
void check_names(const Cursor& cursor, const Fields& fields,
                 const std::vector<std::string>& names) {
  std::vector<std::size_t> order(names.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return std::string_view(names[i]); });
  for (std::size_t k = 0; k < order.size(); ++k) {
    const Word& word = fields[order[k] + 1].word;
    if (word.empty()) cursor.fail(word, "the name of a column");
    check_label(cursor, word);
    if (k > 0 && names[order[k]] == names[order[k - 1]]) {
      cursor.fail(word, "a name that no other column has");
    }
  }
}

struct SquareWalk {
  const std::vector<std::string>& names;
  SemiringKind semiring;

  template <class Sink>
  void operator()(Cursor& cursor, Sink& sink) const {
    const auto n = static_cast<Index>(names.size());
    Fields fields(names.size() + 2);
    fields.next(cursor);
    sink.start(n, n * n);
    Index row = 0;
    for (; next_line(fields, cursor); ++row) {
      check_line(cursor, fields, row);
      for (Index column = 0; column < n; ++column) {
        const Word& cell = fields[static_cast<std::size_t>(column) + 1].word;
        if (is_no_arc(cell)) continue;
        cursor.check_length(cell);
        const Number number = weight_in(cursor, cell, fields.delimiter());
        if (row != column || is_nonzero(number)) sink.arc(cursor, row, column, number, cell);
      }
    }
    if (row < n) {
      cursor.fail(cursor.word(), fmt::format("the line of {}, since there is a column of that name",
                                             io::quoted(names[static_cast<std::size_t>(row)])));
    }
  }

  void check_line(const Cursor& cursor, const Fields& fields, Index row) const {
    constexpr auto remedy =
        "lines and columns of a square table have the same names in the same order; the columns of "
        "a "
        "list of arcs are called from and to";
    const Word& first = fields[0].word;
    const auto at = static_cast<std::size_t>(row);
    if (at == names.size()) {
      cursor.fail(
          first,
          fmt::format("the end of the table after {} lines, one for every column", names.size()),
          remedy);
    }
    std::string buffer;
    if (fields[0].text(buffer) != names[at]) {
      cursor.fail(first, fmt::format("{}, as column {} is called", io::quoted(names[at]), at + 2),
                  remedy);
    }
    if (fields.size() != names.size() + 1) {
      const char* const end = fields.line().end;
      cursor.fail({end, end}, fmt::format("{} columns, as on the first line, not {}",
                                          names.size() + 1, fields.size()));
    }
  }

  bool is_no_arc(const Word& cell) const {
    if (cell.empty()) return true;
    // "1e999" is too large for a weight, and no infinity.
    if (cell.end[-1] >= '0' && cell.end[-1] <= '9') return false;
    double value = 0;
    const auto [stop, error] = fast_float::from_chars(cell.begin, cell.end, value);
    return error == std::errc{} && stop == cell.end && value == no_path<double>(semiring);
  }
};

}  // namespace

bool is_square_table(const Source& source, const ReadOptions& options) {
  if (!options.column.empty() || !options.columns.empty()) return false;
  Cursor cursor(source);
  Fields fields(most_columns(source));
  if (!fields.next(cursor) || fields.size() < 2) return false;
  const auto too_long = [](const Field& field) { return field.word.is_too_long(); };
  if (std::ranges::any_of(fields.kept(), too_long)) return false;
  const std::vector<std::string> names = names_of(fields);
  const bool corner = !fields[0].word.empty();
  // With a corner, two columns are a list of arcs, and three where the third can be a weight.
  if (corner && (names.size() < 2 || (names.size() == 2 && has_numbers(fields)))) return false;
  const bool other = !corner && !names_arcs(cursor, fields);  // where names do not tell
  const std::size_t enough = corner ? 2 : 1;
  std::string buffer;
  for (std::size_t line = 0; line < enough; ++line) {
    if (!next_line(fields, cursor) || fields[0].text(buffer) != names[line]) return other;
  }
  return !corner || names.size() > 2 || !next_line(fields, cursor);
}

Content read_square_table(const Source& source, const ReadOptions& options) {
  Cursor cursor(source);
  Fields fields(most_columns(source));
  fields.next(cursor);
  if (fields.size() > most_columns(source)) {
    cursor.fail(fields.line(), fmt::format("a line for each of {} columns", fields.size() - 1));
  }
  std::vector<std::string> names = names_of(fields);
  check_names(cursor, fields, names);
  Graph graph = read_arcs(source, to_arc_options(options), SquareWalk{names, options.semiring});
  const auto counts = [&, v = std::size_t{0}](const std::string& name) mutable {
    return name == std::to_string(v++);
  };
  if (!std::ranges::all_of(names, counts)) std::move(graph).with_labels(std::move(names));
  return graph;
}

}  // namespace warpath::io
