// METIS graphs (.graph), as in the manual of METIS 5: every edge in the lines of both its ends.
//
//   %  a comment
//   VERTICES EDGES [FORMAT [NCON]]
//   [SIZE] [WEIGHT]... NEIGHBOUR [WEIGHT] NEIGHBOUR [WEIGHT] ...     a line for every vertex
//
// FORMAT is up to three digits 0 or 1: vertices have a size, vertices have NCON weights, edges have
// a weight. Sizes and weights of vertices mean nothing to paths and are skipped. An empty line is
// a vertex without neighbours. Beyond the original, weights may be real, zero or negative.
#include <limits>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "io/arcs.hpp"

namespace warpath::io {
namespace {

constexpr Index kMost = std::numeric_limits<Index>::max();

struct MetisHeader {
  Index vertices = 0;
  Index entries = 0;         // two for an edge
  Index vertex_numbers = 0;  // in front of the neighbours
  bool edge_weights = false;
};

void skip_metis_comments(Cursor& cursor) {
  while (!cursor.at_end() && cursor.ahead() == '%') cursor.next_line();
}

// Leaves the cursor on the line after it.
MetisHeader read_metis_header(Cursor& cursor, const Source& source) {
  skip_metis_comments(cursor);
  MetisHeader header;
  header.vertices = declared_vertices(cursor, source);
  header.entries = 2 * cursor.whole("a number of edges", 0, kMost / 2);
  const Word format = cursor.word();
  const std::string_view digits = format.text();
  if (digits.size() > 3 || digits.find_first_not_of("01") != std::string_view::npos) {
    cursor.fail(
        format,
        "up to three digits 0 or 1, for sizes and weights of vertices and weights of edges");
  }
  const auto flag = [&](std::size_t from_right) {
    return digits.size() > from_right && digits[digits.size() - 1 - from_right] == '1';
  };
  const Index weights = cursor.ahead() == '\n'
                            ? 1
                            : cursor.whole("a number of weights per vertex", 1,
                                           std::numeric_limits<std::int32_t>::max());
  header.vertex_numbers = (flag(2) ? 1 : 0) + (flag(1) ? weights : 0);
  header.edge_weights = flag(0);
  cursor.expect_line_end();
  cursor.next_line();
  return header;
}

struct MetisWalk {
  const Source& source;

  template <class Sink>
  void operator()(Cursor& cursor, Sink& sink) const {
    const MetisHeader header = read_metis_header(cursor, source);
    sink.start(header.vertices, header.entries);
    Index entries = 0;
    for (Index u = 0; u < header.vertices; ++u, cursor.next_line()) {
      skip_metis_comments(cursor);
      if (cursor.at_end()) {
        cursor.fail(cursor.word(),
                    fmt::format("the line of vertex {} of {}, as the first line says", u + 1,
                                header.vertices));
      }
      for (Index k = 0; k < header.vertex_numbers; ++k) {
        cursor.whole("a vertex's size or weight", 0, kMost);
      }
      while (cursor.ahead() != '\n') {
        // Stays in front of the entry, for complaints about it.
        Cursor entry = cursor;
        const Index v = cursor.whole("a neighbour", 1, header.vertices) - 1;
        if (v == u) entry.fail(entry.word(), "another vertex: METIS has no self-loops");
        if (entries++ == header.entries) {
          entry.fail(entry.word(),
                     fmt::format("no more neighbours: {} edges have {}, one at each end",
                                 header.entries / 2, header.entries));
        }
        Number number = kOne;
        Word word = Cursor(entry).word();
        if (header.edge_weights) number = cursor.number(kAWeight, word);
        sink.arc(entry, u, v, number, word);
      }
    }
    for (; !cursor.at_end(); cursor.next_line()) {
      if (cursor.ahead() == '\n' || cursor.ahead() == '%') continue;
      cursor.fail(cursor.word(),
                  fmt::format("the end of the file after {} vertices, as the first line says",
                              header.vertices));
    }
    if (entries < header.entries) {
      cursor.fail(cursor.word(), fmt::format("neighbour {} of {}, since there are {} edges",
                                             entries + 1, header.entries, header.entries / 2));
    }
  }
};

// An arc whose counterpart is missing (or has another weight).
struct LoneArc {
  Index from = 0;
  Index to = 0;
  bool other_weight = false;
};

// Sources ascend and targets are sorted. So when the arcs are taken in order, those that lead back
// from a vertex are needed in their order too, and one place per vertex finds them all.
template <class T>
std::optional<LoneArc> find_lone_arc(const Graph& graph, std::span<const T> weights) {
  const auto targets = graph.targets();
  const auto offsets = graph.offsets();
  std::vector<Index> next(offsets.begin(), offsets.end());
  for (Index u = 0; u < graph.vertices(); ++u) {
    const auto last = static_cast<std::size_t>(offsets[static_cast<std::size_t>(u) + 1]);
    for (auto a = static_cast<std::size_t>(offsets[static_cast<std::size_t>(u)]); a < last; ++a) {
      const Index v = targets[a];
      const auto back = static_cast<std::size_t>(next[static_cast<std::size_t>(v)]++);
      if (Index(back) == offsets[static_cast<std::size_t>(v) + 1] || targets[back] > u) {
        return LoneArc{u, v, false};
      }
      if (targets[back] < u) return LoneArc{v, targets[back], false};
      if (weights[a] != weights[back]) return LoneArc{v, u, true};
    }
  }
  return std::nullopt;
}

// Complains about an arc when a walk comes to its place in the file.
struct Complain {
  LoneArc arc_;

  static void start(Index, Index) {}
  void arc(const Cursor& entry, Index from, Index to, const Number&, const Word& weight) const {
    if (from != arc_.from || to != arc_.to) return;
    if (arc_.other_weight) {
      entry.fail(weight,
                 fmt::format("for the edge from {0} to {1} the weight that it has from {1} to {0}",
                             from + 1, to + 1));
    }
    entry.fail(
        Cursor(entry).word(),
        fmt::format("the edge from {0} to {1} in the line of vertex {1} too", from + 1, to + 1));
  }
};

// Numbers in lines: an edge list looks the same, so only the name of the file can tell.
bool recognises_metis(std::string_view) { return false; }

Content read_metis(const Source& source, const ReadOptions& options) {
  const MetisWalk walk{source};
  ArcOptions metis_arcs = to_arc_options(options);
  metis_arcs.direction = Direction::undirected;
  metis_arcs.mirror = false;  // every edge is there twice
  Graph graph = read_arcs(source, metis_arcs, walk);
  const auto lone =
      graph.visit_weights([&](auto weights) { return find_lone_arc(graph, weights); });
  if (lone) {
    Cursor cursor(source);
    Complain complain{*lone};
    walk(cursor, complain);
  }
  return graph;
}

}  // namespace

Format metis_format() {
  return {"metis", "METIS graph", ".graph .metis", 1, recognises_metis, read_metis};
}

}  // namespace warpath::io
