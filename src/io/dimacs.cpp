// DIMACS shortest-path graphs (.gr), as in the 9th DIMACS implementation challenge:
//
//   c  a comment
//   p sp VERTICES ARCS     once, before the arcs
//   a FROM TO WEIGHT       vertices from 1
//
// Beyond the original, weights may be real, and blank lines are skipped. Arcs are directed; an
// undirected graph is written with both arcs of every edge.
#include <limits>

#include "io/arcs.hpp"
#include "io/output.hpp"
#include "io/table.hpp"

namespace warpath::io {
namespace {

constexpr std::string_view kProblemLine = "p sp VERTICES ARCS";

struct GrWalk {
  const Source& source;

  // The line from its beginning up to `word`.
  Word line_of(const Word& word) const {
    const char* begin = word.begin;
    while (begin != source.bytes.data() && begin[-1] != '\n') --begin;
    return {begin, word.end};
  }

  template <class Sink>
  void operator()(Cursor& cursor, Sink& sink) const {
    Index vertices = 0;
    Index promised = -1;  // until the problem line is read
    Index arcs = 0;
    const auto add = [&](Index from, Index to, const auto& weight, const Word& word) {
      if (arcs++ >= promised) {
        cursor.fail(line_of(word),
                    fmt::format("the end of the file after {} arc{}, as the problem line says",
                                promised, promised == 1 ? "" : "s"));
      }
      sink.arc(cursor, from - 1, to - 1, weight, word);
    };
    while (!cursor.at_end()) {
      PlainLine line;
      const char* const line_end = cursor.plain_line('a', line);
      // A vertex 0 becomes a very large one.
      if (line_end != nullptr && line.first - 1 < vertices && line.second - 1 < vertices) {
        cursor.accept_line(line_end);
        const Word word{line_end - line.third_digits, line_end};
        add(line.first, line.second, line.third, word);
        continue;
      }
      const Word kind = cursor.word();
      if (kind.empty() || *kind.begin == 'c') {
        // nothing to read
      } else if (kind.text() == "p") {
        if (promised >= 0) cursor.fail(kind, "one problem line only");
        if (const Word sp = cursor.word(); sp.text() != "sp") cursor.fail(sp, "'sp' after 'p'");
        vertices = declared_vertices(cursor, source);
        // Without vertices there is nothing that an arc could join.
        const Index most = vertices > 0 ? std::numeric_limits<Index>::max() : 0;
        promised = cursor.whole("a number of arcs", 0, most);
        cursor.expect_line_end();
        sink.start(vertices, promised);
      } else if (kind.text() == "a") {
        if (promised < 0) cursor.fail(kind, fmt::format("'{}' before the arcs", kProblemLine));
        const Index from = cursor.whole("a vertex", 1, vertices);
        const Index to = cursor.whole("a vertex", 1, vertices);
        Word word;
        const Number weight = cursor.number(kAWeight, word);
        cursor.expect_line_end();
        add(from, to, weight, word);
      } else {
        cursor.fail(kind, "a line that begins with c, p or a");
      }
      cursor.next_line();
    }
    if (promised < 0) cursor.fail(cursor.word(), fmt::format("'{}'", kProblemLine));
    if (arcs < promised) {
      cursor.fail(cursor.word(),
                  fmt::format("arc {} of {}, as the problem line says", arcs + 1, promised));
    }
  }
};

bool recognises_gr(std::string_view bytes) {
  // Comments, then the problem line, if it comes soon.
  const Source start{bytes.substr(0, 1 << 16), ""};
  Cursor cursor(start);
  while (!cursor.at_end() && (cursor.ahead() == 'c' || cursor.ahead() == '\n')) cursor.next_line();
  return cursor.word().text() == "p" && cursor.word().text() == "sp";
}

Content read_gr(const Source& source, const ReadOptions& options) {
  return read_arcs(source, to_arc_options(options), GrWalk{source});
}

void write_gr(Output& output, const Graph& graph, const WriteOptions& options) {
  write_comment(output, "c", options.comment);
  output.write(fmt::format("p sp {} {}\n", graph.vertices(), graph.arcs()));
  write_arcs(output, graph, {.lead = "a "});
}

}  // namespace

Format gr_format() {
  return {"gr", "DIMACS shortest-path graph", ".gr", 1, recognises_gr, read_gr, write_gr};
}

}  // namespace warpath::io
