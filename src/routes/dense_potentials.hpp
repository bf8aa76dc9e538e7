// Potentials of a matrix without negative cycles, by Bellman's rounds on all threads. Dense graphs
// need few rounds: their shortest paths have few arcs.
#pragma once

#include <optional>
#include <vector>

#include "numerics/potentials.hpp"

namespace warpath::routes {

// Where more would be needed, a negative cycle is likely, and other searches are faster.
inline constexpr int kMostRounds = 24;

// Numbers h so that h[u] + w >= h[v] - margin for every arc; nothing where that takes too many
// rounds, as it does where there is a negative cycle. The same for any number of threads.
template <class T>
std::optional<std::vector<Potential<T>>> dense_potentials(MatrixView<const T> weights,
                                                          Potential<T> margin, Crew& crew);

}  // namespace warpath::routes
