// A node's front: what goes into it, and what is kept of it.
//
// It is a dense matrix over the node's own vertices and its boundary: its arcs, and the
// contributions of its children, which are their fronts without the vertices that are gone. Closing
// the paths through its own vertices makes it the best paths inside of the subtree: between its own
// vertices, up to the boundary, down from it, and, which is the contribution to its parent, across.
#pragma once

#include <algorithm>
#include <concepts>
#include <vector>

#include "cpu/sparse/factor.hpp"
#include "numerics/rules.hpp"

namespace warpath::cpu {

template <class T>
class Fronts {
 public:
  using Arcs = warpath::sparse::Arcs<T>;
  using Factor = warpath::sparse::Factor<T>;
  using Node = warpath::sparse::Node;
  using Vertex = warpath::sparse::Vertex;

  Fronts(const FactorJob<T>& job, const Rules<T>& rules)
      : rules_(rules),
        tree_(*job.tree),
        arcs_(*job.arcs),
        back_(arcs_.symmetric ? Arcs{} : reversed(arcs_)),
        restores_(std::integral<T> && rules.adds && !job.nonnegative),
        least_no_path_(job.least_no_path) {}

  // The arcs of its own vertices, and nothing else.
  void begin(const Node& node, MatrixView<T> front, Crew& crew) const {
    crew.run_each(front.rows(), [&](Index i) {
      std::fill_n(&front(i, 0), front.columns(), rules_.no_path);
      front(i, i) = rules_.empty_path;
    });
    const bool symmetric = arcs_.symmetric;
    each_arc(node, arcs_, [&](Index i, Index k, T weight) {
      front(i, k) = weight;
      if (symmetric) front(k, i) = weight;
    });
    if (!symmetric) each_arc(node, back_, [&](Index i, Index k, T w) { front(k, i) = w; });
  }

  // The better of what is there and what a child says.
  void add(const Node& node, Vertex child, const Matrix<T>& contribution,
           MatrixView<T> front) const {
    const std::vector<Run> runs = runs_of(node, child);
    rules_.with_order([&](auto is_better) {
      for (const Run& rows : runs) {
        for (Index i = 0; i < rows.length; ++i) {
          for (const Run& columns : runs) {
            const T* const cells = &contribution(rows.from + i, columns.from);
            T* const to = &front(rows.to + i, columns.to);
            for (Index c = 0; c < columns.length; ++c) {
              to[c] = is_better(cells[c], to[c]) ? cells[c] : to[c];
            }
          }
        }
      }
    });
  }

  // Of a closed front: into the factor, and what is for the parent.
  Matrix<T> keep(Vertex j, MatrixView<T> front, const Factor& factor) const {
    const Node& node = tree_.nodes[at(j)];
    const Index w = node.width;
    const Index s = node.boundary;
    if (restores_) restore(front);
    if (s == 0) return {};  // it is there
    for (Index i = 0; i < w; ++i) {
      std::copy_n(&front(i, 0), w, factor.own(j) + i * w);
      std::copy_n(&front(i, w), s, factor.up(j) + i * s);
    }
    for (Index k = 0; k < s && !factor.symmetric(); ++k) {
      const T* const down = &front(w + k, 0);
      for (Index i = 0; i < w; ++i) factor.down(j)[i * s + k] = down[i];
    }
    Matrix<T> contribution(s, s);
    for (Index i = 0; i < s; ++i) std::copy_n(&front(w + i, w), s, &contribution(i, 0));
    return contribution;
  }

  // What goes into a front that is put together somewhere else. Contributions stay where they are.
  Root<T> root_of(Vertex j, const std::vector<Matrix<T>>& contributions) const {
    const Node& node = tree_.nodes[at(j)];
    Root<T> root{.node = j, .size = node.width, .arcs = {}, .contributions = {}};
    each_arc(node, arcs_, [&](Index i, Index k, T weight) { root.arcs.push_back({i, k, weight}); });
    tree_.each_child(node, [&](Vertex child) {
      root.contributions.push_back(
          {boundary_in_front(node, child), contributions[at(child)].view()});
    });
    return root;
  }

 private:
  // Neighbouring vertices of a contribution that are neighbours in the front as well.
  struct Run {
    Index from, to, length;
  };

  // Calls visit(i, k, weight) for the arcs from the node's own vertices to those that are not gone,
  // both ends as in its front.
  template <class Visit>
  void each_arc(const Node& node, const Arcs& arcs, const Visit& visit) const {
    const auto boundary = tree_.boundary(node);
    for (Index i = 0; i < node.width; ++i) {
      const Vertex u = tree_.vertex[at(node.first + i)];
      for (Index a = arcs.offsets[at(u)]; a < arcs.offsets[at(u) + 1]; ++a) {
        const Vertex x = tree_.place[at(arcs.targets[at(a)])];
        if (x >= node.first + node.width) continue;
        const Index k = x >= node.first
                            ? x - node.first
                            : node.width + (std::lower_bound(boundary.begin(), boundary.end(), x) -
                                            boundary.begin());
        visit(i, k, arcs.weights[at(a)]);
      }
    }
  }

  // Where the boundary of a child stands in the front of its parent. Both are sorted.
  std::vector<Index> boundary_in_front(const Node& node, Vertex child) const {
    const auto inherited = tree_.boundary(node);
    const auto boundary = tree_.boundary(tree_.nodes[at(child)]);
    std::vector<Index> places;
    places.reserve(boundary.size());
    std::size_t k = 0;
    for (const Vertex b : boundary) {
      while (b < node.first && inherited[k] != b) ++k;
      places.push_back(b < node.first ? node.width + static_cast<Index>(k) : b - node.first);
    }
    return places;
  }

  std::vector<Run> runs_of(const Node& node, Vertex child) const {
    std::vector<Run> runs;
    Index from = 0;
    for (const Index to : boundary_in_front(node, child)) {
      if (!runs.empty() && runs.back().to + runs.back().length == to) {
        ++runs.back().length;
      } else {
        runs.push_back({from, to, 1});
      }
      ++from;
    }
    return runs;
  }

  // Takes away what negative weights did to "no path".
  void restore(MatrixView<T> front) const {
    for (Index i = 0; i < front.rows(); ++i) {
      T* const row = &front(i, 0);
      for (Index k = 0; k < front.columns(); ++k) {
        row[k] = row[k] >= least_no_path_ ? rules_.no_path : row[k];
      }
    }
  }

  const Rules<T> rules_;
  const warpath::sparse::Tree& tree_;
  const Arcs& arcs_;
  const Arcs back_;  // against their direction, where that matters
  const bool restores_;
  const T least_no_path_;
};

}  // namespace warpath::cpu
