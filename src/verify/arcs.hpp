// The input of a solve, dense or sparse, as arcs that a search can walk along.
#pragma once

#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include "warpath/error.hpp"
#include "warpath/graph.hpp"
#include "warpath/matrix.hpp"
#include "warpath/semiring.hpp"
#include "warpath/types.hpp"

namespace warpath::verify {

// What a cell says when there is no arc or no path, and what the empty path is: part of the
// contract of the data, so taken from where it is written down.
template <class T>
struct Encoding {
  T no_path;
  T empty_path;
};

template <class T>
Encoding<T> encoding(SemiringKind semiring) {
  if constexpr (std::is_same_v<T, std::uint8_t>) {
    if (semiring == SemiringKind::reachability) return {0, 1};
  } else {
    switch (semiring) {
      case SemiringKind::shortest_path: return {ShortestPath<T>::no_path(), T{0}};
      case SemiringKind::widest_path:
        return {WidestPath<T>::no_path(), WidestPath<T>::empty_path()};
      case SemiringKind::minimax_path:
        return {MinimaxPath<T>::no_path(), MinimaxPath<T>::empty_path()};
      case SemiringKind::reachability: break;
    }
  }
  throw Error(ErrorCode::usage, fmt::format("{} does not go with weights of type {}",
                                            to_string(semiring), to_string(weight_type_of<T>)));
}

template <class T>
using Wide = std::conditional_t<std::is_floating_point_v<T>, double, std::int64_t>;

// The input as arcs: visit(v, weight) for every arc that leaves u.
template <class T>
struct DenseArcs {
  MatrixView<const T> weights;
  T no_path;
  template <class Visit>
  void operator()(Index u, Visit visit) const {
    for (Index v = 0; v < weights.columns(); ++v) {
      const T weight = weights(u, v);
      if (weight != no_path) visit(v, static_cast<Wide<T>>(weight));
    }
  }
};

template <class T>
struct SparseArcs {
  const Graph& graph;
  std::vector<T> weights;
  T no_path;
  template <class Visit>
  void operator()(Index u, Visit visit) const {
    const auto row = static_cast<std::size_t>(u);
    for (auto a = static_cast<std::size_t>(graph.offsets()[row]);
         a < static_cast<std::size_t>(graph.offsets()[row + 1]); ++a) {
      if (weights[a] != no_path) visit(graph.targets()[a], static_cast<Wide<T>>(weights[a]));
    }
  }
};

// The graph's weights as the result's type; for reachability every arc counts 1.
template <class T, class From>
std::vector<T> converted(std::span<const From> weights) {
  std::vector<T> result;
  result.reserve(weights.size());
  for (const From weight : weights) {
    result.push_back(std::is_same_v<T, std::uint8_t> ? T{1} : static_cast<T>(weight));
  }
  return result;
}

template <class T>
std::vector<T> weights_as(const Graph& graph) {
  switch (graph.weight_type()) {
    case WeightType::float32: return converted<T>(graph.weights<float>());
    case WeightType::float64: return converted<T>(graph.weights<double>());
    case WeightType::int32: return converted<T>(graph.weights<std::int32_t>());
    case WeightType::int16: return converted<T>(graph.weights<std::int16_t>());
    case WeightType::boolean: break;
  }
  throw Error(ErrorCode::internal, "a graph with boolean weights");
}

}  // namespace warpath::verify
