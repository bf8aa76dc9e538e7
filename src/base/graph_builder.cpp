#include "base/graph_builder.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "base/pages.hpp"
#include "warpath/error.hpp"

namespace warpath::detail {

template <class T>
GraphBuilder<T>::GraphBuilder(Index vertices) {
  constexpr Index most = std::numeric_limits<Graph::Target>::max();
  if (vertices < 0 || vertices > most) {
    throw Error(ErrorCode::bad_input, fmt::format("a graph of {} vertices", vertices),
                fmt::format("the number must lie in 0 .. {}", most));
  }
  graph_.offsets_.assign(static_cast<std::size_t>(vertices) + 1, 0);
}

template <class T>
void GraphBuilder<T>::reserve(std::size_t arcs) {
  graph_.targets_.reserve(arcs);
  weights_.reserve(arcs);
  ask_for_huge_pages(graph_.targets_.data(), arcs * sizeof(Graph::Target));
  ask_for_huge_pages(weights_.data(), arcs * sizeof(T));
}

// Until finish(), offsets_[u + 1] is where the next arc of u goes. When all are placed that is
// the end of u, which is what it must be: no second array is needed.
template <class T>
void GraphBuilder<T>::start_placing() {
  Index sum = 0;
  for (std::size_t u = 1; u < graph_.offsets_.size(); ++u) {
    sum += std::exchange(graph_.offsets_[u], sum);
  }
  graph_.targets_.resize(static_cast<std::size_t>(sum));
  weights_.resize(static_cast<std::size_t>(sum));
  placing_ = true;
}

// Parallel arcs are ordered by weight, so that the graph does not depend on the order given.
template <class T>
void GraphBuilder<T>::sort_targets() {
  using End = std::pair<Graph::Target, T>;
  std::vector<End> ends;
  for (Index u = 0; u < graph_.vertices(); ++u) {
    const auto first = static_cast<std::size_t>(graph_.offsets_[static_cast<std::size_t>(u)]);
    const auto last = static_cast<std::size_t>(graph_.offsets_[static_cast<std::size_t>(u) + 1]);
    const auto end = [&](std::size_t a) { return End(graph_.targets_[a], weights_[a]); };
    bool sorted = true;
    for (std::size_t a = first + 1; a < last && sorted; ++a) sorted = !(end(a) < end(a - 1));
    if (sorted) continue;
    ends.clear();
    for (std::size_t a = first; a < last; ++a) ends.push_back(end(a));
    std::sort(ends.begin(), ends.end());
    for (std::size_t a = first; a < last; ++a) {
      std::tie(graph_.targets_[a], weights_[a]) = ends[a - first];
    }
  }
}

template <class T>
Graph GraphBuilder<T>::finish(Direction direction) && {
  if (!placing_) {
    std::partial_sum(graph_.offsets_.begin(), graph_.offsets_.end(), graph_.offsets_.begin());
  }
  if (placing_ && placed_ != weights_.size()) {
    throw Error(ErrorCode::bad_input,
                fmt::format("the input had {} arcs and now has {}", weights_.size(), placed_),
                "do not change it while it is read");
  }
  if (placing_ || !sorted_) sort_targets();
  graph_.direction_ = direction;
  graph_.weights_ = std::move(weights_);
  return std::move(graph_);
}

#define WARPATH_INSTANTIATE(T, name) template class GraphBuilder<T>;
WARPATH_EACH_ARC_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace warpath::detail
