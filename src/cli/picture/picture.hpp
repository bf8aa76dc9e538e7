// A graph with coordinates and a route through it, as an SVG picture for a report.
#pragma once

#include <span>
#include <string>

#include "cli/path/itinerary.hpp"
#include "warpath/graph.hpp"

namespace warpath::cli {

// The whole file. 1000 px wide, 400 to 1400 px high, y upwards; arcs that look the same are drawn
// once. Up to 60 vertices are drawn and labelled each; without a route only the ends are marked. Every
// vertex must have a place, and places are finite: those that are read are. `degree` as io::Map has it.
std::string draw(const Journey& journey, std::span<const Coordinate> places,
                 const std::string& subtitle, double degree = 0);

}  // namespace warpath::cli
