#include "numerics/fill.hpp"

#include <fmt/format.h>

#include "base/dispatch.hpp"
#include "numerics/convert.hpp"
#include "warpath/semiring.hpp"

namespace warpath {
namespace {

template <class S>
void clear(MatrixView<typename S::Weight> to) {
  for (Index i = 0; i < to.rows(); ++i) {
    std::fill_n(&to(i, 0), to.columns(), S::no_path());
  }
}

template <class S, class From>
void fill_from(MatrixView<typename S::Weight> to, MatrixView<const From> from) {
  using T = typename S::Weight;
  for (Index i = 0; i < to.rows(); ++i) {
    for (Index j = 0; j < to.columns(); ++j) {
      const From weight = from(i, j);
      if constexpr (std::same_as<From, T>) {
        to(i, j) = weight;
      } else if constexpr (S::kind == SemiringKind::reachability) {
        to(i, j) = weight != no_path<From>() ? S::empty_path() : S::no_path();
      } else if constexpr (std::same_as<From, std::uint8_t>) {
        to(i, j) = weight != 0 ? T{1} : S::no_path();
      } else {
        to(i, j) = weight == no_path<From>(S::kind) ? S::no_path() : to_weight<S>(weight, [&] {
          return fmt::format("the weight from {} to {}", i, j);
        });
      }
    }
  }
}

}  // namespace

template <class S>
void fill(MatrixView<typename S::Weight> to, const Graph& graph, bool both_ways) {
  using T = typename S::Weight;
  if (graph.vertices() == 0) return;
  clear<S>(to);
  const auto improve = [&](Index u, Index v, T weight) {
    T& cell = to(u, v);
    if (S::is_better(weight, cell)) cell = weight;
  };
  const auto fill_from = [&]<class From>(std::span<const From> weights) {
    for (Index u = 0; u < graph.vertices(); ++u) {
      for (Index a = graph.offsets()[static_cast<std::size_t>(u)];
           a < graph.offsets()[static_cast<std::size_t>(u) + 1]; ++a) {
        const Index v = graph.targets()[static_cast<std::size_t>(a)];
        T weight;
        if constexpr (S::kind == SemiringKind::reachability) {
          weight = S::empty_path();
        } else {
          weight = to_weight<S>(weights[static_cast<std::size_t>(a)], [&] {
            return fmt::format("the weight of the arc from {} to {}", u, v);
          });
        }
        improve(u, v, weight);
        if (both_ways) improve(v, u, weight);
      }
    }
  };
  graph.visit_weights(fill_from);
}

template <class S>
void fill(MatrixView<typename S::Weight> to, const AnyMatrixView& from) {
  std::visit([&](const auto& cells) { fill_from<S>(to, cells); }, from);
}

#define WARPATH_INSTANTIATE(S)                                               \
  template void fill<S>(MatrixView<typename S::Weight>, const Graph&, bool); \
  template void fill<S>(MatrixView<typename S::Weight>, const AnyMatrixView&);
WARPATH_EACH_SEMIRING(WARPATH_INSTANTIATE)

}  // namespace warpath
