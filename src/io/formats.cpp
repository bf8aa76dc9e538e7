#include <algorithm>
#include <array>
#include <new>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "io/dense.hpp"
#include "io/format.hpp"
#include "io/opened.hpp"
#include "io/output.hpp"
#include "io/utf8.hpp"
#include "warpath/error.hpp"

namespace warpath::io {
namespace {

constexpr std::array kFormats{
    Format{"gr", "DIMACS shortest-path graph", ".gr", 1, recognises_gr, read_gr, write_gr},
    Format{"mtx", "Matrix Market", ".mtx", 1, recognises_mtx, read_mtx, write_mtx},
    Format{"metis", "METIS graph", ".graph .metis", 1, recognises_metis, read_metis, nullptr},
    Format{"npy", "NumPy matrix", ".npy", 0, recognises_npy, read_npy_content, nullptr},
    Format{"npz", "SciPy sparse matrix", ".npz", 0, recognises_npz, read_npz, nullptr},
    Format{"csv", "table of arcs, commas", ".csv", 0, recognises_edges, read_edges, write_csv},
    Format{"tsv", "table of arcs, tabs or blanks", ".tsv .edges .edgelist .el", 0, recognises_edges,
           read_edges, write_tsv},
};

std::string names() {
  std::string result;
  for (const Format& format : kFormats) {
    result += (result.empty() ? "" : ", ") + std::string(format.name);
  }
  return result;
}

const Format& named(std::string_view name) {
  for (const Format& format : kFormats) {
    if (format.name == name) return format;
  }
  throw Error(ErrorCode::usage, fmt::format("there is no format '{}'", name),
              "the formats are " + names());
}

std::string_view first_extension(const Format& format) {
  return format.extensions.substr(0, format.extensions.find(' '));
}

const Format* by_extension(std::string_view path) {
  if (path.ends_with(".gz")) path.remove_suffix(3);
  for (const Format& format : kFormats) {
    for (std::string_view left = format.extensions; !left.empty();) {
      const std::string_view extension = left.substr(0, left.find(' '));
      if (path.ends_with(extension)) return &format;
      left.remove_prefix(std::min(left.size(), extension.size() + 1));
    }
  }
  return nullptr;
}

// Control characters could do things to a terminal, and so could those that turn text around.
bool is_harmless(std::string_view c) {
  if (c.size() == 1) return c[0] >= 0x20 && c[0] != 0x7f;
  if (c.size() == 2) return c > "\xc2\x9f";
  return !(c >= "\xe2\x80\xa8" && c <= "\xe2\x80\xae") &&
         !(c >= "\xe2\x81\xa6" && c <= "\xe2\x81\xa9");
}

Input read(const Source& source, const ReadOptions& options) {
  const Format& format = input_format(source, options);
  return {format.read(source, options), format.name, format.first_vertex};
}

// Does the work; memory that runs out becomes an Error.
template <class Work>
auto within_memory(const std::string& name, const Work& work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    throw Error(ErrorCode::does_not_fit, fmt::format("the system refused memory for {}", name),
                "close other programs, or take a smaller graph");
  }
}

Graph to_graph(Input input, std::string_view name, const ReadOptions& options) {
  if (Graph* graph = std::get_if<Graph>(&input.content)) return std::move(*graph);
  return within_memory(std::string(name), [&] {
    return graph_of(view_of(std::get<DenseMatrix>(input.content)), name, options);
  });
}

}  // namespace

std::span<const Format> formats() { return kFormats; }

const Format& input_format(const Source& source, const ReadOptions& options) {
  if (!options.format.empty()) return named(options.format);
  if (const Format* format = by_extension(source.name)) return *format;
  for (const Format& format : kFormats) {
    if (format.recognises(source.bytes)) return format;
  }
  throw Error(ErrorCode::bad_input,
              fmt::format("{}:1:1: neither name nor content tell the format", source.name),
              "name the format (--format); there are " + names());
}

const Format& output_format(std::string_view path, const WriteOptions& options) {
  const Format* format = options.format.empty() ? by_extension(path) : &named(options.format);
  const std::string what = options.format.empty()
                               ? fmt::format("{} does not end like a format for graphs", path)
                               : fmt::format("graphs are not written as {}", options.format);
  if (format == nullptr && path == "-") format = &named("gr");
  if (format == nullptr || format->write == nullptr) {
    std::string writable;
    for (const Format& row : kFormats) {
      if (row.write == nullptr) continue;
      writable += (writable.empty() ? "" : ", ") + std::string(first_extension(row));
    }
    throw Error(ErrorCode::usage, what, "graphs are written as " + writable);
  }
  return *format;
}

std::string quoted(std::string_view text) {
  constexpr std::size_t longest = 40;
  std::string result = "'";
  while (!text.empty() && result.size() <= longest) {
    const std::size_t length = utf8_character(text);
    const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
    if (length > 0 && is_harmless(character)) {
      result += character;
    } else {
      for (const char c : character) {
        result += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
      }
    }
    text.remove_prefix(character.size());
  }
  result += text.empty() ? "'" : "...'";
  return result;
}

Input parse_input(std::string_view bytes, const std::string& name, const ReadOptions& options) {
  return within_memory(
      name, [&] { return read(Opened(bytes, name, options.progress).source(), options); });
}

Graph parse_graph(std::string_view bytes, const std::string& name, const ReadOptions& options) {
  return to_graph(parse_input(bytes, name, options), name, options);
}

Input read_input(const std::string& path, const ReadOptions& options) {
  return within_memory(name_of(path),
                       [&] { return read(Opened(path, options.progress).source(), options); });
}

Graph read_graph(const std::string& path, const ReadOptions& options) {
  return to_graph(read_input(path, options), name_of(path), options);
}

void write_graph(const std::string& path, const Graph& graph, const WriteOptions& options) {
  const Format& format = output_format(path, options);
  Output output(path, options.force, options.progress);
  format.write(output, graph, options);
  output.commit();
}

}  // namespace warpath::io
