#include <array>

#include <fmt/format.h>

#include "io/file.hpp"
#include "io/format.hpp"
#include "warpath/error.hpp"

namespace warpath::io {
namespace {

constexpr std::array kFormats{
    Format{"gr", "DIMACS shortest-path graph", ".gr", 1, recognises_gr, read_gr, nullptr, write_gr},
    Format{"npy", "NumPy matrix of arc weights", ".npy", 0, recognises_npy, read_npy_graph,
           read_npy_matrix, nullptr},
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

const Format* by_extension(std::string_view path) {
  for (const Format& format : kFormats) {
    if (path.ends_with(format.extension)) return &format;
  }
  return nullptr;
}

}  // namespace

std::span<const Format> formats() {
  return kFormats;
}

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
  if (format == nullptr && path == "-") format = &named("gr");
  if (format == nullptr || format->write_graph == nullptr) {
    std::string writable;
    for (const Format& row : kFormats) {
      if (row.write_graph == nullptr) continue;
      writable += (writable.empty() ? "" : ", ") + std::string(row.extension);
    }
    throw Error(ErrorCode::usage, fmt::format("{} does not end like a format for graphs", path),
                "graphs are written as " + writable);
  }
  return *format;
}

std::string quoted(std::string_view text) {
  constexpr std::size_t longest = 40;
  std::string result = "'";
  for (const char c : text.substr(0, longest)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7f) {
      result += c;
    } else {
      result += fmt::format("\\x{:02x}", byte);
    }
  }
  result += text.size() > longest ? "...'" : "'";
  return result;
}

Graph parse_graph(std::string_view bytes, const std::string& name, const ReadOptions& options) {
  const Source source{bytes, name};
  return input_format(source, options).read_graph(source, options);
}

Input parse_input(std::string_view bytes, const std::string& name, const ReadOptions& options) {
  const Source source{bytes, name};
  const Format& format = input_format(source, options);
  if (format.read_matrix != nullptr) return format.read_matrix(source);
  return format.read_graph(source, options);
}

Graph read_graph(const std::string& path, const ReadOptions& options) {
  const InputBytes file(path);
  return parse_graph(file.bytes(), file.name(), options);
}

Input read_input(const std::string& path, const ReadOptions& options) {
  const InputBytes file(path);
  return parse_input(file.bytes(), file.name(), options);
}

void write_graph(const std::string& path, const Graph& graph, const WriteOptions& options) {
  const Format& format = output_format(path, options);
  Output output(path, options.force, options.progress);
  format.write_graph(output, graph, options);
  output.commit();
}

}  // namespace warpath::io
