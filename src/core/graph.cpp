#include "warpath/graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <numeric>

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
  if (vertices < 0 || vertices > std::numeric_limits<Target>::max()) {
    throw Error(ErrorCode::bad_input, fmt::format("a graph of {} vertices", vertices),
                fmt::format("the number must lie in 0 .. {}", std::numeric_limits<Target>::max()));
  }
  try {
    return sorted_by_source(vertices, arcs, direction);
  } catch (const std::bad_alloc&) {
    throw Error(ErrorCode::does_not_fit,
                fmt::format("the system refused memory for a graph of {} vertices and {} arcs",
                            vertices, arcs.size()));
  }
}

template <class T>
Graph Graph::sorted_by_source(Index vertices, std::span<const Arc<T>> arcs, Direction direction) {
  Graph graph;
  graph.vertices_ = vertices;
  graph.direction_ = direction;
  graph.offsets_.assign(static_cast<std::size_t>(vertices) + 1, 0);
  const bool both_ways = direction == Direction::undirected;

  // Counting sort by source.
  const auto count = [&](Index from) { ++graph.offsets_[static_cast<std::size_t>(from) + 1]; };
  for (std::size_t position = 0; position < arcs.size(); ++position) {
    const Arc<T>& arc = arcs[position];
    check_arc(arc, position, vertices);
    count(arc.from);
    if (both_ways && arc.from != arc.to) count(arc.to);
  }
  std::partial_sum(graph.offsets_.begin(), graph.offsets_.end(), graph.offsets_.begin());

  struct End {
    Target to;
    T weight;
  };
  std::vector<End> ends(static_cast<std::size_t>(graph.offsets_.back()));
  std::vector<Index> next(graph.offsets_.begin(), graph.offsets_.end() - 1);
  const auto place = [&](Index from, Index to, T weight) {
    ends[static_cast<std::size_t>(next[static_cast<std::size_t>(from)]++)] = {
        static_cast<Target>(to), weight};
  };
  for (const Arc<T>& arc : arcs) {
    place(arc.from, arc.to, arc.weight);
    if (both_ways && arc.from != arc.to) place(arc.to, arc.from, arc.weight);
  }

  // Parallel arcs are ordered by weight, so that the graph does not depend on the order given.
  for (std::size_t u = 0; u < static_cast<std::size_t>(vertices); ++u) {
    std::sort(ends.begin() + graph.offsets_[u], ends.begin() + graph.offsets_[u + 1],
              [](const End& a, const End& b) {
                return a.to != b.to ? a.to < b.to : a.weight < b.weight;
              });
  }
  std::vector<T> weights(ends.size());
  graph.targets_.resize(ends.size());
  for (std::size_t a = 0; a < ends.size(); ++a) {
    graph.targets_[a] = ends[a].to;
    weights[a] = ends[a].weight;
  }
  graph.weights_ = std::move(weights);
  return graph;
}

template Graph Graph::from_arcs(Index, std::span<const Arc<float>>, Direction);
template Graph Graph::from_arcs(Index, std::span<const Arc<double>>, Direction);
template Graph Graph::from_arcs(Index, std::span<const Arc<std::int32_t>>, Direction);
template Graph Graph::from_arcs(Index, std::span<const Arc<std::int16_t>>, Direction);

WeightType Graph::weight_type() const {
  return std::visit([]<class T>(const std::vector<T>&) { return weight_type_of<T>; }, weights_);
}

Graph&& Graph::with_labels(std::vector<std::string> labels) && {
  check_count(labels, "labels", vertices_);
  labels_ = std::move(labels);
  return std::move(*this);
}

Graph&& Graph::with_coordinates(std::vector<Coordinate> coordinates) && {
  check_count(coordinates, "coordinates", vertices_);
  coordinates_ = std::move(coordinates);
  return std::move(*this);
}

}  // namespace warpath
