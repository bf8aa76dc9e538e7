// Predecessors of one source that may lead round in circles become a tree.
//
// Those that do not lead to the source are found anew, from the tree outwards: by the fewest arcs,
// after what rounding makes arcs add to the distances (Dijkstra's algorithm with both as the
// length); by the best arcs for bottlenecks (Prim's algorithm).
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <functional>
#include <queue>
#include <type_traits>
#include <utility>
#include <vector>

#include "routes/arcs.hpp"
#include "warpath/semiring.hpp"

namespace warpath::routes {

template <class S>
class TreeBuilder {
 public:
  using T = typename S::Weight;

  // Distances from the source to n vertices, and their predecessors, which become a tree.
  TreeBuilder(Vertex source, Index n, const T* distances, Vertex* predecessors)
      : distances_(distances), predecessors_(predecessors) {
    states_.assign(at(n), State::unknown);
    states_[at(source)] = State::tree;
    std::vector<Vertex> walk;
    for (Vertex v = 0; v < n; ++v) {
      if (distances[v] == S::no_path()) continue;
      Vertex u = v;
      while (u >= 0 && states_[at(u)] == State::unknown) {
        states_[at(u)] = State::walked;
        walk.push_back(u);
        u = predecessors[u];
      }
      const bool leads_home = u >= 0 && states_[at(u)] == State::tree;
      for (const Vertex passed : walk) {
        states_[at(passed)] = leads_home ? State::tree : State::loose;
      }
      if (!leads_home) loose_ += static_cast<Index>(walk.size());
      walk.clear();
    }
  }

  Index loose() const { return loose_; }  // how many do not lead to the source
  bool is_loose(Vertex v) const { return states_[at(v)] == State::loose; }
  bool is_in_tree(Vertex v) const { return states_[at(v)] == State::tree; }

  // All arcs from the tree to loose vertices, before grow().
  void offer(Vertex from, Vertex to, T weight) { offer(from, to, weight, {}); }

  // out_of(u, visit) calls visit(v, weight) for the arcs out of u. False where that leaves vertices
  // out. O(arcs log arcs) of those that are looked at.
  template <class OutOf>
  bool grow(const OutOf& out_of) {
    while (!steps_.empty() && loose_ > 0) {
      const Step step = steps_.top();
      steps_.pop();
      if (!is_loose(step.to)) continue;
      states_[at(step.to)] = State::tree;
      predecessors_[step.to] = step.from;
      --loose_;
      out_of(step.to, [&](Vertex v, T weight) {
        if (is_loose(v)) offer(step.to, v, weight, step.length);
      });
    }
    return loose_ == 0;
  }

 private:
  enum class State : std::uint8_t { unknown, walked, tree, loose };

  static constexpr bool kBottleneck =
      S::kind == SemiringKind::widest_path || S::kind == SemiringKind::minimax_path;
  // How far a loose vertex is from the tree: what rounding adds, and arcs. Bottlenecks: the
  // distance and the last arc, the best of both first as in comes_first(), so that nothing changes
  // where arcs that are no best paths have been left out.
  using Length = std::conditional_t<kBottleneck, std::pair<T, T>, std::pair<double, Vertex>>;

  struct Step {
    Length length;
    Vertex to;
    Vertex from;

    bool operator>(const Step& other) const {
      if (length == other.length) return to != other.to ? to > other.to : from > other.from;
      if constexpr (kBottleneck) {
        return length.first != other.length.first
                   ? S::is_better(other.length.first, length.first)
                   : S::is_better(other.length.second, length.second);
      } else {
        return length > other.length;
      }
    }
  };

  void offer(Vertex from, Vertex to, T weight, Length length) {
    // What the arc adds to the distance: nothing, unless sums are rounded.
    double more = 0;
    if (distances_[from] == S::no_path()) return;
    if constexpr (S::adds && std::floating_point<T>) {
      const double sum = static_cast<double>(distances_[from]) + static_cast<double>(weight);
      more = std::max(0.0, sum - static_cast<double>(distances_[to]));
    } else if (S::extend(distances_[from], weight) != distances_[to]) {
      return;
    }
    if constexpr (kBottleneck) {
      length = {distances_[to], weight};
    } else {
      length = {length.first + more, length.second + 1};
    }
    steps_.push({length, to, from});
  }

  const T* distances_;
  Vertex* predecessors_;
  std::vector<State> states_;
  Index loose_ = 0;
  std::priority_queue<Step, std::vector<Step>, std::greater<>> steps_;
};

}  // namespace warpath::routes
