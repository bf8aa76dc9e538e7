// A node's front is a dense matrix over its own vertices and its boundary: its arcs, and the contributions of its
// children, which are their fronts without the vertices that are gone. Closing the paths through its own vertices
// makes it the way up, the way down, the ways inside, and the contribution to its parent.

#include "cpu/sparse/factor.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <tuple>
#include <vector>

#include "base/dispatch.hpp"
#include "cpu/closure.hpp"
#include "kernels/work.hpp"

namespace warpath::cpu {
namespace {

using warpath::sparse::Arcs;
using warpath::sparse::at;
using warpath::sparse::Factor;
using warpath::sparse::Node;
using warpath::sparse::Tree;
using warpath::sparse::Vertex;

// Fronts with more tasks than this have all threads to themselves.
constexpr double kLargeFront = 5e7;

// Pivot blocks: wide ones for fronts that do not fit the caches.
constexpr Index kWideFront = 1024;
constexpr Index kWideBlock = 256;

template <class S>
class Factoring {
 public:
  using T = typename S::Weight;

  Factoring(const FactorJob<T>& job, Crew& crew, ProgressMeter& meter)
      : job_(job),
        tree_(*job.tree),
        arcs_(*job.arcs),
        back_(arcs_.symmetric ? Arcs<T>{} : reversed(arcs_)),
        factor_(tree_, arcs_.symmetric),
        contributions_(tree_.nodes.size()),
        first_child_(tree_.nodes.size(), -1),
        sibling_(tree_.nodes.size(), -1),
        crew_(crew),
        meter_(meter) {
    // The last child is linked first: siblings are met in order.
    for (auto j = static_cast<Vertex>(tree_.nodes.size()) - 1; j >= 0; --j) {
      const Vertex parent = tree_.nodes[at(j)].parent;
      if (parent >= 0) sibling_[at(j)] = std::exchange(first_child_[at(parent)], j);
    }
  }

  Factor<T> run() {
    check_loop();
    const auto count = static_cast<Vertex>(tree_.nodes.size());
    std::vector<Vertex> order(at(count));
    std::iota(order.begin(), order.end(), 0);
    const auto is_large = [&](Vertex j) {
      return crew_.threads() > 1 && front_tasks(tree_.nodes[at(j)]) >= kLargeFront;
    };
    std::sort(order.begin(), order.end(), [&](Vertex a, Vertex b) {
      return std::tuple(tree_.nodes[at(a)].height, is_large(a), a) <
             std::tuple(tree_.nodes[at(b)].height, is_large(b), b);
    });
    // Nodes of one height do not wait for each other.
    for (auto first = order.begin(); first != order.end();) {
      const Vertex height = tree_.nodes[at(*first)].height;
      auto last = std::find_if(first, order.end(),
                               [&](Vertex j) { return tree_.nodes[at(j)].height != height; });
      const auto large = std::find_if(first, last, is_large);
      run_each({first, large});
      for (auto j = large; j != last; ++j) run_alone(*j);
      if (bad_ < tree_.vertices()) throw_negative_cycle(tree_.vertex[at(bad_.load())]);
      first = last;
    }
    return std::move(factor_);
  }

 private:
  // Self-loops are no part of fronts.
  void check_loop() const {
    if (arcs_.loop_at < 0) return;
    T loop = arcs_.best_loop;
    if (!settle_loop<S>(loop, job_.tolerance)) throw_negative_cycle(arcs_.loop_at);
  }

  // The largest first: they are not to be waited for at the end.
  void run_each(std::span<Vertex> nodes) {
    // Not stable_sort, which asks the heap for more than it needs.
    std::sort(nodes.begin(), nodes.end(), [&](Vertex a, Vertex b) {
      const auto size = [&](Vertex j) {
        return tree_.nodes[at(j)].width + tree_.nodes[at(j)].boundary;
      };
      return std::tuple(size(b), a) < std::tuple(size(a), b);
    });
    crew_.run(
        static_cast<Index>(nodes.size()),
        [&](Index i) {
          Crew alone(1);
          eliminate(nodes[at(i)], alone, nullptr);
          meter_.add(front_tasks(tree_.nodes[at(nodes[at(i)])]));
        },
        [this] { return meter_.cancelled(); });
    meter_.check();
  }

  void run_alone(Vertex j) {
    eliminate(j, crew_, &meter_);
    meter_.check();
  }

  void eliminate(Vertex j, Crew& crew, ProgressMeter* meter) {
    const Node& node = tree_.nodes[at(j)];
    if (node.boundary == 0 && job_.close_elsewhere && node.width >= job_.elsewhere_from) {
      const Index bad = job_.close_elsewhere(root_of(j));
      if (bad >= 0) lower(bad_, node.first + bad);
      for (Vertex child = first_child_[at(j)]; child >= 0; child = sibling_[at(child)]) {
        contributions_[at(child)] = Matrix<T>();
      }
      return;
    }
    const Index size = Index{node.width} + node.boundary;
    // Without a boundary all of the front is kept: it is made where it will stay.
    Matrix<T> memory;
    if (node.boundary > 0) memory = Matrix<T>(size, size);
    const MatrixView<T> front =
        node.boundary > 0 ? memory.view() : MatrixView<T>::row_major(factor_.own(j), size, size);
    crew.run_each(size, [&](Index i) {
      std::fill_n(&front(i, 0), size, S::no_path());
      front(i, i) = S::empty_path();
    });
    take_arcs(node, front);
    for (Vertex child = first_child_[at(j)]; child >= 0; child = sibling_[at(child)]) {
      take_contribution(node, child, front);
    }
    const Index bad = close(node, front, crew, meter);
    if (bad >= 0) {
      lower(bad_, bad < node.width ? node.first + bad : tree_.boundary(node)[at(bad - node.width)]);
      return;
    }
    keep(j, node, front);
  }

  Root<T> root_of(Vertex j) const {
    const Node& node = tree_.nodes[at(j)];
    Root<T> root;
    root.node = j;
    root.size = node.width;
    for (Index i = 0; i < node.width; ++i) {
      const Vertex u = tree_.vertex[at(node.first + i)];
      for (Index a = arcs_.offsets[at(u)]; a < arcs_.offsets[at(u) + 1]; ++a) {
        const Index k = local(node, tree_.place[at(arcs_.targets[at(a)])]);
        if (k >= 0) root.arcs.push_back({i, k, arcs_.weights[at(a)]});
      }
    }
    for (Vertex child = first_child_[at(j)]; child >= 0; child = sibling_[at(child)]) {
      typename Root<T>::Contribution contribution;
      for (const Vertex b : tree_.boundary(tree_.nodes[at(child)])) {
        contribution.vertices.push_back(local(node, b));
      }
      contribution.cells = contributions_[at(child)].view();
      root.contributions.push_back(std::move(contribution));
    }
    return root;
  }

  // Where a vertex stands in a front, -1 for those that are gone.
  Index local(const Node& node, Vertex x) const {
    if (x >= node.first + node.width) return -1;
    if (x >= node.first) return x - node.first;
    const auto boundary = tree_.boundary(node);
    return node.width + (std::lower_bound(boundary.begin(), boundary.end(), x) - boundary.begin());
  }

  void take_arcs(const Node& node, MatrixView<T> front) const {
    const Arcs<T>& back = arcs_.symmetric ? arcs_ : back_;
    for (Index i = 0; i < node.width; ++i) {
      const Vertex u = tree_.vertex[at(node.first + i)];
      const auto each = [&](const Arcs<T>& arcs, const auto& visit) {
        for (Index a = arcs.offsets[at(u)]; a < arcs.offsets[at(u) + 1]; ++a) {
          const Index k = local(node, tree_.place[at(arcs.targets[at(a)])]);
          if (k >= 0) visit(k, arcs.weights[at(a)]);
        }
      };
      each(arcs_, [&](Index k, T weight) { front(i, k) = weight; });
      each(back, [&](Index k, T weight) { front(k, i) = weight; });
    }
  }

  // Neighbouring vertices of a contribution that are neighbours in the front as well.
  struct Run {
    Index from, to, length;
  };

  void take_contribution(const Node& node, Vertex child, MatrixView<T> front) {
    Matrix<T>& contribution = contributions_[at(child)];
    const auto boundary = tree_.boundary(tree_.nodes[at(child)]);
    std::vector<Run> runs;
    for (Index i = 0; i < static_cast<Index>(boundary.size()); ++i) {
      const Index to = local(node, boundary[at(i)]);
      if (!runs.empty() && runs.back().to + runs.back().length == to) {
        ++runs.back().length;
      } else {
        runs.push_back({i, to, 1});
      }
    }
    for (const Run& rows : runs) {
      for (Index i = 0; i < rows.length; ++i) {
        const T* from = &contribution(rows.from + i, 0);
        T* to = &front(rows.to + i, 0);
        for (const Run& columns : runs) {
          for (Index c = 0; c < columns.length; ++c) {
            const T cell = from[columns.from + c];
            T& better = to[columns.to + c];
            better = S::is_better(cell, better) ? cell : better;
          }
        }
      }
    }
    contribution = Matrix<T>();
  }

  Index close(const Node& node, MatrixView<T> front, Crew& crew, ProgressMeter* meter) const {
    ClosureJob<T> job;
    job.tiles = job_.tiles;
    job.matrix = front.data();
    job.n = front.rows();
    job.ld = front.row_stride();
    job.block = node.width >= kWideFront ? kWideBlock : kBaseBlock;
    job.symmetric = arcs_.symmetric;
    job.look_for_cycles = job_.look_for_cycles;
    job.tolerance = job_.tolerance;
    job.pivots = node.width;
    const auto workspace =
        detail::allocate_cells(at(closure_workspace(*job.tiles, job.n, job.block)) * sizeof(T));
    return close_matrix(job, static_cast<T*>(workspace.get()), crew, meter);
  }

  T restored(T cell) const {
    if constexpr (S::adds && std::integral<T>) {
      return cell >= job_.least_no_path ? S::no_path() : cell;
    }
    return cell;
  }

  void keep(Vertex j, const Node& node, MatrixView<T> front) {
    const Index w = node.width;
    const Index s = node.boundary;
    if (s == 0) {
      // It is there, but for what negative weights did to "no path".
      for (Index i = 0; i < w && job_.look_for_cycles && std::integral<T>; ++i) {
        for (Index k = 0; k < w; ++k) front(i, k) = restored(front(i, k));
      }
      return;
    }
    for (Index i = 0; i < w; ++i) {
      for (Index k = 0; k < w; ++k) factor_.own(j)[i * w + k] = restored(front(i, k));
      for (Index k = 0; k < s; ++k) factor_.up(j)[i * s + k] = restored(front(i, w + k));
    }
    if (!arcs_.symmetric) {
      for (Index k = 0; k < s; ++k) {
        for (Index i = 0; i < w; ++i) factor_.down(j)[i * s + k] = restored(front(w + k, i));
      }
    }
    Matrix<T> contribution(s, s);
    for (Index i = 0; i < s; ++i) {
      for (Index k = 0; k < s; ++k) contribution(i, k) = restored(front(w + i, w + k));
    }
    contributions_[at(j)] = std::move(contribution);
  }

  const FactorJob<T>& job_;
  const Tree& tree_;
  const Arcs<T>& arcs_;
  const Arcs<T> back_;
  Factor<T> factor_;
  std::vector<Matrix<T>> contributions_;
  std::vector<Vertex> first_child_;
  std::vector<Vertex> sibling_;
  Crew& crew_;
  ProgressMeter& meter_;
  std::atomic<Index> bad_{std::numeric_limits<Index>::max()};
};

}  // namespace

double front_tasks(const Node& node) {
  const double size = static_cast<double>(node.width) + node.boundary;
  return node.width * size * size;
}

template <class T>
std::size_t front_bytes(const Tree& tree, int threads) {
  // A contribution is there from its node's height to its parent's.
  Vertex highest = 0;
  for (const Node& node : tree.nodes) highest = std::max(highest, node.height);
  std::vector<std::int64_t> change(at(highest) + 2, 0);
  std::size_t alone = 0;
  std::size_t beside = 0;
  for (const Node& node : tree.nodes) {
    const Index size = Index{node.width} + node.boundary;
    const Index block = std::min(node.width >= kWideFront ? kWideBlock : kBaseBlock, size);
    // The front, its packed panels in both shapes, and some room for edges of tiles.
    constexpr Index kEdge = 64;
    const std::size_t panels = at((1 + kRepeat<T>)*(size + block + 2 * kEdge) * (block + kEdge));
    const std::size_t bytes = (node.boundary > 0 ? Matrix<T>::bytes_needed(size, size) : 0) +
                              (size > kBaseBlock ? panels * sizeof(T) : 0);
    (front_tasks(node) < kLargeFront ? beside : alone) =
        std::max(front_tasks(node) < kLargeFront ? beside : alone, bytes);
    if (node.parent < 0) continue;
    const auto waiting =
        static_cast<std::int64_t>(Matrix<T>::bytes_needed(node.boundary, node.boundary));
    change[at(node.height)] += waiting;
    change[at(tree.nodes[at(node.parent)].height) + 1] -= waiting;
  }
  std::int64_t now = 0;
  std::int64_t most = 0;
  for (const std::int64_t more : change) most = std::max(most, now += more);
  return static_cast<std::size_t>(most) +
         std::max(alone, beside * static_cast<std::size_t>(threads));
}

template <class S>
Factor<typename S::Weight> factor(const FactorJob<typename S::Weight>& job, Crew& crew,
                                  ProgressMeter& meter) {
  return Factoring<S>(job, crew, meter).run();
}

#define WARPATH_INSTANTIATE(S)                                                               \
  template Factor<typename S::Weight> factor<S>(const FactorJob<typename S::Weight>&, Crew&, \
                                                ProgressMeter&);
WARPATH_EACH_SEMIRING(WARPATH_INSTANTIATE)

#define WARPATH_FRONT_BYTES(T, name) template std::size_t front_bytes<T>(const Tree&, int);
WARPATH_EACH_WEIGHT(WARPATH_FRONT_BYTES)

}  // namespace warpath::cpu
