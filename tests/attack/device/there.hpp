// Solves in the memory of a CUDA device, for builds with CUDA and without.
#pragma once

#include <vector>

#include "warpath/graph.hpp"
#include "warpath/options.hpp"

namespace attack {

// solve_on_device() of the n x n matrix that begins at cells[0]; all of `cells` go there and come
// back. Error device_unavailable in builds without CUDA.
template <class T>
void solve_there(std::vector<T>& cells, warpath::Index n, warpath::Index row_stride,
                 warpath::Index column_stride, const warpath::Options& options);

// The same of a graph, into rows of `cells`.
template <class T>
void solve_there(const warpath::Graph& graph, std::vector<T>& cells, warpath::Index n,
                 warpath::Index row_stride, const warpath::Options& options);

}  // namespace attack
