// Edge lists, the tables that most people have: FROM, TO and maybe a weight per line, as CSV, TSV or
// between blanks.
//
//   # a comment            also with %; empty lines are skipped
//   from,to,km             a header may name the columns, and then there may be others
//   Berlin,"Frankfurt (Oder)",104
//   Rügen,,                a place that nothing leads from
//   a b {'weight': 3}      as NetworkX writes what an arc has
//
// Two columns mean weight 1. The vertices are the names that occur: whole numbers in the order of
// their values, words in the order in which they first stand. Only the names 0 .. n-1 are not kept,
// as they say nothing new. Between semicolons decimals may have a comma. A table of distances, with
// names on two of its sides, is told from a list and read by square_table.cpp.
#include <algorithm>
#include <string>
#include <vector>

#include "io/arcs.hpp"
#include "io/attributes.hpp"
#include "io/dictionary.hpp"
#include "io/edge_layout.hpp"
#include "io/edge_lines.hpp"
#include "io/edge_survey.hpp"
#include "io/output.hpp"
#include "io/square_table.hpp"
#include "io/table.hpp"

namespace warpath::io {
namespace {

// What an arc weighs; `place` becomes where that is said.
Number weight_of_line(const Cursor& cursor, const EdgeLayout& layout, const Fields& fields,
                      Word& place) {
  place = fields[layout.from].word;
  if (!layout.weighted()) return kOne;
  place = fields[layout.weight].word;
  if (!layout.dictionary) return weight_in(cursor, place, fields.delimiter());
  DictionaryReader entries(cursor, place);
  while (entries.next()) {
    if (entries.key() != layout.key) continue;
    place = entries.value();
    return cursor.to_number(kAWeight, place);
  }
  fail_without_weight(cursor, place, layout.key);
}

struct TableWalk {
  const EdgeLayout& layout;
  const Dictionary& dictionary;
  Index vertices;

  template <class Sink>
  void operator()(Cursor& cursor, Sink& sink) const {
    sink.start(vertices, 0);
    std::string buffer;
    each_line(cursor, layout, [&](const Cursor& at, const Fields& fields) {
      if (is_lone(layout, fields)) return true;
      const Index from = dictionary.find(fields[layout.from].text(buffer));
      const Index to = dictionary.find(fields[layout.to].text(buffer));
      if (from < 0 || to < 0) at.fail(fields[0].word, "the same file as a moment ago");
      Word place;
      const Number number = weight_of_line(at, layout, fields, place);
      sink.arc(at, from, to, number, place);
      return true;
    });
  }
};

bool recognises_table(std::string_view bytes) {
  const Source source{bytes.substr(0, 1 << 16), ""};
  const bool text = std::none_of(source.bytes.begin(), source.bytes.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 && c != '\n' && !is_blank(c);
  });
  if (!text) return false;
  Cursor cursor(source);
  Fields fields;
  try {
    if (!fields.next(cursor)) return false;
    if (fields.delimiter() != ' ' || fields.size() == 2 || fields.size() == 3) return true;
    // Numbers between blanks may be anything, but for a square of them.
    return has_numbers(fields) && square_layout({bytes, ""}, {});
  } catch (const Error&) {
    return fields.delimiter() != ' ';
  }
}

Content read_table(const Source& source, const ReadOptions& options) {
  Cursor cursor(source);
  if (source.bytes.starts_with("\xff\xfe") || source.bytes.starts_with("\xfe\xff")) {
    cursor.fail(cursor.word(), "text in UTF-8, not UTF-16", "save the file as UTF-8");
  }
  if (const SquareLayout square = square_layout(source, options)) {
    return read_square_table(source, options, square);
  }
  EdgeLayout layout = edge_layout(cursor, options);
  EdgeSurvey survey = survey_edges(source, layout, options);
  Dictionary& dictionary = survey.dictionary;
  if (layout.dictionary) layout.key = survey.attributes.weight(source, options.column);
  const TableWalk walk{layout, dictionary, dictionary.number()};
  ArcOptions arcs = to_arc_options(options);
  if (survey.undirected) {
    arcs.direction = Direction::undirected;
    arcs.mirror = true;
  }
  if (arcs.memory_limit != 0) {
    arcs.memory_limit -= std::min(arcs.memory_limit - 1, dictionary.bytes());
  }
  Graph graph = read_arcs(source, arcs, walk);
  std::vector<std::string> labels = dictionary.take_labels();
  if (!labels.empty()) std::move(graph).with_labels(std::move(labels));
  return graph;
}

template <char separator>
void write_table(Output& output, const Graph& graph, const WriteOptions& options) {
  check_labels(graph.labels());
  write_comment(output, "#", options.comment);
  output.write(fmt::format("from{0}to{0}weight\n", separator));
  const Naming naming{graph.labels(), options.first_vertex};
  const auto names = csv_fields(naming, static_cast<Index>(graph.labels().size()));
  write_arcs(output, graph, {{}, separator, options.first_vertex, names});
  // Vertices without any arc have a line of their own, or they would be gone.
  std::vector<bool> seen(static_cast<std::size_t>(graph.vertices()));
  for (const Graph::Target to : graph.targets()) seen[static_cast<std::size_t>(to)] = true;
  for (std::size_t v = 0; v < seen.size(); ++v) {
    if (seen[v] || graph.offsets()[v] != graph.offsets()[v + 1]) continue;
    const std::string name =
        names.empty() ? std::to_string(static_cast<Index>(v) + options.first_vertex) : names[v];
    output.write(name + separator + separator + '\n');
  }
}

}  // namespace

Format csv_format() {
  return {"csv",      "table of arcs, commas", ".csv",        0, recognises_table,
          read_table, write_table<','>,        Named::columns};
}

Format tsv_format() {
  return {"tsv",
          "table of arcs, tabs or blanks",
          ".tsv .edges .edgelist .el",
          0,
          recognises_table,
          read_table,
          write_table<'\t'>,
          Named::columns};
}

}  // namespace warpath::io
