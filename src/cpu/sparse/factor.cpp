// A node's front is a dense matrix over its own vertices and its boundary: its arcs, and the
// contributions of its children, which are their fronts without the vertices that are gone. Closing
// the paths through its own vertices makes it the best paths inside of the subtree: between its own
// vertices, up to the boundary, down from it, and, which is the contribution to its parent, across.

#include "cpu/sparse/factor.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <vector>

#include "base/dispatch.hpp"
#include "cpu/closure.hpp"
#include "kernels/work.hpp"
#include "numerics/rules.hpp"

namespace warpath::cpu {
namespace {

using warpath::sparse::Arcs;
using warpath::sparse::Factor;
using warpath::sparse::Node;
using warpath::sparse::Tree;
using warpath::sparse::Vertex;

template <class T>
class Factoring {
 public:
  Factoring(const FactorJob<T>& job, const Rules<T>& rules, Crew& crew, ProgressMeter& meter)
      : job_(job),
        rules_(rules),
        tree_(*job.tree),
        arcs_(*job.arcs),
        back_(arcs_.symmetric ? Arcs<T>{} : reversed(arcs_)),
        factor_(tree_, arcs_.symmetric),
        contributions_(tree_.nodes.size()),
        crew_(crew),
        meter_(meter) {}

  Factor<T> run() {
    const auto node = [&](Vertex j) -> const Node& { return tree_.nodes[at(j)]; };
    const auto alone = [&](Vertex j) { return crew_.threads() > 1 && is_large(node(j)); };
    // The largest first: they are not to be waited for at the end.
    std::vector<Vertex> order(tree_.nodes.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, {}, [&](Vertex j) {
      return std::tuple(node(j).height, alone(j), -node(j).front(), j);
    });
    // Nodes of one height do not wait for each other.
    for (auto first = order.begin(); first != order.end();) {
      const Vertex height = node(*first).height;
      const auto last =
          std::find_if(first, order.end(), [&](Vertex j) { return node(j).height != height; });
      const auto large = std::find_if(first, last, alone);
      eliminate_side_by_side({first, large});
      for (auto j = large; j != last; ++j) eliminate(*j, crew_, &meter_);
      meter_.check();
      first = last;
    }
    return std::move(factor_);
  }

 private:
  void eliminate_side_by_side(std::span<const Vertex> nodes) {
    const auto one = [&](Index i) {
      Crew alone(1);
      eliminate(nodes[at(i)], alone, nullptr);
      meter_.add(tree_.nodes[at(nodes[at(i)])].front_tasks());
    };
    crew_.run(static_cast<Index>(nodes.size()), one, [this] { return meter_.cancelled(); });
    meter_.check();
  }

  void eliminate(Vertex j, Crew& crew, ProgressMeter* meter) {
    const Node& node = tree_.nodes[at(j)];
    if (node.boundary == 0 && job_.close_elsewhere && node.width >= job_.elsewhere_from) {
      job_.close_elsewhere(root_of(j));
      tree_.each_child(node, [&](Vertex child) { contributions_[at(child)] = Matrix<T>(); });
      return;
    }
    const Index size = node.front();
    // Without a boundary all of the front is kept: it is made where it will stay.
    Matrix<T> memory;
    if (node.boundary > 0) memory = Matrix<T>(size, size);
    const MatrixView<T> front =
        node.boundary > 0 ? memory.view() : MatrixView<T>::row_major(factor_.own(j), size, size);
    crew.run_each(size, [&](Index i) {
      std::fill_n(&front(i, 0), size, rules_.no_path);
      front(i, i) = rules_.empty_path;
    });
    each_arc(node, arcs_, [&](Index i, Index k, T weight) { front(i, k) = weight; });
    each_arc(node, arcs_.symmetric ? arcs_ : back_,
             [&](Index i, Index k, T weight) { front(k, i) = weight; });
    tree_.each_child(node, [&](Vertex child) { take_contribution(node, child, front); });
    close(node, front, crew, meter);
    keep(j, node, front);
  }

  Root<T> root_of(Vertex j) const {
    const Node& node = tree_.nodes[at(j)];
    Root<T> root{.node = j, .size = node.width, .arcs = {}, .contributions = {}};
    each_arc(node, arcs_, [&](Index i, Index k, T weight) { root.arcs.push_back({i, k, weight}); });
    tree_.each_child(node, [&](Vertex child) {
      root.contributions.push_back(
          {boundary_in_front(node, child), std::as_const(contributions_[at(child)]).view()});
    });
    return root;
  }

  // Where a vertex stands in a front, -1 for those that are gone.
  Index local(const Node& node, Vertex x) const {
    if (x >= node.first + node.width) return -1;
    if (x >= node.first) return x - node.first;
    const auto boundary = tree_.boundary(node);
    return node.width + (std::lower_bound(boundary.begin(), boundary.end(), x) - boundary.begin());
  }

  // Where the boundary of a child stands in the front of its parent.
  std::vector<Index> boundary_in_front(const Node& node, Vertex child) const {
    std::vector<Index> places;
    for (const Vertex b : tree_.boundary(tree_.nodes[at(child)])) {
      places.push_back(local(node, b));
    }
    return places;
  }

  // Calls visit(i, k, weight) for the arcs from the node's own vertices, both ends as in its front.
  template <class Visit>
  void each_arc(const Node& node, const Arcs<T>& arcs, const Visit& visit) const {
    for (Index i = 0; i < node.width; ++i) {
      const Vertex u = tree_.vertex[at(node.first + i)];
      for (Index a = arcs.offsets[at(u)]; a < arcs.offsets[at(u) + 1]; ++a) {
        const Index k = local(node, tree_.place[at(arcs.targets[at(a)])]);
        if (k >= 0) visit(i, k, arcs.weights[at(a)]);
      }
    }
  }

  // Neighbouring vertices of a contribution that are neighbours in the front as well.
  struct Run {
    Index from, to, length;
  };

  void take_contribution(const Node& node, Vertex child, MatrixView<T> front) {
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
    const Matrix<T> contribution = std::exchange(contributions_[at(child)], Matrix<T>());
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

  void close(const Node& node, MatrixView<T> front, Crew& crew, ProgressMeter* meter) const {
    const ClosureJob<T> job{.tiles = job_.tiles,
                            .matrix = front.data(),
                            .n = front.rows(),
                            .ld = front.row_stride(),
                            .block = front_block(node),
                            .symmetric = arcs_.symmetric,
                            .pivots = node.width};
    const auto workspace =
        detail::allocate_cells(at(closure_workspace(*job.tiles, job.n, job.block)) * sizeof(T));
    close_matrix(job, static_cast<T*>(workspace.get()), crew, meter);
  }

  // But for what negative weights did to "no path".
  T restored(T cell) const {
    return std::integral<T> && rules_.adds && cell >= job_.least_no_path ? rules_.no_path : cell;
  }

  void keep(Vertex j, const Node& node, MatrixView<T> front) {
    const Index w = node.width;
    const Index s = node.boundary;
    if (s == 0) {  // it is there
      for (Index i = 0; i < w && !job_.nonnegative && std::integral<T>; ++i) {
        for (Index k = 0; k < w; ++k) front(i, k) = restored(front(i, k));
      }
      return;
    }
    for (Index i = 0; i < w; ++i) {
      for (Index k = 0; k < w; ++k) factor_.own(j)[i * w + k] = restored(front(i, k));
      for (Index k = 0; k < s; ++k) factor_.up(j)[i * s + k] = restored(front(i, w + k));
      if (arcs_.symmetric) continue;
      for (Index k = 0; k < s; ++k) factor_.down(j)[i * s + k] = restored(front(w + k, i));
    }
    Matrix<T> contribution(s, s);
    for (Index i = 0; i < s; ++i) {
      for (Index k = 0; k < s; ++k) contribution(i, k) = restored(front(w + i, w + k));
    }
    contributions_[at(j)] = std::move(contribution);
  }

  const FactorJob<T>& job_;
  const Rules<T> rules_;
  const Tree& tree_;
  const Arcs<T>& arcs_;
  const Arcs<T> back_;
  Factor<T> factor_;
  std::vector<Matrix<T>> contributions_;
  Crew& crew_;
  ProgressMeter& meter_;
};

}  // namespace

template <class S>
Factor<typename S::Weight> factor(const FactorJob<typename S::Weight>& job, Crew& crew,
                                  ProgressMeter& meter) {
  return Factoring<typename S::Weight>(job, rules_of<S>, crew, meter).run();
}

#define WARPATH_INSTANTIATE(S)                                                               \
  template Factor<typename S::Weight> factor<S>(const FactorJob<typename S::Weight>&, Crew&, \
                                                ProgressMeter&);
WARPATH_EACH_SEMIRING(WARPATH_INSTANTIATE)

}  // namespace warpath::cpu
