// What the writers of text share.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "warpath/graph.hpp"

namespace warpath::io {

class Output;

// A line of text for an arc: lead, source, separator, target, separator, weight.
struct ArcLine {
  std::string_view lead = {};
  char separator = ' ';
  Index first_vertex = 1;                   // the number of our vertex 0
  std::span<const std::string> names = {};  // in place of numbers, if not empty
  bool lower_triangle = false;  // only arcs to the same or an earlier vertex: every edge once
};

// Weights are spelled as short as they can be while reading them back gives the same weight.
void write_arcs(Output& output, const Graph& graph, const ArcLine& form);

// How many lines that is.
Index arcs_to_write(const Graph& graph, const ArcLine& form);

// One line, whatever `comment` holds; none when it is empty.
void write_comment(Output& output, std::string_view mark, std::string_view comment);

}  // namespace warpath::io
