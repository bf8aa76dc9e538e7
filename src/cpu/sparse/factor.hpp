// Eliminates the vertices of a graph, node by node, children first.
#pragma once

#include <functional>
#include <vector>

#include "base/crew.hpp"
#include "base/progress_meter.hpp"
#include "cpu/tiles.hpp"
#include "sparse/arcs.hpp"
#include "sparse/factor.hpp"

namespace warpath::cpu {

// A front without a boundary, before it is put together: a dense problem over the vertices of its node, counted from 0.
template <class T>
struct Root {
  struct Arc {
    Index from, to;
    T weight;
  };
  struct Contribution {
    std::vector<Index> vertices;  // ascending
    MatrixView<const T> cells;    // between them
  };

  warpath::sparse::Vertex node = 0;
  Index size = 0;
  std::vector<Arc> arcs;
  std::vector<Contribution> contributions;
};

template <class T>
struct FactorJob {
  const Tiles<T>* tiles = nullptr;
  const warpath::sparse::Tree* tree = nullptr;
  const warpath::sparse::Arcs<T>* arcs = nullptr;
  bool nonnegative = false;  // all weights are
  T least_no_path{};         // what stands for "no path" when negative weights were added to it

  // Closes a root somewhere else, from this size on; may be empty. Paths inside of it are then not
  // in the factor.
  std::function<void(const Root<T>& root)> close_elsewhere = {};
  Index elsewhere_from = 0;
};

// No cycle of the arcs is better than the empty path. Throws what the meter's check() throws.
template <class S>
warpath::sparse::Factor<typename S::Weight> factor(const FactorJob<typename S::Weight>& job,
                                                   Crew& crew, ProgressMeter& meter);

// Pivot blocks of a front: wide ones for fronts that do not fit the caches.
inline Index front_block(const warpath::sparse::Node& node) {
  return node.width >= 1024 ? 256 : kBaseBlock;
}

// Cells that a front lies in. It is a matrix by itself, whose rows begin on cache lines.
template <class T>
Index front_cells(const warpath::sparse::Node& node) {
  return node.front() * detail::padded_leading_dimension(node.front(), sizeof(T));
}

// Whether a front has all threads to itself.
inline bool is_large(const warpath::sparse::Node& node) { return node.front_tasks() >= 5e7; }

}  // namespace warpath::cpu
