#include <algorithm>
#include <array>
#include <new>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "base/any_matrix.hpp"
#include "io/bytes.hpp"
#include "io/dense.hpp"
#include "io/file_name.hpp"
#include "io/foreign.hpp"
#include "io/format.hpp"
#include "io/output.hpp"
#include "io/utf8.hpp"
#include "warpath/error.hpp"

namespace warpath::io {

// Each in the file of its format.
Format gr_format();
Format mtx_format();
Format metis_format();
Format npy_format();
Format npz_format();
Format graphml_format();
Format gml_format();
Format pajek_format();
Format csv_format();
Format tsv_format();

std::span<const Format> formats() {
  static const std::array all{gr_format(),  mtx_format(),     metis_format(), npy_format(),
                              npz_format(), graphml_format(), gml_format(),   pajek_format(),
                              csv_format(), tsv_format()};
  return all;
}

namespace {

// "gr, mtx", of the formats that `choose` has words for.
template <class Choose>
std::string list(const Choose& choose) {
  std::string result;
  for (const Format& format : formats()) {
    const std::string_view word = choose(format);
    if (!word.empty()) result += fmt::format("{}{}", result.empty() ? "" : ", ", word);
  }
  return result;
}

std::string names() {
  return list([](const Format& format) { return format.name; });
}

const Format& named(std::string_view name) {
  for (const Format& format : formats()) {
    if (format.name == name) return format;
  }
  throw Error(ErrorCode::usage, fmt::format("there is no format '{}'", name),
              "the formats are " + names());
}

const Format* by_extension(std::string_view path) {
  for (const Format& format : formats()) {
    for (std::string_view left = format.extensions; !left.empty();) {
      const std::string_view extension = left.substr(0, left.find(' '));
      if (has_extension(path, extension)) return &format;
      left.remove_prefix(std::min(left.size(), extension.size() + 1));
    }
  }
  return nullptr;
}

const Format& input_format(const Source& source, const ReadOptions& options) {
  if (!options.format.empty()) return named(options.format);
  if (const Format* format = by_extension(source.name)) return *format;
  if (!options.columns.empty()) return named("tsv");  // only tables have columns
  for (const Format& format : formats()) {
    if (format.recognises(source.bytes)) return format;
  }
  throw Error(ErrorCode::bad_input,
              fmt::format("{}:1:1: neither name nor content tell the format", source.name),
              fmt::format("name the format (--format), of a table the columns (--columns 2,3,4); "
                          "there are {}",
                          names()));
}

// A name that nothing in the file can have would be left out without a word.
void check_names(const Format& format, const ReadOptions& options) {
  const bool has_column = options.column.empty() || format.named != Named::nothing;
  if (has_column && (options.columns.empty() || format.named == Named::columns)) return;
  throw Error(ErrorCode::usage,
              fmt::format("{} has no {} to choose", format.title,
                          options.columns.empty() ? "columns or attributes" : "columns"),
              "leave out --column and --columns, or name the format that it is (--format)");
}

Input read_source(const Source& source, const ReadOptions& options) {
  refuse_foreign(source, options);
  const Format& format = input_format(source, options);
  check_names(format, options);
  std::vector<std::string> hints;
  Source told = source;
  told.hint = [&](std::string hint) { hints.push_back(std::move(hint)); };
  Content content = format.read(told, options);
  return {std::move(content), format.name, format.first_vertex, std::move(hints)};
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

Graph to_graph(Input input, const std::string& name, const ReadOptions& options) {
  if (Graph* graph = std::get_if<Graph>(&input.content)) return std::move(*graph);
  return within_memory(
      name, [&] { return graph_of(view_of(std::get<DenseMatrix>(input.content)), name, options); });
}

}  // namespace

const Format& output_format(std::string_view path, const WriteOptions& options) {
  const Format* format = options.format.empty() ? by_extension(path) : &named(options.format);
  const std::string what = options.format.empty()
                               ? fmt::format("{} does not end like a format for graphs", path)
                               : fmt::format("graphs are not written as {}", options.format);
  if (format == nullptr && path == "-") format = &named("gr");
  if (format == nullptr || format->write == nullptr) {
    const auto writable = [](const Format& row) {
      return row.write ? row.extensions.substr(0, row.extensions.find(' ')) : "";
    };
    throw Error(ErrorCode::usage, what, "graphs are written as " + list(writable));
  }
  return *format;
}

std::string quoted(std::string_view text) {
  constexpr std::size_t longest = 40;
  std::string result = "'";
  while (!text.empty() && result.size() <= longest) {
    const Character next = first_character(text);
    const std::string_view character = text.substr(0, next.bytes);
    if (next.is_harmless()) {
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
  return within_memory(name, [&] {
    return read_source(open_source(Bytes::borrowed(bytes), name, options.progress), options);
  });
}

Graph parse_graph(std::string_view bytes, const std::string& name, const ReadOptions& options) {
  return to_graph(parse_input(bytes, name, options), name, options);
}

Input read_input(const std::string& path, const ReadOptions& options) {
  return within_memory(name_of(path),
                       [&] { return read_source(open_source(path, options.progress), options); });
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
