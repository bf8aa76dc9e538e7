// Where vertices lie: DIMACS' .co files, or a table of NAME, X, Y.
//
//   c  a comment
//   p aux sp co VERTICES
//   v VERTEX X Y             vertices from 1
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <initializer_list>
#include <unordered_map>
#include <utility>

#include "base/name_hash.hpp"
#include "io/bytes.hpp"
#include "io/fields.hpp"
#include "io/file_name.hpp"
#include "io/output.hpp"
#include "io/table.hpp"

namespace warpath::io {
namespace {

// Of all vertices: not a number until they are set.
using Places = std::vector<Coordinate>;

void set_place(Places& places, Index vertex, Coordinate place, const Cursor& cursor,
               const Word& word) {
  Coordinate& here = places[static_cast<std::size_t>(vertex)];
  if (!std::isnan(here.x)) cursor.fail(word, "every vertex once only");
  here = place;
}

void read_co(Cursor& cursor, const Graph& graph, Places& places) {
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
      const Word word = Cursor(cursor).word();
      const Index vertex = cursor.whole("a vertex", 1, graph.vertices()) - 1;
      Word ignored;
      const double x = cursor.number("a coordinate", ignored).value;
      const double y = cursor.number("a coordinate", ignored).value;
      set_place(places, vertex, {x, y}, cursor, word);
    } else {
      cursor.fail(kind, "a line that begins with c, p or v");
    }
    cursor.expect_line_end();
  }
  if (!started) cursor.fail(cursor.word(), "'p aux sp co VERTICES'");
}

// What DIMACS' road networks have: whole numbers, a million a degree. Metres on a plane may look so, too,
// and then lie so near the equator that it makes no difference.
bool are_millionths(const Places& places) {
  bool far = false;
  for (const auto& [x, y] : places) {
    if (x != std::trunc(x) || y != std::trunc(y)) return false;
    if (std::abs(x) > 180e6 || std::abs(y) > 90e6) return false;
    far = far || std::abs(y) > 1e6;
  }
  return far;
}

// Whether the name of a column begins like one of these.
bool begins_like(const Field& field, std::initializer_list<std::string_view> words) {
  const std::string name = lower(field.word.text());
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return name.starts_with(word); });
}

bool begins_like_number(const Field& field) {
  return field.word.text().find_first_of("0123456789+-.") == 0;
}

// Whether the header says that these are longitudes and latitudes.
bool read_table(Cursor& cursor, const Graph& graph, Index first_vertex, Places& places) {
  std::unordered_map<std::string_view, Index, NameHash> by_label;
  for (Index vertex = 0; const std::string& label : graph.labels()) {
    by_label.emplace(label, vertex++);
  }
  const auto find = [&](std::string_view name) -> Index {  // -1 for a name of none
    const auto found = by_label.find(name);
    if (found != by_label.end()) return found->second;
    std::int64_t number = 0;
    const bool known = by_label.empty() && is_plain_number(name, number) &&
                       number >= first_vertex && number - first_vertex < graph.vertices();
    return known ? number - first_vertex : -1;
  };
  Fields fields;
  std::string buffer;
  std::size_t x_column = 1;
  std::size_t y_column = 2;
  bool degrees = false;
  for (bool first = true; fields.next(cursor); first = false) {
    if (fields.size() != 3) {
      cursor.fail(fields.line(), fmt::format("3 columns (name, x, y), not {}", fields.size()));
    }
    if (first && !begins_like_number(fields[1]) && !begins_like_number(fields[2])) {
      // A header. Latitude often stands first.
      if (begins_like(fields[1], {"y", "lat", "north"}) &&
          begins_like(fields[2], {"x", "lon", "lng", "east"})) {
        std::swap(x_column, y_column);
      }
      degrees =
          begins_like(fields[x_column], {"lon", "lng"}) && begins_like(fields[y_column], {"lat"});
    } else {
      const double x = cursor.to_number("a coordinate", fields[x_column].word).value;
      const double y = cursor.to_number("a coordinate", fields[y_column].word).value;
      // Tables of places often cover more than one graph.
      const Index vertex = find(fields[0].text(buffer));
      if (vertex >= 0) set_place(places, vertex, {x, y}, cursor, fields[0].word);
    }
  }
  return degrees;
}

Map read(const Source& source, const Graph& graph, Index first_vertex) {
  Cursor start(source);
  while (!start.at_end() && (start.peek() == 'c' || start.peek() == '\n')) start.next_line();
  const bool problem = start.word().text() == "p" && start.word().text() == "aux";
  const bool is_co = problem || has_extension(source.name, ".co");
  if (is_co) first_vertex = 1;
  Places places(static_cast<std::size_t>(graph.vertices()), {NAN, NAN});
  Cursor cursor(source);
  bool degrees = false;
  if (is_co) {
    read_co(cursor, graph, places);
  } else {
    degrees = read_table(cursor, graph, first_vertex, places);
  }
  for (std::size_t v = 0; v < places.size(); ++v) {
    if (!std::isnan(places[v].x)) continue;
    const std::string name = graph.labels().empty()
                                 ? fmt::format("{}", static_cast<Index>(v) + first_vertex)
                                 : io::quoted(graph.labels()[v]);
    cursor.fail(cursor.word(), fmt::format("a place for vertex {} too", name));
  }
  for (const auto& [x, y] : places) degrees = degrees && std::abs(x) <= 360 && std::abs(y) <= 90;
  const double degree = degrees ? 1 : is_co && are_millionths(places) ? 1e6 : 0;
  return {std::move(places), degree};
}

}  // namespace

Map read_map(const std::string& path, const Graph& graph, Index first_vertex) {
  return read(open_source(path), graph, first_vertex);
}

std::vector<Coordinate> read_coordinates(const std::string& path, const Graph& graph,
                                         Index first_vertex) {
  return read_map(path, graph, first_vertex).places;
}

std::vector<Coordinate> parse_coordinates(std::string_view bytes, const std::string& name,
                                          const Graph& graph, Index first_vertex) {
  return read(open_source(Bytes::borrowed(bytes), name), graph, first_vertex).places;
}

std::string coordinates_beside(const std::string& graph) {
  return std::filesystem::path(unpacked_name(graph)).replace_extension(".co").string();
}

void write_coordinates(const std::string& path, const Graph& graph, const WriteOptions& options) {
  Output output(path, options.force, options.progress);
  write_coordinates(output, graph);
  output.commit();
}

void write_coordinates(Output& output, const Graph& graph) {
  output.write(fmt::format("p aux sp co {}\n", graph.vertices()));
  std::string line;
  for (std::size_t v = 0; v < graph.coordinates().size(); ++v) {
    const auto [x, y] = graph.coordinates()[v];
    line = fmt::format("v {} ", v + 1);
    append_number(line, x);
    line += ' ';
    append_number(line, y);
    output.write(line + '\n');
  }
}

}  // namespace warpath::io
