#include "cuda/dense/engine.cuh"
#include "cuda/sparse/product.cuh"

namespace warpath::cuda {

#define WARPATH_INSTANTIATE(T, name)                                   \
  template dense::Variant dense::variant<MinimaxPath<T>, false>(bool); \
  template sparse::Variant sparse::variant<MinimaxPath<T>, false>();
WARPATH_EACH_ARC_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace warpath::cuda
