// A search from every vertex, with buckets for a heap.
#pragma once

#include <span>

#include "base/crew.hpp"
#include "base/progress_meter.hpp"
#include "sparse/arcs.hpp"

namespace warpath::cpu {

// As dijkstra_rows(), with the same results, mostly sooner. Weights that do not suit buckets cost
// three scans per vertex, on average, before the heap takes over: once per thread.
// Memory O(arcs), and per thread O(vertices), or O(arcs) until buckets are given up.
template <class T>
void buckets_rows(const sparse::Arcs<T>& arcs, std::span<const sparse::Vertex> sources, T* rows,
                  Index ld, Crew& crew, ProgressMeter* meter);

}  // namespace warpath::cpu
