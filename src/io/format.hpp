// The one table of file formats. A format is one file and one row.
#pragma once

#include <functional>
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

  // Told now and then how far a reader has come; may throw to stop it. May be empty.
  std::function<void(const char* at)> passed = {};
};

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
  void (*write)(Output&, const Graph&, const WriteOptions&);
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
Content read_gr(const Source& source, const ReadOptions& options);
void write_gr(Output& output, const Graph& graph, const WriteOptions& options);

// npy_read.cpp, npy_write.cpp
bool recognises_npy(std::string_view bytes);
Content read_npy_content(const Source& source, const ReadOptions& options);

// edge_list.cpp
bool recognises_edges(std::string_view bytes);
Content read_edges(const Source& source, const ReadOptions& options);
void write_csv(Output& output, const Graph& graph, const WriteOptions& options);
void write_tsv(Output& output, const Graph& graph, const WriteOptions& options);

// matrix_market.cpp
bool recognises_mtx(std::string_view bytes);
Content read_mtx(const Source& source, const ReadOptions& options);
void write_mtx(Output& output, const Graph& graph, const WriteOptions& options);

// metis.cpp
bool recognises_metis(std::string_view bytes);
Content read_metis(const Source& source, const ReadOptions& options);

// npz.cpp
bool recognises_npz(std::string_view bytes);
Content read_npz(const Source& source, const ReadOptions& options);

}  // namespace warpath::io
