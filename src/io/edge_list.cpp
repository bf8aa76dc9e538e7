// Edge lists, the tables that most people have: FROM, TO and maybe a weight per line, as CSV, TSV or
// between blanks.
//
//   # a comment            also with %; empty lines are skipped
//   from,to,km             a header may name the columns, and then there may be others
//   Berlin,"Frankfurt (Oder)",104
//   Rügen,,                a place that nothing leads from
//
// Two columns mean weight 1. The vertices are the names that occur: whole numbers in the order of
// their values, words in the order in which they first stand. Only the names 0 .. n-1 are not kept,
// as they say nothing new.
#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <string>
#include <unordered_map>
#include <vector>

#include "io/arcs.hpp"
#include "io/fields.hpp"
#include "io/output.hpp"
#include "io/table.hpp"
#include "io/write_arcs.hpp"

namespace warpath::io {
namespace {

// What the first line of data tells about all of them.
struct Layout {
  char delimiter = ' ';
  bool header = false;
  std::size_t columns = 2;
  std::size_t from = 0;
  std::size_t to = 1;
  std::size_t weight = 2;  // not below `columns`: there is none
  bool weighted() const { return weight < columns; }
};

// Whether one of the words of a column's name, as in "distance (km)", is among `words`.
template <std::size_t N>
bool names_one_of(std::string_view name, const std::array<std::string_view, N>& words) {
  std::string word;
  for (std::size_t i = 0; i <= name.size(); ++i) {
    const auto c = i < name.size() ? static_cast<unsigned char>(name[i]) : '\0';
    if (std::isalnum(c) != 0) {
      word += static_cast<char>(std::tolower(c));
    } else if (!word.empty()) {
      if (std::find(words.begin(), words.end(), word) != words.end()) return true;
      word.clear();
    }
  }
  return false;
}

// No single letters: "a b" is more likely an arc than a header.
constexpr std::array<std::string_view, 6> kFrom{"from", "source", "src", "origin", "node1", "id1"};
constexpr std::array<std::string_view, 7> kTo{"to",   "target", "dst", "destination",
                                              "dest", "node2",  "id2"};
constexpr std::array<std::string_view, 14> kWeight{
    "weight", "length",   "distance", "dist",  "cost",  "time",   "duration",
    "km",     "capacity", "width",    "miles", "value", "metres", "meters"};

bool begins_with_letter(const Field& field) {
  if (field.word.empty()) return false;
  const auto c = static_cast<unsigned char>(*field.word.begin);
  return std::isalpha(c) != 0 || c == '_' || c >= 0x80;
}

bool is_number(const Field& field) {
  std::int64_t number = 0;
  return is_plain_number(field.word.text(), number);
}

bool is_infinite_or_nan(const Field& field) {
  double value = 0;
  const auto [stop, error] = fast_float::from_chars(field.word.begin, field.word.end, value);
  return error == std::errc{} && stop == field.word.end;
}

// Whether the first line names the columns. With a weight that is plain: it begins with a letter.
// Without, the names must be usual ones, or the only ones that are not numbers.
bool is_header(Cursor cursor, const Fields& fields) {
  if (fields.size() > 2) return begins_with_letter(fields[2]) && !is_infinite_or_nan(fields[2]);
  if (!begins_with_letter(fields[0]) || !begins_with_letter(fields[1])) return false;
  if (names_one_of(fields[0].word.text(), kFrom) && names_one_of(fields[1].word.text(), kTo)) {
    return true;
  }
  const char delimiter = Fields::delimiter_of(cursor.rest_of_line().text());
  cursor.next_line();
  skip_comments(cursor);
  Fields second(delimiter);
  second.split(cursor, cursor.rest_of_line());
  return second.size() == 2 && is_number(second[0]) && is_number(second[1]);
}

void find_columns(const Cursor& cursor, const Fields& fields, Layout& layout) {
  constexpr std::size_t most = 64;
  if (layout.columns > most) {
    cursor.fail(fields[0].word, fmt::format("at most {} columns, not {}", most, layout.columns));
  }
  const auto find = [&](const auto& words) {
    for (std::size_t i = 0; i < layout.columns; ++i) {
      if (names_one_of(fields[i].word.text(), words)) return i;
    }
    return layout.columns;
  };
  const std::size_t from = find(kFrom);
  const std::size_t to = find(kTo);
  if (from < layout.columns && to < layout.columns && from != to) {
    layout.from = from;
    layout.to = to;
  }
  layout.weight = find(kWeight);
  if (layout.columns == 3) {
    layout.weight = 3 - layout.from - layout.to;  // the one that is left
  } else if (layout.columns > 3 && (layout.weight == layout.from || layout.weight == layout.to)) {
    cursor.fail(fields[layout.weight].word,
                fmt::format("among {} columns also two called from and to", layout.columns),
                "name them so in the header, or keep three columns: from, to, weight");
  } else if (layout.columns > 3 && layout.weight == layout.columns) {
    cursor.fail(fields[0].word,
                fmt::format("among {} columns one called weight, length, distance, cost or time",
                            layout.columns),
                "name it so in the header, or keep three columns: from, to, weight");
  }
}

Layout layout_of(Cursor cursor) {
  Layout layout;
  const Word line = Cursor(cursor).rest_of_line();
  layout.delimiter = Fields::delimiter_of(line.text());
  Fields fields(layout.delimiter);
  fields.split(cursor, line);
  layout.columns = fields.size();
  if (layout.columns < 2) cursor.fail({line.end, line.end}, "FROM, TO and maybe a weight");
  layout.header = is_header(cursor, fields);
  if (layout.header) {
    find_columns(cursor, fields, layout);
  } else if (layout.columns > 3) {
    cursor.fail(fields[3].word, "the end of the line: FROM, TO and maybe a weight",
                "a header line may name the columns that count");
  }
  return layout;
}

// The vertices by name: first enter() all, then number() them, then find().
class Dictionary {
 public:
  explicit Dictionary(const Source& source)
      : by_value_limit_((1 << 20) + static_cast<std::int64_t>(source.bytes.size() / 2)) {}

  // False when the names so far were taken for numbers, and this is none: start over with words.
  bool enter(const Cursor& cursor, const Field& field) {
    const std::string_view name = field.text(buffer_);
    if (numbers_) {
      std::int64_t value = 0;
      if (!is_plain_number(name, value)) {
        numbers_ = false;
        by_value_.clear();
        others_.clear();
        return false;
      }
      if (value >= 0 && value < by_value_limit_) {
        const auto at = static_cast<std::size_t>(value);
        if (at >= by_value_.size()) by_value_.resize(std::max(at + 1, by_value_.size() * 2), kNone);
        by_value_[at] = 0;
      } else {
        others_.emplace(value, 0);
      }
    } else if (words_.find(name) == words_.end()) {
      check_label(cursor, field.word);
      words_.emplace(name, static_cast<Graph::Target>(words_.size()));
    }
    return true;
  }

  // Returns how many there are.
  Index number() {
    if (!numbers_) return static_cast<Index>(words_.size());
    std::vector<std::int64_t> outside;
    for (const auto& [value, index] : others_) outside.push_back(value);
    std::sort(outside.begin(), outside.end());
    Graph::Target next = 0;
    std::size_t at = 0;
    for (; at < outside.size() && outside[at] < 0; ++at) others_[outside[at]] = next++;
    for (Graph::Target& index : by_value_) {
      if (index != kNone) index = next++;
    }
    for (; at < outside.size(); ++at) others_[outside[at]] = next++;
    return next;
  }

  Index find(const Field& field) {
    const std::string_view name = field.text(buffer_);
    if (!numbers_) {
      const auto found = words_.find(name);
      return found == words_.end() ? kNone : found->second;
    }
    std::int64_t value = 0;
    if (!is_plain_number(name, value)) return kNone;
    if (value >= 0 && value < static_cast<std::int64_t>(by_value_.size())) {
      return by_value_[static_cast<std::size_t>(value)];
    }
    const auto found = others_.find(value);
    return found == others_.end() ? kNone : found->second;
  }

  // In the order of the vertices; empty when they are 0 .. n-1. Call once, at the end.
  std::vector<std::string> take_labels(Index n) {
    std::vector<std::string> labels(static_cast<std::size_t>(n));
    if (!numbers_) {
      while (!words_.empty()) {
        auto node = words_.extract(words_.begin());
        labels[static_cast<std::size_t>(node.mapped())] = std::move(node.key());
      }
      return labels;
    }
    if (others_.empty() && (n == 0 || (static_cast<std::size_t>(n) <= by_value_.size() &&
                                       by_value_[static_cast<std::size_t>(n) - 1] == n - 1))) {
      return {};
    }
    for (std::size_t value = 0; value < by_value_.size(); ++value) {
      if (by_value_[value] == kNone) continue;
      labels[static_cast<std::size_t>(by_value_[value])] = std::to_string(value);
    }
    for (const auto& [value, index] : others_) {
      labels[static_cast<std::size_t>(index)] = std::to_string(value);
    }
    return labels;
  }

  static constexpr Graph::Target kNone = -1;

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>{}(text);
    }
  };

  bool numbers_ = true;
  std::int64_t by_value_limit_;
  std::vector<Graph::Target> by_value_;  // numbers that are not far apart
  std::unordered_map<std::int64_t, Graph::Target> others_;
  std::unordered_map<std::string, Graph::Target, Hash, std::equal_to<>> words_;
  std::string buffer_;
};

// "Rügen,,": the vertex is there, and that is all.
bool is_lone(const Layout& layout, const Fields& fields) {
  return fields[layout.to].word.empty() && !fields[layout.to].quoted &&
         (!layout.weighted() || fields[layout.weight].word.empty());
}

// Calls each(cursor, fields) for every line of data.
template <class Each>
void each_line(Cursor& cursor, const Layout& layout, Each each) {
  skip_comments(cursor);
  if (layout.header) cursor.next_line();
  Fields fields(layout.delimiter);
  for (skip_comments(cursor); !cursor.at_end(); skip_comments(cursor)) {
    const Word line = cursor.rest_of_line();
    fields.split(cursor, line);
    if (fields.size() < layout.columns) {
      cursor.fail({line.end, line.end}, fmt::format("{} columns, as on the first line, not {}",
                                                    layout.columns, fields.size()));
    }
    if (fields.size() > layout.columns) {
      const std::size_t extra = std::min<std::size_t>(layout.columns, 63);
      cursor.fail(fields[extra].word, fmt::format("the end of the line after {} columns, as on the "
                                                  "first line",
                                                  layout.columns));
    }
    if (fields[layout.from].word.empty()) cursor.fail(fields[layout.from].word, "a vertex");
    if (fields[layout.to].word.empty() && !is_lone(layout, fields)) {
      cursor.fail(fields[layout.to].word, "a vertex");
    }
    if (!each(cursor, fields)) return;
    cursor.next_line();
  }
}

void enter_all(const Source& source, const Layout& layout, Dictionary& dictionary) {
  bool again = true;
  while (again) {
    again = false;
    Cursor cursor(source);
    each_line(cursor, layout, [&](const Cursor& at, const Fields& fields) {
      again = !dictionary.enter(at, fields[layout.from]) ||
              (!is_lone(layout, fields) && !dictionary.enter(at, fields[layout.to]));
      return !again;
    });
  }
}

struct Walk {
  const Layout& layout;
  Dictionary& dictionary;
  Index vertices;

  template <class Sink>
  void operator()(Cursor& cursor, Sink& sink) const {
    if (!sink.start(vertices, 0)) return;
    each_line(cursor, layout, [&](const Cursor& at, const Fields& fields) {
      if (is_lone(layout, fields)) return true;
      const Index from = dictionary.find(fields[layout.from]);
      const Index to = dictionary.find(fields[layout.to]);
      if (from < 0 || to < 0) at.fail(fields[0].word, "the same file as a moment ago");
      if (!layout.weighted()) return sink.arc(at, from, to, {1, true, 1}, fields[0].word);
      const Word word = fields[layout.weight].word;
      return sink.arc(at, from, to, at.to_number("a weight", word), word);
    });
  }
};

void write_table(Output& output, const Graph& graph, const WriteOptions& options, char separator) {
  write_comment(output, "#", options.comment);
  output.write(fmt::format("from{0}to{0}weight\n", separator));
  std::vector<std::string> names;
  for (const std::string& label : graph.labels()) {
    check_one_line(label);
    names.push_back(csv_field(label));
  }
  const ArcLine form{.separator = separator, .first_vertex = 0, .names = names};
  write_arcs(output, graph, form);
  // Vertices without any arc have a line of their own, or they would be gone.
  std::vector<bool> seen(static_cast<std::size_t>(graph.vertices()));
  for (const Graph::Target to : graph.targets()) seen[static_cast<std::size_t>(to)] = true;
  for (std::size_t v = 0; v < seen.size(); ++v) {
    if (seen[v] || graph.offsets()[v] != graph.offsets()[v + 1]) continue;
    const std::string name = names.empty() ? std::to_string(v) : names[v];
    output.write(name + separator + separator + '\n');
  }
}

}  // namespace

bool recognises_edges(std::string_view bytes) {
  const Source source = without_mark({bytes.substr(0, 1 << 16), ""});
  const bool text = std::none_of(source.bytes.begin(), source.bytes.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 && c != '\n' && !is_blank(c);
  });
  if (!text) return false;
  Cursor cursor(source);
  skip_comments(cursor);
  const std::string_view line = cursor.rest_of_line().text();
  if (Fields::delimiter_of(line) != ' ') return true;
  Fields fields(' ');
  try {
    fields.split(cursor, {line.data(), line.data() + line.size()});
  } catch (const Error&) {
    return false;
  }
  return fields.size() == 2 || fields.size() == 3;
}

Content read_edges(const Source& whole, const ReadOptions& options) {
  const Source source = without_mark(whole);
  Cursor cursor(source);
  if (source.bytes.starts_with("\xff\xfe") || source.bytes.starts_with("\xfe\xff")) {
    cursor.fail(cursor.word(), "text in UTF-8, not UTF-16", "save the file as UTF-8");
  }
  skip_comments(cursor);
  if (cursor.at_end()) cursor.fail(cursor.word(), "a line with FROM, TO and maybe a weight");
  const Layout layout = layout_of(cursor);
  Dictionary dictionary(source);
  enter_all(source, layout, dictionary);
  const Index n = dictionary.number();
  Graph graph = read_arcs(source, to_arc_options(options), Walk{layout, dictionary, n});
  std::vector<std::string> labels = dictionary.take_labels(n);
  if (!labels.empty()) std::move(graph).with_labels(std::move(labels));
  return graph;
}

void write_csv(Output& output, const Graph& graph, const WriteOptions& options) {
  write_table(output, graph, options, ',');
}

void write_tsv(Output& output, const Graph& graph, const WriteOptions& options) {
  write_table(output, graph, options, '\t');
}

}  // namespace warpath::io
