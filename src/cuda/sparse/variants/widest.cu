#include "cuda/sparse/product.cuh"

namespace warpath::cuda::sparse {

#define WARPATH_INSTANTIATE(T, name) template Variant variant<WidestPath<T>, false>();
WARPATH_EACH_ARC_WEIGHT(WARPATH_INSTANTIATE)

}  // namespace warpath::cuda::sparse
