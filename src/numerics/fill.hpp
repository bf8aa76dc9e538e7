// From what the user has, a graph or a matrix of any type and layout, to the type of a semiring.
#pragma once

#include <concepts>
#include <span>
#include <vector>

#include "base/any_matrix.hpp"
#include "base/crew.hpp"
#include "numerics/facts.hpp"
#include "numerics/rules.hpp"
#include "warpath/graph.hpp"

namespace warpath {

// The one spelling of a weight: no -0, no true but 1.
template <class T>
constexpr T tidied(T weight) {
  if constexpr (std::same_as<T, std::uint8_t>) return weight != 0 ? T{1} : T{0};
  if constexpr (std::floating_point<T>) return weight + T{0};
  return weight;
}

// Row i of a matrix, where it lies or in the buffer. Cells at the matrix' own no_path become that of
// the rules. Error bad_input for a weight that T cannot hold (see Options::weights).
template <class T>
const T* row_of(const AnyInput& from, Index i, const Rules<T>& rules, std::vector<T>& buffer,
                Orientation orientation = Orientation::as_seen);

// The weights of the arcs out of a vertex, tidied, in the buffer. Error bad_input, too.
template <class T>
std::span<const T> arc_weights(const Graph& graph, Index from, const Rules<T>& rules,
                               std::vector<T>& buffer);

// Writes every cell of the working matrix, tidied; of parallel arcs the better stays.
template <class T>
void fill(MatrixView<T> to, const Graph& graph, const Rules<T>& rules, Crew& crew);
template <class T>
void fill(MatrixView<T> to, const AnyInput& from, const Rules<T>& rules, Crew& crew);

}  // namespace warpath
