#include "routes/dense_potentials.hpp"

#include <algorithm>
#include <atomic>

#include "base/dispatch.hpp"

namespace warpath::routes {
namespace {

constexpr Index kStrip = 512;  // columns whose new heights stay in the cache while rows pass

// after[v] <- the least of before[v] and before[u] + w over the arcs into v, for a strip of v.
template <class T>
void relax_strip(MatrixView<const T> weights, Index begin, Index end, const Potential<T>* before,
                 Potential<T>* after) {
  std::copy(before + begin, before + end, after + begin);
  for (Index u = 0; u < weights.rows(); ++u) {
    const Potential<T> here = before[u];
    if (weights.column_stride() == 1) {
      const T* row = &weights(u, 0);
      for (Index v = begin; v < end; ++v) {
        const Potential<T> sum = here + static_cast<Potential<T>>(row[v]);
        after[v] = sum < after[v] ? sum : after[v];
      }
    } else {
      for (Index v = begin; v < end; ++v) {
        after[v] = std::min(after[v], here + static_cast<Potential<T>>(weights(u, v)));
      }
    }
  }
}

}  // namespace

template <class T>
std::optional<std::vector<Potential<T>>> dense_potentials(MatrixView<const T> weights,
                                                          Potential<T> margin, Crew& crew) {
  const Index n = weights.rows();
  std::vector<Potential<T>> before(at(n));
  std::vector<Potential<T>> after(at(n));
  for (int round = 0; round < kMostRounds; ++round) {
    std::atomic<bool> changed{false};
    crew.run((n + kStrip - 1) / kStrip, [&](Index strip) {
      const Index begin = strip * kStrip;
      const Index end = std::min(n, begin + kStrip);
      relax_strip(weights, begin, end, before.data(), after.data());
      for (Index v = begin; v < end; ++v) {
        if (after[at(v)] + margin < before[at(v)]) changed = true;
      }
    });
    if (!changed) return before;
    std::swap(before, after);
  }
  return {};
}

#define WARPATH_INSTANTIATE(T, name)                                                      \
  template std::optional<std::vector<Potential<T>>> dense_potentials(MatrixView<const T>, \
                                                                     Potential<T>, Crew&);
WARPATH_EACH_ARC_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace warpath::routes
