#include "routes/cycle_tolerance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "warpath/semiring.hpp"

namespace warpath::routes {

template <class Arcs>
Sizes sizes_of(const Arcs& arcs) {
  using T = typename Arcs::Weight;
  Sizes sizes;
  for (Index u = 0; u < arcs.vertices(); ++u) {
    for (Index k = 0; k < arcs.count(u); ++k) {
      const T weight = arcs.weight(u, k);
      if (weight == no_path<T>() || arcs.target(u, k) == u) continue;
      sizes.largest = std::max(sizes.largest, std::abs(static_cast<double>(weight)));
      if constexpr (std::is_floating_point_v<T>) {
        sizes.exact = sizes.exact && weight == std::trunc(weight);
      }
    }
  }
  if constexpr (std::is_floating_point_v<T>) {
    sizes.exact = sizes.exact && sizes.largest * static_cast<double>(arcs.vertices()) <=
                                     std::ldexp(1.0, std::numeric_limits<T>::digits);
  }
  return sizes;
}

template <class T>
CycleTolerance tolerance_of(const Sizes& sizes, const Options& options) {
  if (sizes.exact && !options.negative_cycle_tolerance) return {};
  return warpath::tolerance_of(options, weight_type_of<T>, {.largest = sizes.largest});
}

double first_margin(const CycleTolerance& tolerance, std::size_t vertices) {
  // A quarter, because sums round.
  const double most = std::max(1.0, static_cast<double>(vertices));
  return std::isfinite(tolerance.absolute) ? tolerance.absolute / (4 * most) : 0;
}

#define WARPATH_INSTANTIATE(T, name)             \
  template Sizes sizes_of(const ListedArcs<T>&); \
  template Sizes sizes_of(const MatrixArcs<T>&); \
  template CycleTolerance tolerance_of<T>(const Sizes&, const Options&);
WARPATH_EACH_ARC_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace warpath::routes
