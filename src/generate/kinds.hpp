// The kinds of generated graphs: what people are told about them, and what draws them. The kinds
// themselves are described in warpath/generate.hpp.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/random.hpp"
#include "warpath/generate.hpp"
#include "warpath/graph.hpp"

namespace warpath {

std::span<const GraphKind> graph_kinds();  // all of them, in order

// One line for people.
std::string_view describe(GraphKind kind);

// Whether GenerateOptions::degree means something for this kind.
bool has_degree(GraphKind kind);

namespace detail {

// A graph while it is drawn. Weights are whole steps, so many to 1.0 as `unit` says, and become floats
// by one division at the end: exactly rounded everywhere, where a + b*c could be fused on one machine
// and not on another. It also keeps text files short.
struct Draft {
  GraphKind kind;
  Index vertices;
  const GenerateOptions& options;
  std::int64_t unit;
  Random random;
  std::vector<Arc<std::int64_t>> arcs = {};
  Direction direction = Direction::directed;
  std::vector<Coordinate> coordinates = {};

  // An arc of random weight, 1 to 100.
  void link(Index from, Index to) { arcs.push_back({from, to, random.between(unit, 100 * unit)}); }

  // How many arcs a complete graph has. Error does_not_fit when building it takes more memory than
  // there is.
  std::size_t complete_arcs() const;
};

// Drawn arc by arc.
void draw_random(Draft& draft);
void draw_gnp(Draft& draft);
void draw_scale_free(Draft& draft);
void draw_chain(Draft& draft);

// Points in the plane.
void draw_grid(Draft& draft);
void draw_road(Draft& draft);
void draw_metric(Draft& draft);
void draw_streets(Draft& draft);

}  // namespace detail
}  // namespace warpath
