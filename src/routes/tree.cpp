#include "routes/tree.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <queue>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/dispatch.hpp"

namespace warpath::routes {
namespace {

enum class State : std::uint8_t { unknown, walked, tree, loose };

template <class S>
inline constexpr bool kBottleneck =
    S::kind == SemiringKind::widest_path || S::kind == SemiringKind::minimax_path;

// What the arc from k to j adds to the distance of j, where it is on a best path: nothing, unless
// sums are rounded.
template <class S>
std::optional<double> added(typename S::Weight d_k, typename S::Weight weight,
                            typename S::Weight d_j) {
  if (d_k == S::no_path()) return std::nullopt;
  if constexpr (kRounds<S>) {
    const double sum = static_cast<double>(d_k) + static_cast<double>(weight);
    return std::max(0.0, sum - static_cast<double>(d_j));
  } else {
    if (S::extend(d_k, weight) != d_j) return std::nullopt;
    return 0;
  }
}

// The state of every vertex; how many are loose.
template <class S>
Index find_loose(Vertex source, Index n, const typename S::Weight* distances,
                 const Vertex* predecessors, std::vector<State>& states) {
  Index loose = 0;
  std::vector<Vertex> walk;
  states.assign(at(n), State::unknown);
  states[at(source)] = State::tree;
  for (Vertex v = 0; v < n; ++v) {
    if (distances[v] == S::no_path()) continue;
    Vertex u = v;
    while (u >= 0 && states[at(u)] == State::unknown) {
      states[at(u)] = State::walked;
      walk.push_back(u);
      u = predecessors[u];
    }
    const bool leads_home = u >= 0 && states[at(u)] == State::tree;
    for (const Vertex passed : walk) states[at(passed)] = leads_home ? State::tree : State::loose;
    if (!leads_home) loose += static_cast<Index>(walk.size());
    walk.clear();
  }
  return loose;
}

// How far a loose vertex is from the tree: what rounding adds, and arcs. Bottlenecks: the distance
// and the last arc, the best of both first as in comes_first(), so that nothing changes where arcs
// that are no best paths have been left out.
template <class S>
using Length = std::conditional_t<kBottleneck<S>, std::pair<typename S::Weight, typename S::Weight>,
                                  std::pair<double, Vertex>>;

template <class S>
struct Step {
  Length<S> length;
  Vertex to;
  Vertex from;

  bool operator>(const Step& other) const {
    if (length == other.length) return to != other.to ? to > other.to : from > other.from;
    if constexpr (kBottleneck<S>) {
      return length.first != other.length.first ? S::is_better(other.length.first, length.first)
                                                : S::is_better(other.length.second, length.second);
    } else {
      return length > other.length;
    }
  }
};

}  // namespace

template <class S>
bool make_tree(const Links<typename S::Weight>& links, Vertex source,
               const typename S::Weight* distances, Vertex* predecessors) {
  const Index n = links.vertices();
  std::vector<State> states;
  Index loose = find_loose<S>(source, n, distances, predecessors, states);
  if (loose == 0) return true;
  std::priority_queue<Step<S>, std::vector<Step<S>>, std::greater<>> steps;
  const auto offer = [&](Vertex from, Vertex to, typename S::Weight weight, Length<S> length) {
    const auto more = added<S>(distances[from], weight, distances[to]);
    if (!more) return;
    if constexpr (kBottleneck<S>) {
      length = {distances[to], weight};
    } else {
      length = {length.first + *more, length.second + 1};
    }
    steps.push({length, to, from});
  };
  for (Vertex v = 0; v < n; ++v) {
    if (states[at(v)] != State::loose) continue;
    for (const auto& link : links.into(v)) {
      if (states[at(link.vertex)] == State::tree) offer(link.vertex, v, link.weight, {});
    }
  }
  while (!steps.empty() && loose > 0) {
    const Step<S> step = steps.top();
    steps.pop();
    if (states[at(step.to)] != State::loose) continue;
    states[at(step.to)] = State::tree;
    predecessors[step.to] = step.from;
    --loose;
    for (const auto& link : links.out_of(step.to)) {
      if (states[at(link.vertex)] == State::loose) {
        offer(step.to, link.vertex, link.weight, step.length);
      }
    }
  }
  return loose == 0;
}

#define WARPATH_INSTANTIATE(S)                                                                    \
  template bool make_tree<S>(const Links<typename S::Weight>&, Vertex, const typename S::Weight*, \
                             Vertex*);
WARPATH_EACH_SEMIRING(WARPATH_INSTANTIATE)

}  // namespace warpath::routes
