// Where arcs lead, whatever they weigh.
#pragma once

#include <span>
#include <vector>

#include "warpath/graph.hpp"

namespace warpath::cli {

// Of every vertex, whether arcs lead there from one of these, which are among them. An arc that
// weighs as much as "no path" of the semiring is none. O(vertices + arcs).
std::vector<bool> reach_of(const Graph& graph, std::span<const Index> starts,
                           SemiringKind semiring);

// The same vertices without labels, and the arcs between those that are not `gone`.
Graph without(const Graph& graph, const std::vector<bool>& gone);

}  // namespace warpath::cli
