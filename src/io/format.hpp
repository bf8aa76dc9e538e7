// The one table of file formats. A format is one file and one row.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "warpath/io.hpp"

namespace warpath::io {

class Output;

// The whole input in memory (usually mapped) and its name for messages.
struct Source {
  std::string_view bytes;
  std::string_view name;
};

struct Format {
  std::string_view name;       // what --format takes
  std::string_view title;      // one line for people
  std::string_view extension;  // with the dot
  Index first_vertex;          // the number the file gives to our vertex 0

  // Whether bytes of unknown origin look like this format. Must be quick and sure.
  bool (*recognises)(std::string_view bytes);

  // Pure functions of their arguments; null where the format has no such thing.
  Graph (*read_graph)(const Source&, const ReadOptions&);
  DenseMatrix (*read_matrix)(const Source&);
  void (*write_graph)(Output&, const Graph&, const WriteOptions&);
};

std::span<const Format> formats();

// The format of an input or output. Error usage for an unknown name, bad_input for content that
// nobody recognises.
const Format& input_format(const Source& source, const ReadOptions& options);
const Format& output_format(std::string_view path, const WriteOptions& options);

// 'text' as it may stand in a message: shortened, and harmless for a terminal.
std::string quoted(std::string_view text);

// dimacs.cpp
bool recognises_gr(std::string_view bytes);
Graph read_gr(const Source& source, const ReadOptions& options);
void write_gr(Output& output, const Graph& graph, const WriteOptions& options);

// npy_read.cpp, npy_write.cpp
bool recognises_npy(std::string_view bytes);
Graph read_npy_graph(const Source& source, const ReadOptions& options);
DenseMatrix read_npy_matrix(const Source& source);

}  // namespace warpath::io
