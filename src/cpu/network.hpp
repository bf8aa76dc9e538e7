// The arcs as searches read them.
#pragma once

#include <numeric>
#include <utility>
#include <vector>

#include "sparse/arcs.hpp"

namespace warpath::cpu {

template <class T>
struct Hop {
  sparse::Vertex target;
  T weight;
};

// Target beside weight.
template <class T>
struct Network {
  // `renumbered` says what the caller's vertices are called here; empty: the same.
  Network(const sparse::Arcs<T>& arcs, std::vector<sparse::Vertex> renumbered)
      : number(std::move(renumbered)), offsets(arcs.offsets.size()), hops(arcs.targets.size()) {
    for (sparse::Vertex v = 0; v < vertices(); ++v) {
      offsets[sparse::at(here(v)) + 1] =
          arcs.offsets[sparse::at(v) + 1] - arcs.offsets[sparse::at(v)];
    }
    std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
    for (sparse::Vertex v = 0; v < vertices(); ++v) {
      Hop<T>* hop = hops.data() + offsets[sparse::at(here(v))];
      for (Index a = arcs.offsets[sparse::at(v)]; a < arcs.offsets[sparse::at(v) + 1]; ++a) {
        *hop++ = {here(arcs.targets[sparse::at(a)]), arcs.weights[sparse::at(a)]};
      }
    }
  }

  sparse::Vertex vertices() const { return static_cast<sparse::Vertex>(offsets.size() - 1); }
  sparse::Vertex here(sparse::Vertex v) const { return number.empty() ? v : number[sparse::at(v)]; }

  std::vector<sparse::Vertex> number;
  std::vector<Index> offsets;
  std::vector<Hop<T>> hops;
};

}  // namespace warpath::cpu
