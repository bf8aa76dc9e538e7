#include "io/write_arcs.hpp"

#include <algorithm>
#include <string>

#include "io/output.hpp"
#include "io/spelling.hpp"

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
