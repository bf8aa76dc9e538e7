// Where vertices lie: DIMACS' .co files, or a table of NAME, X, Y.
//
//   c  a comment
//   p aux sp co VERTICES
//   v VERTEX X Y             vertices from 1
#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <initializer_list>
#include <string>
#include <unordered_map>
#include <vector>

#include "io/fields.hpp"
#include "io/opened.hpp"
#include "io/output.hpp"
#include "warpath/io.hpp"

namespace warpath::io {
namespace {

// The places so far, and which are still missing.
class Places {
 public:
  explicit Places(const Graph& graph)
      : places_(static_cast<std::size_t>(graph.vertices())),
        found_(static_cast<std::size_t>(graph.vertices())) {}

  void set(const Cursor& cursor, const Word& word, Index vertex, Coordinate place) {
    const auto at = static_cast<std::size_t>(vertex);
    if (found_[at]) cursor.fail(word, "every vertex once only");
    found_[at] = true;
    places_[at] = place;
  }

  std::vector<Coordinate> finish(const Cursor& cursor, const Word& end, const Graph& graph,
                                 Index first_vertex) {
    for (std::size_t v = 0; v < found_.size(); ++v) {
      if (found_[v]) continue;
      const std::string name = graph.labels().empty()
                                   ? fmt::format("{}", static_cast<Index>(v) + first_vertex)
                                   : io::quoted(graph.labels()[v]);
      cursor.fail(end, fmt::format("a place for vertex {} too", name));
    }
    return std::move(places_);
  }

 private:
  std::vector<Coordinate> places_;
  std::vector<bool> found_;
};

std::vector<Coordinate> read_co(const Source& source, const Graph& graph) {
  Places places(graph);
  Cursor cursor(source);
  bool started = false;
  for (; !cursor.at_end(); cursor.next_line()) {
    const Word kind = cursor.word();
    if (kind.empty() || *kind.begin == 'c') continue;
    if (kind.text() == "p") {
      if (started) cursor.fail(kind, "one problem line only");
      for (const std::string_view expected : {"aux", "sp", "co"}) {
        const Word word = cursor.word();
        if (word.text() != expected) cursor.fail(word, "'p aux sp co VERTICES'");
      }
      const Word count = cursor.word();
      std::int64_t n = -1;
      if (!is_plain_number(count.text(), n) || n != graph.vertices()) {
        cursor.fail(count, fmt::format("{}, the graph's number of vertices", graph.vertices()));
      }
      started = true;
    } else if (kind.text() == "v") {
      if (!started) cursor.fail(kind, "'p aux sp co VERTICES' before the vertices");
      Word word = cursor.word();
      Cursor again = cursor;
      again.accept(word.begin);
      const Index vertex = again.whole("a vertex", 1, graph.vertices()) - 1;
      Word ignored;
      const double x = cursor.number("a coordinate", ignored).value;
      const double y = cursor.number("a coordinate", ignored).value;
      places.set(cursor, word, vertex, {x, y});
    } else {
      cursor.fail(kind, "a line that begins with c, p or v");
    }
    cursor.expect_line_end();
  }
  if (!started) cursor.fail(cursor.word(), "'p aux sp co VERTICES'");
  return places.finish(cursor, cursor.word(), graph, 1);
}

// Whether the name of a column begins like one of these.
bool names(const Field& field, std::initializer_list<std::string_view> words) {
  std::string name(field.word.text());
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return name.starts_with(word); });
}
bool names_east(const Field& field) { return names(field, {"x", "lon", "lng", "east"}); }
bool names_north(const Field& field) { return names(field, {"y", "lat", "north"}); }

std::vector<Coordinate> read_table(const Source& whole, const Graph& graph, Index first_vertex) {
  const Source source = without_mark(whole);
  std::unordered_map<std::string_view, Index> by_label;
  for (std::size_t v = 0; v < graph.labels().size(); ++v) {
    by_label.emplace(graph.labels()[v], static_cast<Index>(v));
  }
  const auto find = [&](std::string_view name) -> Index {
    if (!graph.labels().empty()) {
      const auto found = by_label.find(name);
      return found == by_label.end() ? -1 : found->second;
    }
    std::int64_t number = 0;
    if (!is_plain_number(name, number)) return -1;
    const bool known = number >= first_vertex && number - first_vertex < graph.vertices();
    return known ? number - first_vertex : -1;
  };
  Places places(graph);
  Cursor cursor(source);
  skip_comments(cursor);
  Fields fields(Fields::delimiter_of(Cursor(cursor).rest_of_line().text()));
  std::string buffer;
  std::size_t x_column = 1;
  std::size_t y_column = 2;
  for (bool first = true; !cursor.at_end(); first = false) {
    const Word line = cursor.rest_of_line();
    fields.split(cursor, line);
    if (fields.size() != 3) {
      cursor.fail(line, fmt::format("3 columns (name, x, y), not {}", fields.size()));
    }
    const auto begins_like_number = [](const Field& field) {
      const std::string_view text = field.word.text();
      return !text.empty() && std::string_view("0123456789+-.").find(text[0]) != text.npos;
    };
    const bool header = first && !begins_like_number(fields[1]) && !begins_like_number(fields[2]);
    if (header) {
      // Latitude often stands first.
      if (names_north(fields[1]) && names_east(fields[2])) std::swap(x_column, y_column);
    } else {
      const double x = cursor.to_number("a coordinate", fields[x_column].word).value;
      const double y = cursor.to_number("a coordinate", fields[y_column].word).value;
      // Tables of places often cover more than one graph.
      const Index vertex = find(fields[0].text(buffer));
      if (vertex >= 0) places.set(cursor, fields[0].word, vertex, {x, y});
    }
    cursor.next_line();
    skip_comments(cursor);
  }
  return places.finish(cursor, cursor.word(), graph, first_vertex);
}

std::vector<Coordinate> read(const Source& source, const Graph& graph, Index first_vertex) {
  Cursor cursor(source);
  while (!cursor.at_end() && (cursor.peek() == 'c' || cursor.peek() == '\n')) cursor.next_line();
  const bool problem = cursor.word().text() == "p" && cursor.word().text() == "aux";
  if (problem || source.name.ends_with(".co") || source.name.ends_with(".co.gz")) {
    return read_co(source, graph);
  }
  return read_table(source, graph, first_vertex);
}

}  // namespace

std::vector<Coordinate> read_coordinates(const std::string& path, const Graph& graph,
                                         Index first_vertex) {
  return read(Opened(path, {}).source(), graph, first_vertex);
}

std::vector<Coordinate> parse_coordinates(std::string_view bytes, const std::string& name,
                                          const Graph& graph, Index first_vertex) {
  return read(Opened(bytes, name, {}).source(), graph, first_vertex);
}

std::string coordinates_beside(const std::string& graph) {
  std::filesystem::path path(graph);
  if (path.extension() == ".gz") path.replace_extension();
  return path.replace_extension(".co").string();
}

void write_coordinates(const std::string& path, const Graph& graph, const WriteOptions& options) {
  Output output(path, options.force, options.progress);
  output.write(fmt::format("p aux sp co {}\n", graph.vertices()));
  char line[96];
  char* const end = line + sizeof line - 1;
  for (std::size_t v = 0; v < graph.coordinates().size(); ++v) {
    char* at = line;
    *at++ = 'v', *at++ = ' ';
    at = std::to_chars(at, end, v + 1).ptr;
    for (const double value : {graph.coordinates()[v].x, graph.coordinates()[v].y}) {
      *at++ = ' ';
      at = std::to_chars(at, end, value).ptr;
    }
    *at++ = '\n';
    output.write(line, static_cast<std::size_t>(at - line));
  }
  output.commit();
}

}  // namespace warpath::io
