#include "numerics/prepare.hpp"

#include <cmath>
#include <concepts>

#include "base/dispatch.hpp"
#include "numerics/fill.hpp"
#include "warpath/semiring.hpp"

namespace warpath {

template <class S>
void tidy(typename S::Weight* w, Index n, Index ld, Crew& crew) {
  using T = typename S::Weight;
  crew.run_each(n, [&](Index i) {
    for (T* cell = w + i * ld; cell != w + i * ld + n; ++cell) *cell = tidied(*cell);
  });
}

CycleTolerance tolerance_of(const Options& options, WeightType weight, const InputFacts& facts) {
  if (!is_floating(weight)) return {};
  if (options.negative_cycle_tolerance) return {*options.negative_cycle_tolerance, 0};
  // Cycles that would be 0 are below it by what their weights were rounded by, half a unit an arc, or
  // were computed with: some hundred units are room for both. In float32 there is no room for more: a
  // cycle of -1e-4 in weights around 1 is more likely meant than rounded.
  const double relative = weight == WeightType::float32 ? 0x1p-15 : 0x1p-36;
  return {relative * facts.largest, relative};
}

template <class S>
void set_diagonal(typename S::Weight* w, Index n, Index ld) {
  for (Index i = 0; i < n; ++i) w[i * ld + i] = S::empty_path();
}

template <class S>
typename S::Weight least_no_path(const InputFacts& facts) {
  using T = typename S::Weight;
  if constexpr (S::adds && std::integral<T>) {
    const Bound taken = facts.negative_bound * (1 + kBoundError<T>);
    return static_cast<T>(S::no_path() - static_cast<T>(std::ceil(taken)));
  }
  return S::no_path();
}

template <class S>
void finish(typename S::Weight* w, Index n, Index ld, const InputFacts& facts,
            Orientation orientation, Crew& crew) {
  using T = typename S::Weight;
  if constexpr (S::adds) {
    if (std::integral<T> && !facts.nonnegative) {
      const T least = least_no_path<S>(facts);
      crew.run_each(n, [&](Index i) {
        for (Index j = 0; j < n; ++j) {
          T& v = w[i * ld + j];
          v = v >= least ? S::no_path() : v;
        }
      });
    }
    if (facts.may_overflow) check_reach(w, n, ld, S::no_path(), orientation, crew);
  }
}

#define WARPATH_INSTANTIATE(S)                                      \
  template void tidy<S>(typename S::Weight*, Index, Index, Crew&);  \
  template void set_diagonal<S>(typename S::Weight*, Index, Index); \
  template typename S::Weight least_no_path<S>(const InputFacts&);  \
  template void finish<S>(typename S::Weight*, Index, Index, const InputFacts&, Orientation, Crew&);
WARPATH_EACH_SEMIRING(WARPATH_INSTANTIATE)

}  // namespace warpath
