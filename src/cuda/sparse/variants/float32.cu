#include "cuda/sparse/product.cuh"

namespace warpath::cuda::sparse {

template Variant variant<ShortestPath<float>, false>();
template Variant variant<ShortestPath<float>, true>();

}  // namespace warpath::cuda::sparse
