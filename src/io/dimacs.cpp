// DIMACS shortest-path graphs (.gr), as in the 9th DIMACS implementation challenge:
//
//   c  a comment
//   p sp VERTICES ARCS     once, before the arcs
//   a FROM TO WEIGHT       vertices from 1
//
// Beyond the original, weights may be real, and blank lines are skipped. Arcs are directed; an
// undirected graph is written with both arcs of every edge.
#include <algorithm>
#include <cfloat>
#include <charconv>
#include <cmath>
#include <limits>
#include <vector>

#include "io/file.hpp"
#include "io/format.hpp"
#include "io/text.hpp"
#include "io/weight.hpp"
#include "warpath/machine.hpp"
#include "warpath/semiring.hpp"

namespace warpath::io {
namespace {

struct Header {
  Index vertices = 0;
  Index arcs = 0;
};

// Walks over the file once: `start(header)`, then `arc(from, to, number, word)` for every arc.
// Complains about everything but the size of weights.
template <class Start, class OnArc>
void walk(Cursor& cursor, Start start, OnArc arc) {
  Header header;
  bool started = false;
  Index arcs = 0;
  for (; !cursor.at_end(); cursor.skip_line()) {
    const Word kind = cursor.word();
    if (kind.empty() || kind.text()[0] == 'c') continue;
    if (kind.text() == "a") {
      if (!started) cursor.fail(kind, "the problem line (p sp VERTICES ARCS) before the arcs");
      if (arcs++ == header.arcs) {
        cursor.fail(kind,
                    fmt::format("the end of the file: the problem line says {} arcs", header.arcs));
      }
      const Index from = cursor.whole("a vertex", 1, header.vertices) - 1;
      const Index to = cursor.whole("a vertex", 1, header.vertices) - 1;
      Word word;
      const Number number = cursor.number("a weight", word);
      arc(from, to, number, word);
    } else if (kind.text() == "p") {
      if (started) cursor.fail(kind, "one problem line only");
      if (const Word sp = cursor.word(); sp.text() != "sp") cursor.fail(sp, "'sp' after 'p'");
      // A graph has an offset per vertex, whatever the file's size.
      const auto most = static_cast<Index>(available_memory() / sizeof(Index));
      constexpr Index limit = std::numeric_limits<Graph::Target>::max();
      header.vertices = cursor.whole("a number of vertices", 0, std::min(limit, most));
      header.arcs = cursor.whole("a number of arcs", 0, std::numeric_limits<Index>::max());
      started = true;
      start(header);
    } else {
      cursor.fail(kind, "a line that begins with c, p or a");
    }
    if (const Word extra = cursor.word(); !extra.empty()) cursor.fail(extra, "the end of the line");
  }
  if (!started) cursor.fail(cursor.word(), "a problem line (p sp VERTICES ARCS)");
  if (arcs < header.arcs) {
    cursor.fail(cursor.word(),
                fmt::format("arc {} of {}, as the problem line says", arcs + 1, header.arcs));
  }
}

// The smallest type that holds all weights as they are written.
WeightType weight_type_in(const Source& source) {
  bool int32 = true;
  bool float32 = true;
  Cursor cursor(source);
  walk(
      cursor, [](const Header&) {},
      [&](Index, Index, const Number& number, const Word&) {
        const double size = std::abs(number.value);
        if (!number.whole || size >= no_path<std::int32_t>()) int32 = false;
        const bool in_range = size == 0 || (size >= FLT_MIN && size <= FLT_MAX);
        if (number.digits > 7 || !in_range) float32 = false;
      });
  return int32 ? WeightType::int32 : float32 ? WeightType::float32 : WeightType::float64;
}

template <class T>
T to_weight(const Cursor& cursor, const Number& number, const Word& word) {
  const std::string expected = objection<T>(number.value, number.whole);
  if (!expected.empty()) cursor.fail(word, expected);
  return static_cast<T>(number.value);
}

template <class T>
Graph read_as(const Source& source) {
  Index vertices = 0;
  std::vector<Arc<T>> arcs;
  Cursor cursor(source);
  const auto start = [&](const Header& header) {
    vertices = header.vertices;
    // No line of an arc is shorter than "a 1 1 1\n": the header may promise more than there is.
    constexpr std::size_t shortest = 8;
    arcs.reserve(
        std::min(static_cast<std::size_t>(header.arcs), (source.bytes.size() + 1) / shortest));
  };
  walk(cursor, start, [&](Index from, Index to, const Number& number, const Word& word) {
    arcs.push_back({from, to, to_weight<T>(cursor, number, word)});
  });
  return Graph::from_arcs<T>(vertices, arcs);
}

template <class T>
void write_arcs(Output& output, const Graph& graph) {
  const auto weights = graph.weights<T>();
  // Three numbers: 2 vertices of up to 10 digits, a weight of up to 24 characters.
  char line[64];
  for (Index u = 0; u < graph.vertices(); ++u) {
    const auto first = static_cast<std::size_t>(graph.offsets()[static_cast<std::size_t>(u)]);
    const auto last = static_cast<std::size_t>(graph.offsets()[static_cast<std::size_t>(u) + 1]);
    for (std::size_t a = first; a < last; ++a) {
      char* const end = line + sizeof line - 1;
      char* at = line;
      *at++ = 'a', *at++ = ' ';
      at = std::to_chars(at, end, u + 1).ptr;
      *at++ = ' ';
      at = std::to_chars(at, end, Index{graph.targets()[a]} + 1).ptr;
      *at++ = ' ';
      at = std::to_chars(at, end, weights[a]).ptr;
      *at++ = '\n';
      output.write(line, static_cast<std::size_t>(at - line));
    }
  }
}

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

Graph read_gr(const Source& source, const ReadOptions& options) {
  switch (options.weights ? *options.weights : weight_type_in(source)) {
    case WeightType::float32: return read_as<float>(source);
    case WeightType::float64: return read_as<double>(source);
    case WeightType::int32: return read_as<std::int32_t>(source);
    case WeightType::int16: return read_as<std::int16_t>(source);
    case WeightType::boolean: break;
  }
  throw Error(ErrorCode::usage, "the weights of a graph are numbers, not boolean",
              "leave out the type of the weights");
}

void write_gr(Output& output, const Graph& graph, const WriteOptions& options) {
  if (!options.comment.empty()) {
    std::string comment = options.comment;
    std::replace(comment.begin(), comment.end(), '\n', ' ');
    output.write(fmt::format("c {}\n", comment));
  }
  output.write(fmt::format("p sp {} {}\n", graph.vertices(), graph.arcs()));
  switch (graph.weight_type()) {
    case WeightType::float32: return write_arcs<float>(output, graph);
    case WeightType::float64: return write_arcs<double>(output, graph);
    case WeightType::int32: return write_arcs<std::int32_t>(output, graph);
    case WeightType::int16: return write_arcs<std::int16_t>(output, graph);
    case WeightType::boolean: break;
  }
}

}  // namespace warpath::io
