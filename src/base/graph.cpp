#include "warpath/graph.hpp"

#include <fmt/format.h>

#include <cmath>
#include <new>
#include <utility>

#include "base/graph_builder.hpp"
#include "warpath/error.hpp"

namespace warpath {
namespace {

template <class T>
void check_arc(const Arc<T>& arc, std::size_t position, Index vertices) {
  for (const Index vertex : {arc.from, arc.to}) {
    if (vertex >= 0 && vertex < vertices) continue;
    throw Error(ErrorCode::bad_input,
                fmt::format("arc {} ({} -> {}): vertex {} is outside 0 .. {}", position, arc.from,
                            arc.to, vertex, vertices - 1),
                "vertices are numbered from 0");
  }
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(arc.weight)) {
      throw Error(ErrorCode::bad_input,
                  fmt::format("arc {} ({} -> {}): the weight is NaN", position, arc.from, arc.to));
    }
  }
}

template <class T>
void check_count(const std::vector<T>& given, const char* what, Index vertices) {
  if (static_cast<Index>(given.size()) == vertices) return;
  throw Error(ErrorCode::usage, fmt::format("{} {} for {} vertices", given.size(), what, vertices),
              "give exactly one per vertex");
}

}  // namespace

template <class T>
Graph Graph::from_arcs(Index vertices, std::span<const Arc<T>> arcs, Direction direction) {
  try {
    return detail::build_graph<T>(vertices, direction, [&](auto visit) {
      for (std::size_t position = 0; position < arcs.size(); ++position) {
        const Arc<T>& arc = arcs[position];
        check_arc(arc, position, vertices);
        visit(arc.from, arc.to, [&] { return arc.weight; });
      }
    });
  } catch (const std::bad_alloc&) {
    throw Error(ErrorCode::does_not_fit,
                fmt::format("the system refused memory for a graph of {} vertices and {} arcs",
                            vertices, arcs.size()));
  }
}

#define WARPATH_INSTANTIATE(T, name) \
  template Graph Graph::from_arcs(Index, std::span<const Arc<T>>, Direction);
WARPATH_EACH_ARC_WEIGHT(WARPATH_INSTANTIATE)

WeightType Graph::weight_type() const {
  return visit_weights([]<class T>(std::span<const T>) { return weight_type_of<T>; });
}

Graph&& Graph::with_labels(std::vector<std::string> labels) && {
  check_count(labels, "labels", vertices());
  labels_ = std::move(labels);
  return std::move(*this);
}

Graph&& Graph::with_coordinates(std::vector<Coordinate> coordinates) && {
  check_count(coordinates, "coordinates", vertices());
  coordinates_ = std::move(coordinates);
  return std::move(*this);
}

}  // namespace warpath
