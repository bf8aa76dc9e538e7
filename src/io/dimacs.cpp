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
#include "io/write_arcs.hpp"

namespace warpath::io {
namespace {

constexpr std::string_view kProblemLine = "p sp VERTICES ARCS";

struct Walk {
  const Source& source;

  void read_problem(Cursor& cursor, Index& vertices, Index& promised) const {
    if (const Word sp = cursor.word(); sp.text() != "sp") cursor.fail(sp, "'sp' after 'p'");
    vertices = cursor.whole("a number of vertices", 0, most_vertices(source));
    // Without vertices there is nothing that an arc could join.
    const Index most = vertices > 0 ? std::numeric_limits<Index>::max() : 0;
    promised = cursor.whole("a number of arcs", 0, most);
    cursor.expect_line_end();
  }

  // The line from its beginning up to `word`.
  Word line_of(const Word& word) const {
    const char* begin = word.begin;
    while (begin != source.bytes.data() && begin[-1] != '\n') --begin;
    return {begin, word.end};
  }

  template <class Sink>
  void operator()(Cursor& cursor, Sink& sink) const {
    Index vertices = 0;
    Index promised = -1;
    Index arcs = 0;
    const auto count = [&](const Word& here) {
      if (arcs++ < promised) return;
      cursor.fail(line_of(here), fmt::format("the end of the file after {} arc{}, as the problem "
                                             "line says",
                                             promised, promised == 1 ? "" : "s"));
    };
    for (; !cursor.at_end(); cursor.next_line()) {
      ShortRun runs[3];
      const char* const line_end = cursor.plain_line('a', runs);
      if (line_end != nullptr && runs[0].value - 1 < vertices && runs[1].value - 1 < vertices) {
        const Word word{line_end - runs[2].digits, line_end};
        cursor.accept(line_end);
        count(word);
        const Index from = Index{runs[0].value} - 1;
        const Index to = Index{runs[1].value} - 1;
        if (!sink.arc(cursor, from, to, runs[2].value, word)) return;
        continue;
      }
      const Word kind = cursor.word();
      if (kind.empty() || *kind.begin == 'c') continue;
      if (kind.text() == "p") {
        if (promised >= 0) cursor.fail(kind, "one problem line only");
        read_problem(cursor, vertices, promised);
        if (!sink.start(vertices, promised)) return;
      } else if (kind.text() == "a") {
        if (promised < 0) cursor.fail(kind, fmt::format("'{}' before the arcs", kProblemLine));
        const Index from = cursor.whole("a vertex", 1, vertices) - 1;
        const Index to = cursor.whole("a vertex", 1, vertices) - 1;
        Word word;
        const Number number = cursor.number("a weight", word);
        cursor.expect_line_end();
        count(word);
        if (!sink.arc(cursor, from, to, number, word)) return;
      } else {
        cursor.fail(kind, "a line that begins with c, p or a");
      }
    }
    if (promised < 0) cursor.fail(cursor.word(), fmt::format("'{}'", kProblemLine));
    if (arcs < promised) {
      cursor.fail(cursor.word(),
                  fmt::format("arc {} of {}, as the problem line says", arcs + 1, promised));
    }
  }
};

}  // namespace

bool recognises_gr(std::string_view bytes) {
  // Comments, then the problem line. Looks at the first few lines only.
  for (int line = 0; line < 1000 && !bytes.empty(); ++line) {
    if (bytes.substr(0, 5) == "p sp " || bytes.substr(0, 5) == "p sp\t") return true;
    if (bytes[0] != 'c' && bytes[0] != '\n' && bytes[0] != '\r') return false;
    const auto end = bytes.find('\n');
    bytes.remove_prefix(end == std::string_view::npos ? bytes.size() : end + 1);
  }
  return false;
}

Content read_gr(const Source& source, const ReadOptions& options) {
  return read_arcs(source, to_arc_options(options), Walk{source});
}

void write_gr(Output& output, const Graph& graph, const WriteOptions& options) {
  write_comment(output, "c", options.comment);
  output.write(fmt::format("p sp {} {}\n", graph.vertices(), graph.arcs()));
  write_arcs(output, graph, {.lead = "a "});
}

}  // namespace warpath::io
