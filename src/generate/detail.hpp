// What the generators of graphs share. The kinds themselves are described in generate.hpp.
#pragma once

#include <cstdint>
#include <type_traits>

#include "base/random.hpp"
#include "warpath/generate.hpp"
#include "warpath/graph.hpp"

namespace warpath::detail {

// Weights are drawn as whole steps, `kStepsPerUnit` of them to 1.0, and become floats by one
// division: exactly rounded everywhere, where a + b*c could be fused on one machine and not on
// another. It also keeps text files short.
template <class T>
inline constexpr std::int64_t kStepsPerUnit = 1;
template <>
inline constexpr std::int64_t kStepsPerUnit<float> = 100;
template <>
inline constexpr std::int64_t kStepsPerUnit<double> = 1'000'000;

template <class T>
T from_steps(std::int64_t steps) {
  if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(steps) / static_cast<T>(kStepsPerUnit<T>);
  } else {
    return static_cast<T>(steps);
  }
}

template <class T>
T random_weight(Random& random) {
  return from_steps<T>(random.between(kStepsPerUnit<T>, 100 * kStepsPerUnit<T>));
}

// At its peak, while a Graph is made from a list of arcs.
template <class T>
inline constexpr std::size_t kBytesPerArc = sizeof(Arc<T>) + sizeof(T) + sizeof(Graph::Target);

// How many arcs a complete graph has. Error does_not_fit when building it takes more memory than
// there is, at `bytes_per_arc`.
std::size_t complete_arcs(GraphKind kind, Index vertices, std::size_t bytes_per_arc);

// In generate_arcs.cpp: drawn arc by arc.
template <class T>
Graph make_random(Index n, const GenerateOptions& options);
template <class T>
Graph make_gnp(Index n, const GenerateOptions& options);
template <class T>
Graph make_scale_free(Index n, const GenerateOptions& options);
template <class T>
Graph make_chain(Index n, const GenerateOptions& options);

// In generate_places.cpp: points in the plane.
template <class T>
Graph make_grid(Index n, const GenerateOptions& options);
template <class T>
Graph make_road(Index n, const GenerateOptions& options);
template <class T>
Graph make_metric(Index n, const GenerateOptions& options);

}  // namespace warpath::detail
