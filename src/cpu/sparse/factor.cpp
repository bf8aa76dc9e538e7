// Which front is closed when, and by whom.
//
// A node waits for its children, and for nothing else: whoever is done with the last of them goes
// on with their parent. So threads begin at the leaves, and meet where branches do. Large fronts,
// and those that wait for them, have all threads to themselves, afterwards.
//
// A front takes in its children in their order, whoever was first: results do not depend on threads.

#include "cpu/sparse/factor.hpp"

#include <algorithm>
#include <atomic>
#include <utility>
#include <vector>

#include "base/dispatch.hpp"
#include "base/pool.hpp"
#include "cpu/closure.hpp"
#include "cpu/sparse/front.hpp"
#include "kernels/work.hpp"

namespace warpath::cpu {
namespace {

using warpath::sparse::Factor;
using warpath::sparse::Node;
using warpath::sparse::Tree;
using warpath::sparse::Vertex;

// Memory that one front after the other is made in.
template <class T>
struct FrontSpace {
  FrontSpace(Index front, Index packed)
      : cells(detail::allocate_cells(at(front) * sizeof(T))),
        workspace(detail::allocate_cells(at(packed) * sizeof(T))) {}

  std::unique_ptr<void, detail::FreeCells> cells;
  std::unique_ptr<void, detail::FreeCells> workspace;
};

template <class T>
class Factoring {
 public:
  Factoring(const FactorJob<T>& job, const Rules<T>& rules, Crew& crew, ProgressMeter& meter)
      : job_(job),
        tree_(*job.tree),
        fronts_(job, rules),
        factor_(tree_, job.arcs->symmetric),
        contributions_(tree_.nodes.size()),
        waits_for_(tree_.nodes.size()),
        by_all_(tree_.nodes.size()),
        crew_(crew),
        meter_(meter) {}

  Factor<T> run() {
    find_large();
    from_the_leaves();
    for (auto j = static_cast<Vertex>(tree_.nodes.size()) - 1; j >= 0; --j) {
      if (by_all_[at(j)]) by_all(j);
      meter_.check();
    }
    return std::move(factor_);
  }

 private:
  const Node& node(Vertex j) const { return tree_.nodes[at(j)]; }

  bool is_closed_elsewhere(const Node& node) const {
    return node.boundary == 0 && job_.close_elsewhere && node.width >= job_.elsewhere_from;
  }

  void find_large() {
    for (auto j = static_cast<Vertex>(tree_.nodes.size()) - 1; j >= 0; --j) {  // children first
      by_all_[at(j)] |= is_large(node(j)) || is_closed_elsewhere(node(j));
      const Vertex parent = node(j).parent;
      if (parent < 0) continue;
      ++waits_for_[at(parent)];
      by_all_[at(parent)] |= by_all_[at(j)];
    }
  }

  // Whatever does not wait for a large front.
  void from_the_leaves() {
    std::vector<Vertex> leaves;
    Index most = 0;
    Index most_packed = 0;
    for (Vertex j = 0; j < static_cast<Vertex>(tree_.nodes.size()); ++j) {
      if (by_all_[at(j)]) continue;
      if (node(j).height == 0) leaves.push_back(j);
      if (node(j).boundary > 0) most = std::max(most, front_cells<T>(node(j)));
      most_packed = std::max(most_packed, workspace(node(j)));
    }
    // The longest ways first: the others fill the gaps at the end.
    std::ranges::sort(leaves, {}, [&](Vertex j) { return std::pair(-node(j).level, j); });
    Pool<FrontSpace<T>> spaces;
    const auto climb = [&](Index i) {
      const auto use = [&](FrontSpace<T>& space) {
        Crew alone(1);
        for (Vertex j = leaves[at(i)]; j >= 0; j = next_after(j)) {
          eliminate(j, space, alone, nullptr);
          meter_.add(node(j).front_tasks());
        }
      };
      spaces.lend(use, most, most_packed);
    };
    crew_.run(static_cast<Index>(leaves.size()), climb, [this] { return meter_.cancelled(); });
    meter_.check();
  }

  // The parent, if this was the last that it waited for; -1: somebody else's.
  Vertex next_after(Vertex j) {
    const Vertex parent = node(j).parent;
    if (parent < 0 || by_all_[at(parent)]) return -1;
    return waits_for_[at(parent)].fetch_sub(1) == 1 ? parent : -1;
  }

  void by_all(Vertex j) {
    if (is_closed_elsewhere(node(j))) {
      job_.close_elsewhere(fronts_.root_of(j, contributions_));
      tree_.each_child(node(j), [&](Vertex child) { contributions_[at(child)] = Matrix<T>(); });
      return;
    }
    FrontSpace<T> space(node(j).boundary > 0 ? front_cells<T>(node(j)) : 0, workspace(node(j)));
    eliminate(j, space, crew_, &meter_);
  }

  void eliminate(Vertex j, const FrontSpace<T>& space, Crew& crew, ProgressMeter* meter) {
    const Node& mine = node(j);
    const Index size = mine.front();
    // Without a boundary all of the front is kept: it is made where it will stay.
    const bool kept = mine.boundary == 0;
    const auto front = MatrixView<T>::row_major(
        kept ? factor_.own(j) : static_cast<T*>(space.cells.get()), size, size,
        kept ? size : detail::padded_leading_dimension(size, sizeof(T)));
    fronts_.begin(mine, front, crew);
    tree_.each_child(mine, [&](Vertex child) {
      fronts_.add(mine, child, std::exchange(contributions_[at(child)], Matrix<T>()), front);
    });
    const ClosureJob<T> job{.tiles = job_.tiles,
                            .matrix = front.data(),
                            .n = size,
                            .ld = front.row_stride(),
                            .block = front_block(mine),
                            .symmetric = factor_.symmetric(),
                            .pivots = mine.width};
    close_matrix(job, static_cast<T*>(space.workspace.get()), crew, meter);
    contributions_[at(j)] = fronts_.keep(j, front, factor_);
  }

  Index workspace(const Node& node) const {
    return closure_workspace(*job_.tiles, node.front(), front_block(node));
  }

  const FactorJob<T>& job_;
  const Tree& tree_;
  const Fronts<T> fronts_;
  Factor<T> factor_;
  std::vector<Matrix<T>> contributions_;
  std::vector<std::atomic<Vertex>> waits_for_;  // children of each node that are not done
  std::vector<char> by_all_;                    // whether all threads eliminate a node together
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
