#include "io/table.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "io/output.hpp"
#include "io/utf8.hpp"
#include "warpath/error.hpp"

namespace warpath::io {
namespace {

// Calls visit(source, place of the arc) for the arcs that are written.
template <class Visit>
void each_arc(const Graph& graph, bool lower_triangle, Visit visit) {
  for (Index u = 0; u < graph.vertices(); ++u) {
    const auto first = static_cast<std::size_t>(graph.offsets()[static_cast<std::size_t>(u)]);
    const auto last = static_cast<std::size_t>(graph.offsets()[static_cast<std::size_t>(u) + 1]);
    for (std::size_t a = first; a < last; ++a) {
      if (lower_triangle && graph.targets()[a] > u) break;  // targets are sorted
      visit(u, a);
    }
  }
}

template <class T>
void write_arcs_as(Output& output, const Graph& graph, std::span<const T> weights,
                   const ArcLine& form) {
  std::string line;
  const auto append_name = [&](Index vertex) {
    if (form.names.empty()) return append_number(line, vertex + form.first_vertex);
    line += form.names[static_cast<std::size_t>(vertex)];
  };
  each_arc(graph, form.lower_triangle, [&](Index u, std::size_t a) {
    line = form.lead;
    append_name(u);
    line += form.separator;
    append_name(graph.targets()[a]);
    line += form.separator;
    append_number(line, weights[a]);
    line += '\n';
    output.write(line);
  });
}

}  // namespace

void check_labels(std::span<const std::string> labels) {
  for (const std::string& label : labels) {
    if (!has_controls(label)) continue;
    throw Error(ErrorCode::usage,
                fmt::format("the label {} has control characters", io::quoted(label)),
                "give the vertex another name");
  }
}

std::string csv_field(std::string_view text) {
  const bool plain = !text.empty() && text.find_first_of("\",;\t") == text.npos &&
                     text.front() != ' ' && text.back() != ' ' && text.front() != '#' &&
                     text.front() != '%';
  if (plain) return std::string(text);
  std::string result = "\"";
  for (const char c : text) {
    result += c;
    if (c == '"') result += c;
  }
  return result + '"';
}

std::vector<std::string> csv_fields(const Naming& naming, Index vertices) {
  std::vector<std::string> fields;
  for (Index v = 0; v < vertices; ++v) {
    fields.push_back(naming.labels.empty() ? fmt::format("{}", v + naming.first_vertex)
                                           : csv_field(naming.labels[static_cast<std::size_t>(v)]));
  }
  return fields;
}

void write_arcs(Output& output, const Graph& graph, const ArcLine& form) {
  graph.visit_weights([&](auto weights) { write_arcs_as(output, graph, weights, form); });
}

Index arcs_to_write(const Graph& graph, const ArcLine& form) {
  Index arcs = 0;
  each_arc(graph, form.lower_triangle, [&](Index, std::size_t) { ++arcs; });
  return arcs;
}

void write_comment(Output& output, std::string_view mark, std::string_view comment) {
  if (comment.empty()) return;
  std::string line(comment);
  std::replace(line.begin(), line.end(), '\n', ' ');
  output.write(std::string(mark) + ' ' + line + '\n');
}

}  // namespace warpath::io
