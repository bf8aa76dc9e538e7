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

  // The line from its beginning up to `word`.
  Word line_of(const Word& word) const {
    const char* begin = word.begin;
    while (begin != source.bytes.data() && begin[-1] != '\n') --begin;
    return {begin, word.end};
  }

  struct Header {
    Index vertices = 0;
    Index arcs = -1;  // until it is read
  };

  Header read_problem(Cursor& cursor) const {
    if (const Word sp = cursor.word(); sp.text() != "sp") cursor.fail(sp, "'sp' after 'p'");
    Header header;
    header.vertices = cursor.whole("a number of vertices", 0, most_vertices(source));
    // Without vertices there is nothing that an arc could join.
    const Index most = header.vertices > 0 ? std::numeric_limits<Index>::max() : 0;
    header.arcs = cursor.whole("a number of arcs", 0, most);
    cursor.expect_line_end();
    return header;
  }

  [[noreturn]] void too_many(const Cursor& cursor, Word here, Index promised) const {
    cursor.fail(line_of(here),
                fmt::format("the end of the file after {} arc{}, as the problem line "
                            "says",
                            promised, promised == 1 ? "" : "s"));
  }

  template <class Sink>
  void operator()(Cursor& cursor, Sink& sink) const {
    Header header;
    Index arcs = 0;
    while (!cursor.at_end()) {
      PlainLine line;
      const char* const line_end = cursor.plain_line('a', line);
      // A vertex 0 becomes a very large one.
      if (line_end != nullptr && line.first - 1 < header.vertices &&
          line.second - 1 < header.vertices) {
        const Word word{line_end - line.third_digits, line_end};
        cursor.accept_line(line_end);
        if (arcs++ >= header.arcs) too_many(cursor, word, header.arcs);
        if (!sink.arc(cursor, Index{line.first} - 1, Index{line.second} - 1, line.third, word)) {
          return;
        }
        continue;
      }
      const Word kind = cursor.word();
      if (kind.empty() || *kind.begin == 'c') {
        // nothing to read
      } else if (kind.text() == "p") {
        if (header.arcs >= 0) cursor.fail(kind, "one problem line only");
        header = read_problem(cursor);
        if (!sink.start(header.vertices, header.arcs)) return;
      } else if (kind.text() == "a") {
        if (header.arcs < 0) cursor.fail(kind, fmt::format("'{}' before the arcs", kProblemLine));
        const Index from = cursor.whole("a vertex", 1, header.vertices) - 1;
        const Index to = cursor.whole("a vertex", 1, header.vertices) - 1;
        Word word;
        const Number number = cursor.number("a weight", word);
        cursor.expect_line_end();
        if (arcs++ >= header.arcs) too_many(cursor, word, header.arcs);
        if (!sink.arc(cursor, from, to, number, word)) return;
      } else {
        cursor.fail(kind, "a line that begins with c, p or a");
      }
      cursor.next_line();
    }
    if (header.arcs < 0) cursor.fail(cursor.word(), fmt::format("'{}'", kProblemLine));
    if (arcs < header.arcs) {
      cursor.fail(cursor.word(),
                  fmt::format("arc {} of {}, as the problem line says", arcs + 1, header.arcs));
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
