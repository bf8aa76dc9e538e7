// Eliminates the vertices of a graph, node by node, children first.
#pragma once

#include <functional>

#include "core/crew.hpp"
#include "core/progress_meter.hpp"
#include "cpu/tiles.hpp"
#include "sparse/arcs.hpp"
#include "sparse/factor.hpp"

namespace warpath::cpu {

template <class T>
struct FactorJob {
  const Tiles<T>* tiles = nullptr;
  const warpath::sparse::Tree* tree = nullptr;
  const warpath::sparse::Arcs<T>* arcs = nullptr;
  bool look_for_cycles = true;  // false: the weights allow no negative cycle
  CycleTolerance tolerance;
  T least_no_path{};  // what stands for "no path" when negative weights have been added to it

  // Closes a front that has no boundary somewhere else, from this size on; may be empty. Returns a vertex of the front with
  // a negative cycle through it, or -1.
  std::function<Index(T* front, Index size, Index ld)> close_elsewhere = {};
  Index elsewhere_from = 0;
};

// Throws Error negative_cycle, naming a vertex on it, and what the meter's check() throws.
template <class S>
warpath::sparse::Factor<typename S::Weight> factor(const FactorJob<typename S::Weight>& job,
                                                   Crew& crew, ProgressMeter& meter);

// What factor() takes beside the factor and the arcs: fronts, and contributions that wait for their parents.
template <class T>
std::size_t front_bytes(const warpath::sparse::Tree& tree, int threads);

// Tasks of a front, which is what the meter is told.
double front_tasks(const warpath::sparse::Node& node);

}  // namespace warpath::cpu
