// The one table of file formats. A format is one file and one row.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "warpath/io.hpp"

namespace warpath::io {

class Output;

// What a file holds: dense formats have the matrix that it is, others a graph.
using Content = std::variant<Graph, DenseMatrix>;
struct Input {
  Content content;
  std::string_view format;              // its name
  Index first_vertex = 0;               // the number that the format gives to our vertex 0
  std::vector<std::string> hints = {};  // what its author may not have meant
};

// As read_graph() and parse_graph().
Input read_input(const std::string& path, const ReadOptions& options = {});
Input parse_input(std::string_view bytes, const std::string& name, const ReadOptions& options = {});

// The whole input in memory (usually mapped) and its name for messages.
struct Source {
  std::string_view bytes;
  std::string name;

  // Told now and then how far a reader has come; may throw to stop it. May be empty. Of a source that
  // was opened, it is what owns the bytes.
  std::function<void(const char* at)> passed = {};

  // Told what becomes of the content that its author may not have meant. May be empty.
  std::function<void(std::string hint)> hint = {};
};

// What ReadOptions::column and columns can name in a format.
enum class Named { nothing, attributes, columns };

struct Format {
  std::string_view name;        // what --format takes
  std::string_view title;       // one line for people
  std::string_view extensions;  // with dots, separated by blanks
  Index first_vertex;           // the number the file gives to our vertex 0

  // Whether bytes of unknown origin look like this format. Must be quick and sure.
  bool (*recognises)(std::string_view bytes);

  // A pure function of its arguments.
  Content (*read)(const Source&, const ReadOptions&);

  // Null where graphs are not written so.
  void (*write)(Output&, const Graph&, const WriteOptions&) = nullptr;

  Named named = Named::nothing;
};

std::span<const Format> formats();

// The format to write a graph in. Error usage when there is none of that name, or graphs are not
// written so.
const Format& output_format(std::string_view path, const WriteOptions& options);

// Where vertices lie. `degree` is what one is in numbers where these are longitudes and latitudes: 1 in a
// table whose header says so, a million in the .co files of DIMACS' road networks; 0 elsewhere.
struct Map {
  std::vector<Coordinate> places;
  double degree = 0;
};
Map read_map(const std::string& path, const Graph& graph, Index first_vertex = 0);

// As read_coordinates(), from memory.
std::vector<Coordinate> parse_coordinates(std::string_view bytes, const std::string& name,
                                          const Graph& graph, Index first_vertex = 0);

// Where coordinates of a graph in a file are looked for: "city.co" for "city.gr" or "city.csv.gz".
std::string coordinates_beside(const std::string& graph);

// As write_coordinates() of warpath/io.hpp, into a file that is open.
void write_coordinates(Output& output, const Graph& graph);

// 'text' as it may stand in a message: shortened, and harmless for a terminal.
std::string quoted(std::string_view text);

}  // namespace warpath::io
