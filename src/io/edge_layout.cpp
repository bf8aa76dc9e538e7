#include "io/edge_layout.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "io/attributes.hpp"

namespace warpath::io {
namespace {

using Words = std::span<const std::string_view>;

constexpr std::size_t kNoColumn = std::numeric_limits<std::size_t>::max();

// Names that make a line a header, and names that only count in one: "a b" is more likely an arc.
constexpr std::string_view kFrom[] = {"from", "source", "src", "origin", "node1", "id1"};
constexpr std::string_view kTo[] = {"to", "target", "dst", "destination", "dest", "node2", "id2"};
constexpr std::string_view kFromToo[] = {"start", "begin", "tail", "u"};
constexpr std::string_view kToToo[] = {"end", "finish", "head", "v"};
constexpr std::string_view kWeight[] = {"weight", "length",   "distance", "dist",     "cost",
                                        "time",   "duration", "km",       "capacity", "width",
                                        "miles",  "value",    "metres",   "meters"};

constexpr const char* kNameThem =
    "name the columns from, to and weight, or say which ones they are (--columns, or --column for "
    "the "
    "weights)";

bool among(std::string_view word, Words words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// Whether one of the words of a column's name is among `words`, as in "distance (km)".
bool has_word(std::string_view name, Words words) {
  const auto is_letter = [](unsigned char c) { return std::isalnum(c) != 0; };
  for (auto begin = name.begin(); begin != name.end();) {
    const auto end = std::find_if_not(begin, name.end(), is_letter);
    if (among({begin, end}, words)) return true;
    begin = std::find_if(end, name.end(), is_letter);
  }
  return false;
}

// The names of the columns, in small letters, and the search for one of them.
class Names {
 public:
  Names(const Cursor& cursor, const Fields& fields) : cursor_(cursor), fields_(fields) {
    std::string buffer;
    for (const Field& field : fields.kept()) {
      const bool is_name = !field.word.is_too_long();
      names_.push_back(is_name ? lower(field.text(buffer)) : std::string());
    }
  }

  bool any(Words words) const {
    return std::any_of(names_.begin(), names_.end(),
                       [&](const std::string& name) { return has_word(name, words); });
  }

  // The column with one of these names: exactly so, else as one of its words. Error bad_input when
  // there are several.
  std::size_t find(Words words, std::string_view what) const {
    for (const bool exactly : {true, false}) {
      std::size_t found = kNoColumn;
      for (std::size_t i = 0; i < names_.size(); ++i) {
        if (!(exactly ? among(names_[i], words) : has_word(names_[i], words))) continue;
        if (found != kNoColumn) {
          cursor_.fail(fields_[i].word,
                       fmt::format("one column for the {} only; {} could be it, too", what,
                                   io::quoted(fields_[found].word.text())),
                       kNameThem);
        }
        found = i;
      }
      if (found != kNoColumn) return found;
    }
    return kNoColumn;
  }

  // Columns an arc comes from or leads to, by their usual names, else by the others.
  std::size_t from() const { return either(kFrom, kFromToo, "vertices an arc comes from"); }
  std::size_t to() const { return either(kTo, kToToo, "vertices an arc leads to"); }

  bool has(std::size_t column) const { return !names_[column].empty(); }
  std::size_t count() const {
    return names_.size() - static_cast<std::size_t>(std::ranges::count(names_, ""));
  }

  // Error bad_input, with the names there are, when this is none of them.
  std::size_t called(std::string_view name) const {
    const auto found = std::find(names_.begin(), names_.end(), lower(name));
    if (found != names_.end()) return static_cast<std::size_t>(found - names_.begin());
    constexpr std::size_t most = 16;
    std::string all;
    for (const Field& field : fields_.kept().first(std::min(most, names_.size()))) {
      all += fmt::format("{}{}", all.empty() ? "" : ", ", io::quoted(field.word.text()));
    }
    if (names_.size() > most) all += " and more";
    cursor_.fail(fields_.line(), fmt::format("a header with a column called {}", io::quoted(name)),
                 fmt::format("the first line has {}", all));
  }

 private:
  std::size_t either(Words usual, Words others, std::string_view what) const {
    const std::size_t found = find(usual, what);
    return found != kNoColumn ? found : find(others, what);
  }

  const Cursor& cursor_;
  const Fields& fields_;
  std::vector<std::string> names_;
};

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

// The roles that no name gives go to the columns that are left, from the left.
void find_columns(const Cursor& cursor, const Names& names, const std::string& column,
                  const Word& first, EdgeLayout& layout) {
  std::size_t weight = column.empty() ? kNoColumn : names.called(column);
  std::size_t from = names.from();
  std::size_t to = names.to();
  if (from == weight) from = kNoColumn;
  if (to == weight || to == from) to = kNoColumn;
  if (weight == kNoColumn) weight = names.find(kWeight, "weights");
  if (weight == from || weight == to) weight = kNoColumn;
  if (names.count() > 3 && std::ranges::count(std::array{from, to, weight}, kNoColumn) > 0) {
    const std::string_view missing = from == kNoColumn ? "from" : to == kNoColumn ? "to" : "weight";
    cursor.fail(first, fmt::format("among {} columns one called {}", names.count(), missing),
                kNameThem);
  }
  std::size_t next = 0;
  const auto or_next = [&](std::size_t found) {
    if (found != kNoColumn) return found;
    while (next < layout.columns &&
           (next == from || next == to || next == weight || !names.has(next))) {
      ++next;
    }
    return std::min(next++, layout.columns);
  };
  layout.from = or_next(from);
  layout.to = or_next(to);
  layout.weight = or_next(weight);
  if (std::max(layout.from, layout.to) >= layout.columns) {
    cursor.fail(first, "columns for from and to", kNameThem);
  }
}

// The columns that the caller names: from, to, and the weight if there is one.
void take_columns(const Cursor& cursor, const Names& names, const Fields& fields,
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
  layout.header =
      by_name || (weighted ? !holds_weight(fields, layout.weight) : !has_numbers(fields));
}

}  // namespace

bool has_numbers(const Fields& fields) { return std::ranges::any_of(fields.kept(), is_number); }

bool is_usual_for_weights(std::string_view name) { return among(name, kWeight); }

bool names_arcs(const Cursor& cursor, const Fields& fields) {
  const Names names(cursor, fields);
  return names.from() != kNoColumn && names.to() != kNoColumn;
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
    cursor.fail(first, fmt::format("at most {} columns, not {}", Fields::kMost, layout.columns));
  }
  layout.dictionary = layout.columns == 3 && begins_dictionary(fields[2].word.begin, line.end);
  const std::size_t looked_at = layout.dictionary ? 2 : layout.columns > 3 ? 0 : layout.columns;
  for (std::size_t i = 0; i < looked_at; ++i) cursor.check_length(fields[i].word);
  const Names names(cursor, fields);
  layout.certain = layout.dictionary;
  if (!options.columns.empty()) take_columns(cursor, names, fields, options.columns, layout);
  if (layout.dictionary || !options.columns.empty()) return layout;
  const bool numbers = has_numbers(fields);
  if (!options.column.empty()) {
    layout.certain = true;
  } else if (fields[0].word.empty()) {
    layout.certain = true;  // a line that begins with nothing can only name columns
  } else if (layout.columns == 2) {
    layout.certain =
        has_word(lower(first.text()), kFrom) && has_word(lower(fields[1].word.text()), kTo);
  } else {
    layout.certain = !numbers && (names.any(kFrom) || names.any(kTo) || names.any(kWeight));
  }
  layout.header = layout.certain || (!numbers && layout.columns <= 3);
  if (layout.certain) {
    find_columns(cursor, names, options.column, first, layout);
  } else if (layout.columns > 3) {
    cursor.fail(fields[3].word, "the end of the line: FROM, TO and maybe a weight",
                "a header line may name the columns that count, or you may (--columns)");
  }
  return layout;
}

}  // namespace warpath::io
