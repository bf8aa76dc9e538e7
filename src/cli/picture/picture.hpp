// A graph with coordinates and a route through it, as an SVG picture for a report.
#pragma once

#include <span>
#include <string>

#include "cli/input/names.hpp"
#include "cli/path/route.hpp"
#include "warpath/graph.hpp"

namespace warpath::cli {

struct Picture {
  const Graph& graph;
  std::span<const Coordinate> places;  // one per vertex
  const Names& names;
  Index from = 0;
  Index to = 0;
  const Route* route = nullptr;  // null: only the ends are marked
  std::string title = {};
  std::string subtitle = {};
};

// Error bad_input, naming the vertex, when a coordinate is not finite; usage when there are none.
void check_places(std::span<const Coordinate> places, const Names& names);

// The whole file. 1000 px wide, 400 to 1400 px high, y upwards; arcs that look the same are drawn
// once. Up to 60 vertices are drawn and labelled each. Errors as check_places().
std::string draw(const Picture& picture);

}  // namespace warpath::cli
