// Looks for distances that have outgrown their type: what a search finds must have been reached.
#pragma once

#include <vector>

#include "numerics/prepare.hpp"
#include "sparse/arcs.hpp"
#include "warpath/semiring.hpp"

namespace warpath {

template <class T>
class ReachedRows {
 public:
  explicit ReachedRows(const sparse::Arcs<T>& arcs)
      : arcs_(arcs), seen_(sparse::at(arcs.vertices()), -1), queue_(sparse::at(arcs.vertices())) {}

  // Error bad_input when a vertex that can be reached from the source is at no_path().
  void check(sparse::Vertex source, const T* row) {
    std::size_t end = 0;
    seen_[sparse::at(source)] = round_;
    queue_[end++] = source;
    for (std::size_t next = 0; next < end; ++next) {
      const sparse::Vertex u = queue_[next];
      if (row[u] == no_path<T>()) refuse_distance<T>(source, u);
      for (Index a = arcs_.offsets[sparse::at(u)]; a < arcs_.offsets[sparse::at(u) + 1]; ++a) {
        const sparse::Vertex v = arcs_.targets[sparse::at(a)];
        if (seen_[sparse::at(v)] == round_) continue;
        seen_[sparse::at(v)] = round_;
        queue_[end++] = v;
      }
    }
    ++round_;
  }

 private:
  const sparse::Arcs<T>& arcs_;
  std::vector<Index> seen_;
  std::vector<sparse::Vertex> queue_;
  Index round_ = 0;
};

}  // namespace warpath
