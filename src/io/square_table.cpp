// As spreadsheets and pandas write them, between commas, semicolons, tabs or blanks:
//
//   ,Berlin,Hamburg        the corner may also say something, such as "km"
//   Berlin,0,289
//   Hamburg,289,
//
// and as NumPy does, without any names, or pandas without an index, with a first line of them.
#include "io/square_table.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "io/arcs.hpp"
#include "io/fields.hpp"
#include "io/square_layout.hpp"
#include "warpath/semiring.hpp"

namespace warpath::io {
namespace {

std::vector<std::string> names_of(std::span<const Field> fields) {
  std::vector<std::string> names;
  std::string buffer;
  for (const Field& field : fields) names.emplace_back(field.text(buffer));
  return names;
}

// Every vertex has a name, and no two the same.
void check_names(const Cursor& cursor, std::span<const Field> fields,
                 const std::vector<std::string>& names) {
  std::vector<std::size_t> order(names.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return std::string_view(names[i]); });
  for (std::size_t k = 0; k < order.size(); ++k) {
    const Word& word = fields[order[k]].word;
    if (word.empty()) cursor.fail(word, "the name of a column");
    check_label(cursor, word);
    if (k > 0 && names[order[k]] == names[order[k - 1]]) {
      cursor.fail(word, "a name that no other column has");
    }
  }
}

// Names that count vertices ascend; others could be weights, where the diagonal is left empty.
bool are_odd_numbers(const std::vector<std::string>& names) {
  std::vector<double> values;
  Number number;
  for (const std::string& name : names) {
    if (!Cursor::parse_number(name, number)) return false;
    values.push_back(number.value);
  }
  return !std::ranges::is_sorted(values);
}

struct SquareWalk {
  const SquareLayout& layout;
  const std::vector<std::string>& names;  // of the columns; empty: there are none
  SemiringKind semiring;

  template <class Sink>
  void operator()(Cursor& cursor, Sink& sink) const {
    const auto n = static_cast<Index>(layout.vertices);
    const std::size_t first = layout.sides ? 1 : 0;
    Fields fields(layout.columns() + 1);
    if (layout.header) fields.next(cursor);
    sink.start(n, n * n);
    Index row = 0;
    for (; next_full_line(fields, cursor); ++row) {
      check_line(cursor, fields, row);
      for (Index column = 0; column < n; ++column) {
        const Word& cell = fields[static_cast<std::size_t>(column) + first].word;
        if (is_no_arc(cell)) continue;
        cursor.check_length(cell);
        const Number number = weight_in(cursor, cell, fields.delimiter());
        if (row != column || is_nonzero(number)) sink.arc(cursor, row, column, number, cell);
      }
    }
    if (row == n) return;
    const Word end = cursor.word();
    if (!layout.sides) cursor.fail(end, fmt::format("{} lines, one for every column", n));
    cursor.fail(end, fmt::format("the line of {}, since there is a column of that name",
                                 io::quoted(names[static_cast<std::size_t>(row)])));
  }

  void check_line(const Cursor& cursor, const Fields& fields, Index row) const {
    constexpr auto remedy =
        "lines and columns of a square table have the same names in the same order; the columns of "
        "a list of arcs are called from and to";
    const Word& first = fields[0].word;
    const auto at = static_cast<std::size_t>(row);
    if (at == layout.vertices) {
      cursor.fail(
          first,
          fmt::format("the end of the table after {} lines, one for every column", layout.vertices),
          remedy);
    }
    std::string buffer;
    if (layout.sides && fields[0].text(buffer) != names[at]) {
      cursor.fail(first, fmt::format("{}, as column {} is called", io::quoted(names[at]), at + 2),
                  remedy);
    }
    if (fields.size() != layout.columns()) {
      const char* const end = fields.line().end;
      cursor.fail({end, end}, fmt::format("{} columns, as on the first line, not {}",
                                          layout.columns(), fields.size()));
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

Content read_square_table(const Source& source, const ReadOptions& options,
                          const SquareLayout& layout) {
  std::vector<std::string> names;
  if (layout.header) {
    Cursor cursor(source);
    Fields fields(most_columns(source));
    fields.next(cursor);
    if (fields.size() > most_columns(source)) {
      cursor.fail(fields.line(), fmt::format("a line for each of {} columns", layout.vertices));
    }
    const std::span<const Field> cells = fields.kept().subspan(layout.sides ? 1 : 0);
    names = names_of(cells);
    check_names(cursor, cells, names);
    if (fields[0].word.empty() && layout.sides && are_odd_numbers(names) && source.hint) {
      source.hint(
          "the numbers in the first line and column are taken for names; a 0 in the corner makes "
          "them weights");
    }
  }
  if (!layout.sure && source.hint) {
    source.hint(
        fmt::format("{0} lines of {0} numbers are taken for a matrix; --columns 1,2,3 makes them a "
                    "list of arcs",
                    layout.vertices));
  }
  Graph graph =
      read_arcs(source, to_arc_options(options), SquareWalk{layout, names, options.semiring});
  const auto counts = [&, v = std::size_t{0}](const std::string& name) mutable {
    return name == std::to_string(v++);
  };
  if (!std::ranges::all_of(names, counts)) std::move(graph).with_labels(std::move(names));
  return graph;
}

}  // namespace warpath::io
