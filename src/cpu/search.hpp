// The other way to all distances: a search from every vertex.
#pragma once

#include <cstdint>
#include <span>

#include "base/crew.hpp"
#include "base/progress_meter.hpp"
#include "sparse/arcs.hpp"

namespace warpath::cpu {

// Where vertices wait for their turn. The results are the same. Buckets are mostly sooner; weights that
// do not suit them cost three scans per vertex, on average, before the heap takes over: once per thread.
enum class Queue : std::uint8_t { buckets, heap };

// Distances from some vertices to all, for weights >= 0: row k of `rows`, `ld` elements from row to
// row, gets those from sources[k]. A sum that reaches no_path<T>() is no path. Results do not depend
// on the threads. Tasks are counted as arcs.vertices() per source. Throws what the meter's check()
// throws, and std::bad_alloc; then the rows mean nothing. The meter may be null.
// Memory O(arcs), and per thread O(vertices), or O(arcs) as long as there are buckets.
// Time O(arcs log(vertices)) per source.
template <class T>
void search_rows(const sparse::Arcs<T>& arcs, std::span<const sparse::Vertex> sources, T* rows,
                 Index ld, Queue queue, Crew& crew, ProgressMeter* meter);

}  // namespace warpath::cpu
