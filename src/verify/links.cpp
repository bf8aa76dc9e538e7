#include "verify/links.hpp"

#include <fmt/format.h>

#include <cmath>
#include <type_traits>
#include <utility>

#include "base/dispatch.hpp"
#include "numerics/convert.hpp"
#include "numerics/facts.hpp"
#include "numerics/fill.hpp"
#include "verify/lanes.hpp"
#include "warpath/error.hpp"

namespace warpath::verify {

template <class S>
template <class From>
void Links<S>::take_weights(const Graph& graph, std::span<const From> weights) {
  if constexpr (std::is_same_v<From, T>) {
    weights_ = weights;
  } else {
    own_weights_.reserve(weights.size());
    for (Index u = 0; u < n_; ++u) {
      for (Index a = offsets_[at(u)]; a < offsets_[at(u) + 1]; ++a) {
        if constexpr (S::kind == SemiringKind::reachability) {
          own_weights_.push_back(S::empty_path());
        } else {
          own_weights_.push_back(to_weight<S>(weights[at(a)], [&] {
            return fmt::format("the weight of the arc from {} to {}", u, graph.targets()[at(a)]);
          }));
        }
      }
    }
    weights_ = own_weights_;
  }
}

template <class S>
Links<S>::Links(const Graph& graph, bool both_ways, Crew& crew) : n_(graph.vertices()) {
  if (n_ == 0) return;
  offsets_ = graph.offsets();
  targets_ = graph.targets();
  graph.visit_weights([&](auto weights) { take_weights(graph, weights); });
  if (both_ways && graph.direction() == Direction::directed) add_reverse();
  look(crew);
}

template <class S>
Links<S>::Links(const AnyMatrixView& matrix, bool both_ways, Crew& crew) {
  std::visit(
      [&]<class From>(MatrixView<const From> from) {
        n_ = from.rows();
        if (n_ == 0) return;
        if constexpr (std::is_same_v<From, T>) {
          if (!both_ways && from.column_stride() == 1) {
            cells_ = from;
            return;
          }
        }
        own_cells_ = Matrix<T>(n_, n_);
        fill<S>(own_cells_.view(), from, crew);
        for (Index i = 0; both_ways && i < n_; ++i) {
          for (Index j = 0; j < i; ++j) {
            T& here = own_cells_(i, j);
            T& there = own_cells_(j, i);
            here = there = Algebra<S>::better(here, there) ? here : there;
          }
        }
        cells_ = std::as_const(own_cells_).view();
      },
      matrix);
  if (n_ > 0) look(crew);
}

// Every arc in the other direction, too; sorted by target again.
template <class S>
void Links<S>::add_reverse() {
  std::vector<Index> offsets(at(n_) + 1, 0);
  const auto each = [&](const auto& visit) {
    for (Index u = 0; u < n_; ++u) {
      for (Index a = offsets_[at(u)]; a < offsets_[at(u) + 1]; ++a) {
        const Index v = targets_[at(a)];
        visit(u, v, weights_[at(a)]);
        if (v != u) visit(v, u, weights_[at(a)]);
      }
    }
  };
  each([&](Index u, Index, T) { ++offsets[at(u) + 1]; });
  for (Index v = 0; v < n_; ++v) offsets[at(v) + 1] += offsets[at(v)];
  std::vector<std::pair<Graph::Target, T>> heads(at(offsets.back()));
  std::vector<Index> next(offsets.begin(), offsets.end() - 1);
  each([&](Index u, Index v, T weight) {
    heads[at(next[at(u)]++)] = {static_cast<Graph::Target>(v), weight};
  });
  std::vector<T> weights;
  weights.reserve(heads.size());
  own_targets_.reserve(heads.size());
  for (Index u = 0; u < n_; ++u) {
    std::sort(heads.begin() + offsets[at(u)], heads.begin() + offsets[at(u) + 1]);
  }
  for (const auto& [target, weight] : heads) {
    own_targets_.push_back(target);
    weights.push_back(weight);
  }
  own_offsets_ = std::move(offsets);
  own_weights_ = std::move(weights);
  offsets_ = own_offsets_;
  targets_ = own_targets_;
  weights_ = own_weights_;
}

// Error bad_input for weights that no solve takes.
template <class S>
void Links<S>::look(Crew& crew) {
  std::vector<Extent<T>> extents(at(n_));
  crew.run_each(n_, [&](Index u) {
    Extent<T>& here = extents[at(u)];
    if (cells()) {
      const T* row = &cells_(u, 0);
      here = extent_of(row, u, S::no_path());
      here.join(extent_of(row + u + 1, n_ - u - 1, S::no_path()));
    } else {
      const Index count = offsets_[at(u) + 1] - offsets_[at(u)];
      here = extent_of(weights_.data() + offsets_[at(u)], count, S::no_path());
    }
  });
  Extent<T> all;
  bool loop_below = false;
  for (Index u = 0; u < n_; ++u) {
    const Extent<T>& here = extents[at(u)];
    loop_below = loop_below || (cells() && cells_(u, u) < T{0});
    if (!here.sound ||
        (std::is_floating_point_v<T> && Algebra<S>::adds && here.least == -S::no_path())) {
      // One of them is what no solve takes, or is said in an unusual way: slowly, then.
      for (Cursor cursor = begin(u); cursor.at < cursor.end;) {
        auto [v, weight] = next(u, cursor);
        check_cell<S>(weight, u, v, Orientation::as_seen);
      }
    }
    all.join(here);
  }
  facts_.arcs = all.count;
  if (all.count > 0) {
    facts_.least = static_cast<double>(all.least);
    facts_.largest = static_cast<double>(all.largest);
  }
  facts_.magnitude = std::max(std::abs(facts_.least), std::abs(facts_.largest));
  facts_.negative = Algebra<S>::adds && (facts_.least < 0 || loop_below);
  if constexpr (std::is_floating_point_v<T> && Algebra<S>::adds) {
    for (Index u = 0; u < n_ && facts_.whole; ++u) {
      each_out(
          u, [&](Index, T weight) { facts_.whole = facts_.whole && weight == std::trunc(weight); });
    }
  }
}

#define WARPATH_INSTANTIATE(S) template class Links<S>;
WARPATH_EACH_SEMIRING(WARPATH_INSTANTIATE)

}  // namespace warpath::verify
