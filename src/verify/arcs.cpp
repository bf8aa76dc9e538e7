#include "verify/arcs.hpp"

#include <fmt/format.h>

#include <atomic>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

#include "base/any_matrix.hpp"
#include "base/graph_builder.hpp"
#include "numerics/convert.hpp"
#include "numerics/facts.hpp"
#include "numerics/fill.hpp"
#include "verify/lanes.hpp"

namespace warpath::verify {
namespace {

// Every arc in the other direction, too.
Graph with_reverse(const Graph& graph) {
  return graph.visit_weights([&]<class T>(std::span<const T> weights) {
    detail::GraphBuilder<T> builder(graph.vertices());
    const auto each = [&](const auto& visit) {
      for (Index u = 0; u < graph.vertices(); ++u) {
        for (Index a = graph.offsets()[at(u)]; a < graph.offsets()[at(u) + 1]; ++a) {
          const Index v = graph.targets()[at(a)];
          visit(u, v, weights[at(a)]);
          if (v != u) visit(v, u, weights[at(a)]);
        }
      }
    };
    each([&](Index u, Index, T) { builder.count(u); });
    builder.start_placing();
    each([&](Index u, Index v, T weight) { builder.place(u, v, weight); });
    return std::move(builder).finish(Direction::undirected);
  });
}

}  // namespace

template <class T>
template <class From>
void GivenArcs<T>::take_weights(std::span<const From> weights, const Rules<T>& rules) {
  if constexpr (std::is_same_v<From, T>) {
    weights_ = weights;
  } else if constexpr (std::is_same_v<T, std::uint8_t>) {
    for (const From weight : weights) own_weights_.push_back(weight != no_path<From>() ? 1 : 0);
    weights_ = own_weights_;
  } else {
    own_weights_.reserve(weights.size());
    for (Index u = 0; u < n_; ++u) {
      for (Index a = offsets_[at(u)]; a < offsets_[at(u) + 1]; ++a) {
        own_weights_.push_back(to_weight(weights[at(a)], rules, [&] {
          return fmt::format("the weight of the arc from {} to {}", u, targets_[at(a)]);
        }));
      }
    }
    weights_ = own_weights_;
  }
}

template <class T>
GivenArcs<T>::GivenArcs(const Graph& graph, const Rules<T>& rules, bool both_ways, Crew& crew)
    : algebra_(rules), n_(graph.vertices()) {
  if (n_ == 0) return;
  const bool reverse = both_ways && graph.direction() == Direction::directed;
  if (reverse) own_graph_ = with_reverse(graph);
  const Graph& all = reverse ? own_graph_ : graph;
  offsets_ = all.offsets();
  targets_ = all.targets();
  all.visit_weights([&](auto weights) { take_weights(weights, rules); });
  look(rules, crew);
  if (facts_.arcs / 4 >= n_ * n_ / 16) fill_cells();
}

// Of parallel arcs the best.
template <class T>
void GivenArcs<T>::fill_cells() {
  own_cells_ = Matrix<T>(n_, n_, algebra_.none);
  for (Index u = 0; u < n_; ++u) {
    for (Index a = begin(u); a < end(u); ++a) {
      T& cell = own_cells_(u, targets_[at(a)]);
      if (algebra_.better(weights_[at(a)], cell)) cell = weights_[at(a)];
    }
  }
  cells_ = std::as_const(own_cells_).view();
}

template <class T>
GivenArcs<T>::GivenArcs(const AnyMatrixView& matrix, const Rules<T>& rules, bool both_ways,
                        Crew& crew)
    : algebra_(rules) {
  const AnyInput from = matrix;
  n_ = from.rows;
  if (n_ == 0) return;
  if (from.weight == weight_type_of<T> && !both_ways && from.column_stride == 1) {
    cells_ = from.as<T>();
  } else {
    own_cells_ = Matrix<T>(n_, n_);
    fill(own_cells_.view(), from, rules, crew);
    for (Index i = 0; both_ways && i < n_; ++i) {
      for (Index j = 0; j < i; ++j) {
        T& here = own_cells_(i, j);
        T& there = own_cells_(j, i);
        here = there = algebra_.better(here, there) ? here : there;
      }
    }
    cells_ = std::as_const(own_cells_).view();
  }
  look(rules, crew);
}

// From the first self-loop of u to behind the last.
template <class T>
std::pair<Index, Index> GivenArcs<T>::loops(Index u) const {
  if (is_matrix()) return {u, u + 1};
  const auto all = targets_.begin();
  const auto [first, last] = std::equal_range(all + begin(u), all + end(u), u);
  return {first - all, last - all};
}

// Error bad_input for weights that no solve takes.
template <class T>
void GivenArcs<T>::look(const Rules<T>& rules, Crew& crew) {
  const bool rounds = std::is_floating_point_v<T> && algebra_.adds;
  std::vector<Extent<T>> extents(at(n_));
  std::atomic<Index> arcs = 0;
  const T none = algebra_.none;
  crew.run_each(n_, [&](Index u) {
    const auto take = [&](const T* weights, Index count) {
      extents[at(u)].join(extent_of(weights, count, none));
      arcs += count - std::count(weights, weights + count, none);
    };
    if (is_matrix()) {
      take(&cells_(u, 0), u);
      take(&cells_(u, 0) + u + 1, n_ - u - 1);
    } else {
      const auto [loop, after] = loops(u);
      take(weights_.data() + begin(u), loop - begin(u));
      take(weights_.data() + after, end(u) - after);
      const T* const weights = weights_.data();
      arcs += after - loop - std::count(weights + loop, weights + after, none);  // no more of them
    }
  });
  facts_.arcs = arcs;
  Extent<T> all;
  bool loop_below = false;
  bool whole = true;  // all weights are whole numbers
  for (Index u = 0; u < n_; ++u) {
    const Extent<T>& row = extents[at(u)];
    const auto [loop, after] = loops(u);
    for (Index a = loop; a < after; ++a) loop_below = loop_below || head(u, a).weight < T{0};
    if (!row.sound || (rounds && algebra_.is_unbounded(row.least))) {
      // One of them is what no solve takes, or is said in an unusual way: slowly, then.
      for (Index a = begin(u); a < end(u); ++a) {
        auto [v, weight] = head(u, a);
        check_cell(weight, rules, u, v, Orientation::as_seen);
      }
    }
    all.join(row);
    if constexpr (std::is_floating_point_v<T>) {
      if (!rounds || !whole) continue;
      each_out(u, [&](Index, T weight) { whole = whole && weight == std::trunc(weight); });
    }
  }
  if (all.any()) {
    facts_.least = static_cast<double>(all.least);
    facts_.largest = static_cast<double>(all.largest);
  }
  facts_.magnitude = std::max(std::abs(facts_.least), std::abs(facts_.largest));
  facts_.negative = algebra_.adds && (facts_.least < 0 || loop_below);
  facts_.exact = !rounds || (whole && facts_.magnitude * static_cast<double>(n_) <=
                                          std::ldexp(1.0, std::numeric_limits<T>::digits));
}

#define WARPATH_INSTANTIATE(T, name) template class GivenArcs<T>;
WARPATH_EACH_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace warpath::verify
