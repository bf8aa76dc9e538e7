#include "numerics/fill.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/dispatch.hpp"
#include "numerics/convert.hpp"
#include "numerics/fill_row.hpp"

namespace warpath {

template <class S>
void fill(MatrixView<typename S::Weight> to, const Graph& graph, Crew& crew) {
  using T = typename S::Weight;
  const auto fill_from = [&](Index u, auto weights) {
    T* const row = &to(u, 0);
    std::fill_n(row, to.columns(), S::no_path());
    for (Index a = graph.offsets()[static_cast<std::size_t>(u)];
         a < graph.offsets()[static_cast<std::size_t>(u) + 1]; ++a) {
      const Index v = graph.targets()[static_cast<std::size_t>(a)];
      T weight = S::empty_path();
      if constexpr (S::kind != SemiringKind::reachability) {
        weight = tidied<S>(to_weight<S>(weights[static_cast<std::size_t>(a)], [&] {
          return fmt::format("the weight of the arc from {} to {}", u, v);
        }));
      }
      if (S::is_better(weight, row[v])) row[v] = weight;
    }
  };
  graph.visit_weights([&](auto weights) {
    crew.run_rows(graph.vertices(), [&](Index u) { fill_from(u, weights); });
  });
}

template <class S>
void fill(MatrixView<typename S::Weight> to, const AnyInput& from, Crew& crew) {
  from.visit([&](auto view) {
    crew.run_rows(to.rows(), [&](Index i) {
      auto* const row = &to(i, 0);
      fill_row<S>(row, view, i);
      for (Index j = 0; j < to.columns(); ++j) row[j] = tidied<S>(row[j]);
    });
  });
}

#define WARPATH_INSTANTIATE(S)                                                \
  template void fill<S>(MatrixView<typename S::Weight>, const Graph&, Crew&); \
  template void fill<S>(MatrixView<typename S::Weight>, const AnyInput&, Crew&);
WARPATH_EACH_SEMIRING(WARPATH_INSTANTIATE)

}  // namespace warpath
